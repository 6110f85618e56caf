var KIBITZER_PAGE_ID = "29a2e94241b6fd63";
var KIBITZER_MODULES = {
  kibitzer: { build: "b748bfc9f829a1e6", size: 669375 },
  thinking: { build: "b748bfc9f829a1e6", size: 682830 },
  metagame: { build: "b748bfc9f829a1e6", size: 794002 },
  complete: { build: "b748bfc9f829a1e6", size: 1692118 },
};
