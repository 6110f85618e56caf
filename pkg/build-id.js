var KIBITZER_PAGE_ID = "028859e54002828e";
var KIBITZER_MODULES = {
  kibitzer: { build: "72b3353a9e95d972", size: 663032 },
  thinking: { build: "72b3353a9e95d972", size: 754451 },
  metagame: { build: "72b3353a9e95d972", size: 789874 },
  complete: { build: "72b3353a9e95d972", size: 1753601 },
};
