// The first bundle begins here.

import { greet, start } from "./app";

/** Puts nothing together before the first picture: that would only make the picture later. A frame out of sight or a tab behind others may never have one. */
function afterFirstPicture(): void {
  if (parent !== window || document.hidden || !PerformanceObserver.supportedEntryTypes.includes("paint")) return void start();
  let waiting = true;
  const begin = () => {
    if (waiting) start();
    waiting = false;
  };
  new PerformanceObserver(begin).observe({ type: "paint", buffered: true });
  setTimeout(begin, 1000);
}

greet();
afterFirstPicture();
