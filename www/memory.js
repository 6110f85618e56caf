// @ts-check
// What a visitor chose last time. A sandboxed frame and some private modes refuse all storage by throwing.

const Memory = {
  /** @param {string} name @returns {string | null} */
  get(name) {
    try {
      return localStorage.getItem(`kibitzer.${name}`);
    } catch {
      return null;
    }
  },

  /** @param {string} name @param {string} value */
  set(name, value) {
    try {
      localStorage.setItem(`kibitzer.${name}`, value);
    } catch {
      // The choice then lasts as long as the page.
    }
  },
};
