var KIBITZER_PAGE_ID = "29a2e94241b6fd63";
var KIBITZER_MODULES = {
  kibitzer: { build: "488afc944b512145", size: 669375 },
  thinking: { build: "488afc944b512145", size: 682830 },
  metagame: { build: "488afc944b512145", size: 794002 },
  complete: { build: "488afc944b512145", size: 1692118 },
};
