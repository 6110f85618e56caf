var KIBITZER_PAGE_ID = "028859e54002828e";
var KIBITZER_MODULES = {
  kibitzer: { build: "6614ebda4f958037", size: 663028 },
  thinking: { build: "6614ebda4f958037", size: 671791 },
  metagame: { build: "6614ebda4f958037", size: 789840 },
  complete: { build: "6614ebda4f958037", size: 1679379 },
};
