// The page as a program that is installed and works without a network: at the top level only, never in a frame or from a disk.

import * as Address from "../base/address";
import * as Dom from "../base/dom";
import * as Notice from "../base/notice";
import * as Share from "../share/share";
import { store } from "../store/store";
import { texts } from "./texts";

declare global {
  /** What www/offline-files.js leaves behind: what the service worker keeps, and its version. */
  const KIBITZER_OFFLINE: { version: string };
}

export function init(): void {
  if (Address.embedded || parent !== window || !/^https?:$/.test(location.protocol)) return;
  document.head.append(Dom.make("link", { rel: "manifest", href: "manifest.webmanifest" }));
  try {
    // Some private modes have none, some refuse by throwing.
    if (navigator.serviceWorker) setTimeout(register, 2000);
  } catch {
    // Then the page needs its network, and nothing else changes.
  }
}

async function register(): Promise<void> {
  const workers = navigator.serviceWorker;
  // The version that this page came with: the service worker says its own when it takes over.
  await Dom.loadScript("www/offline-files.js").catch(() => {});
  workers.addEventListener("message", ({ data }) => {
    if (typeof data?.kibitzer === "string" && typeof KIBITZER_OFFLINE === "object" && data.kibitzer !== KIBITZER_OFFLINE.version) offer();
  });
  try {
    const registration = await workers.register("sw.js", { updateViaCache: "none" });
    // A page that stays open for days looks now and then.
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) registration.update().catch(() => {});
    });
  } catch {
    // No offline use then.
  }
}

function offer(): void {
  Notice.show("version", texts.newVersion, [{ label: texts.reload, act: reload }]);
}

/** The game goes into the address first, so that it is there again. */
async function reload(): Promise<void> {
  if (store.game) {
    const reply = await Share.ask("position");
    if (reply.type === "link") Share.remember(reply.link);
  }
  location.reload();
}
