// The texts of the page's frame: theme, history, offline use.

export const texts = {
  theme: { auto: "Theme: system", light: "Theme: light", dark: "Theme: dark" },
  newVersion: "A new version of Kibitzer is available. Your game is kept when you reload.",
  reload: "Reload",
  cannotReopen: (why: string) => `This game cannot be opened again. ${why}`,
  noLongerMine: "It is no longer in My games.",
  unknownNow: "It is no longer available.",
};
