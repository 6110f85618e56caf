var KIBITZER_PAGE_ID = "776edd23050c7f40";
var KIBITZER_MODULES = {
  kibitzer: { build: "a5be0b791e2bc98e", size: 661456 },
  thinking: { build: "a5be0b791e2bc98e", size: 656467 },
  metagame: { build: "a5be0b791e2bc98e", size: 789438 },
  complete: { build: "a5be0b791e2bc98e", size: 1659865 },
};
