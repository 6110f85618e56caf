var KIBITZER_PAGE_ID = "60293d8dcc40bed2";
var KIBITZER_MODULES = {
  kibitzer: { build: "ed737fad2e08d973", size: 661296 },
  thinking: { build: "ed737fad2e08d973", size: 643390 },
  metagame: { build: "ed737fad2e08d973", size: 702038 },
  complete: { build: "ed737fad2e08d973", size: 1649002 },
};
