// @ts-check
// Parts of the page that most visits do without: each is loaded when somebody first wants it, and then sets itself up.

const Later = {
  /** Their scripts in `www/`; in the single file they are all there from the start. */
  parts: ["setup", "exercise", "lesson", "askme", "exports", "records", "warmup", "sharing", "commands", "movediagram"],
  /** @type {Record<string, Promise<boolean>>} */
  loads: {},

  /** @param {string} part @returns {Promise<boolean>} whether it is there now */
  need(part) {
    return (Later.loads[part] ??= new Promise((done) => {
      if (document.getElementById("worker-script")) return done(true);
      const script = Dom.make("script", { src: `www/${part}.js` });
      script.addEventListener("load", () => done(true));
      script.addEventListener("error", () => {
        delete Later.loads[part];
        Notice.show("later", "This part of the page could not be loaded. Check your connection and try again.", []);
        done(false);
      });
      document.head.append(script);
    }));
  },
};
