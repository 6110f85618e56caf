var KIBITZER_PAGE_ID = "c84237c10ff0cf22";
var KIBITZER_MODULES = {
  kibitzer: { build: "f7198c79704860a1", size: 660454 },
  thinking: { build: "f7198c79704860a1", size: 642331 },
  metagame: { build: "f7198c79704860a1", size: 692218 },
  complete: { build: "f7198c79704860a1", size: 1638262 },
};
