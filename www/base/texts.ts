// The texts of what every part of the page uses.

export const texts = {
  dismiss: "Dismiss",
  partMissing: "This part of the page could not be loaded. Check your connection and try again.",
};
