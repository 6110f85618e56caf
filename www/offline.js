// @ts-check
// The page as a program that is installed and works without a network: at the top level only, never in a frame or from a disk.

const Offline = {
  init() {
    if (Embedding.on || parent !== window || !/^https?:$/.test(location.protocol)) return;
    document.head.append(Dom.make("link", { rel: "manifest", href: "manifest.webmanifest" }));
    try {
      // Some private modes have none, some refuse by throwing.
      if (navigator.serviceWorker) setTimeout(Offline.register, 2000);
    } catch {
      // Then the page needs its network, and nothing else changes.
    }
  },

  async register() {
    const workers = navigator.serviceWorker;
    workers.addEventListener("message", ({ data }) => {
      if (typeof data?.kibitzer === "string" && data.kibitzer !== KIBITZER_OFFLINE.version) Offline.offer();
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
  },

  offer() {
    Notice.show("version", "A new version of Kibitzer is available. Your game is kept when you reload.", [{ label: "Reload", act: Offline.reload }]);
  },

  /** The game goes into the address first, so that it is there again. */
  async reload() {
    if (State.game) {
      const reply = await Share.ask("position");
      if (reply.type === "link") Share.remember(reply.fragment);
    }
    location.reload();
  },
};
