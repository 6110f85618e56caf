var KIBITZER_PAGE_ID = "1d0c779a7144b683";
var KIBITZER_MODULES = {
  kibitzer: { build: "72b3353a9e95d972", size: 663032 },
  thinking: { build: "72b3353a9e95d972", size: 754451 },
  metagame: { build: "72b3353a9e95d972", size: 789874 },
  complete: { build: "72b3353a9e95d972", size: 1753601 },
};
