var KIBITZER_PAGE_ID = "f6bed3e8434bfb1e";
var KIBITZER_MODULES = {
  kibitzer: { build: "6f422b074464fe7c", size: 670062 },
  thinking: { build: "6f422b074464fe7c", size: 684997 },
  metagame: { build: "6f422b074464fe7c", size: 792866 },
  complete: { build: "6f422b074464fe7c", size: 1690633 },
};
