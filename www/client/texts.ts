// The texts of the workers: their names, and what is said when one fails.

export const texts = {
  rules: "rules engine",
  thinker: "thinking engine",
  notRunning: (name: string) => `The ${name} is not running.`,
  late: (name: string) => `The ${name} did not respond in time and was restarted.`,
  crashed: (name: string) => `The ${name} crashed and was restarted.`,
  stopped: "Stopped.",
  notPossible: "This game cannot be watched and learned.",
  notLoaded: "its files could not be loaded",
  loadedTooSlowly: "it did not load in time",
  crashedOften: "it crashed repeatedly",
  otherVersion: "This page and its rules engine are different versions. Reload the page to update.",
  kilobytes: (count: number, all: number) => (all ? `${Math.round(count / 1000)} of ${Math.round(all / 1000)} KB` : `${Math.round(count / 1000)} KB`),
};
