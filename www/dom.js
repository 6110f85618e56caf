// @ts-check
// Finding and making elements.

const Dom = {
  /**
   * The element with this id. Its kind is checked, so that a slip in the HTML shows at once and not at the first click.
   * @template {Element} T
   * @param {string} id
   * @param {new () => T} kind
   * @returns {T}
   */
  get(id, kind) {
    const element = document.getElementById(id);
    if (!(element instanceof kind)) throw new Error(`no ${kind.name} with the id ${id}`);
    return element;
  },

  /** @param {string} id */
  button: (id) => Dom.get(id, HTMLButtonElement),

  /**
   * @template {keyof HTMLElementTagNameMap} K
   * @param {K} tag
   * @param {Partial<HTMLElementTagNameMap[K]>} [properties]
   * @param {...(Node | string)} children
   * @returns {HTMLElementTagNameMap[K]}
   */
  make(tag, properties = {}, ...children) {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children);
    return element;
  },

  /**
   * Sets a text only when it changes: a live region must not be read out again, and a selection in it must stay.
   * @param {Element} element
   * @param {string} text
   */
  say(element, text) {
    if (element.textContent !== text) element.textContent = text;
  },

  /** @param {Element | null} element whether typed letters belong to this element */
  takesText: (element) =>
    element instanceof HTMLTextAreaElement || element instanceof HTMLInputElement || element instanceof HTMLSelectElement,

  /** @param {Blob} blob @param {string} name */
  download(blob, name) {
    const link = Dom.make("a", { href: URL.createObjectURL(blob), download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  },
};
