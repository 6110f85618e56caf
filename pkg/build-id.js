var KIBITZER_PAGE_ID = "776edd23050c7f40";
var KIBITZER_MODULES = {
  kibitzer: { build: "dedc9ab204aff34b", size: 661456 },
  thinking: { build: "dedc9ab204aff34b", size: 656467 },
  metagame: { build: "dedc9ab204aff34b", size: 789438 },
  complete: { build: "dedc9ab204aff34b", size: 1659865 },
};
