var KIBITZER_PAGE_ID = "f6bed3e8434bfb1e";
var KIBITZER_MODULES = {
  kibitzer: { build: "58bb68e93455d2c4", size: 669626 },
  thinking: { build: "58bb68e93455d2c4", size: 684997 },
  metagame: { build: "58bb68e93455d2c4", size: 792866 },
  complete: { build: "58bb68e93455d2c4", size: 1690186 },
};
