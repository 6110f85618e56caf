var KIBITZER_PAGE_ID = "f6bed3e8434bfb1e";
var KIBITZER_MODULES = {
  kibitzer: { build: "b333133049b37210", size: 670062 },
  thinking: { build: "b333133049b37210", size: 684997 },
  metagame: { build: "b333133049b37210", size: 792866 },
  complete: { build: "b333133049b37210", size: 1690633 },
};
