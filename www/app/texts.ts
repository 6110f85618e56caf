// The texts of starting the page.

export const texts = {
  onDisk: "browsers do not let a page opened from a disk do that. Serve the folder, for example with ./dev serve",
  notStarted: (why: string) => `The rules engine could not be started: ${why}.`,
  tryAgain: "Try again",
  reload: "Reload",
};
