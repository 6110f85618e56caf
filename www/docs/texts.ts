// The texts of what the guide's script adds to it.

export const texts = {
  copy: "Copy",
  copied: "Copied",
  copyByHand: "Press Ctrl+C (⌘C)",
  save: "Save as one HTML file",
  collecting: "Collecting the files …",
  needsHttps: "Browsers allow this only on pages opened over HTTPS or from this computer.",
  notLoaded: (path: string) => `${path} could not be loaded.`,
  saved: (file: string, bytes: number) => `Saved as ${file}, ${(bytes / 1e6).toFixed(1)} MB.`,
  notSaved: (why: string) => `${why} In a clone of the repository, ./dev build writes the file to dist-single/kibitzer.html.`,
};
