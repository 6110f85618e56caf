// Finding, making and changing elements.

/** The element with this id. Its kind is checked, so that a slip in the HTML shows at once and not at the first click. */
export function get<T extends Element>(id: string, kind: new () => T): T {
  const element = document.getElementById(id);
  if (!(element instanceof kind)) throw new Error(`no ${kind.name} with the id ${id}`);
  return element;
}

export const button = (id: string): HTMLButtonElement => get(id, HTMLButtonElement);

export function make<K extends keyof HTMLElementTagNameMap>(tag: K, properties: Partial<HTMLElementTagNameMap[K]> = {}, ...children: (Node | string)[]): HTMLElementTagNameMap[K] {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

/** Sets a text only when it changes: a live region must not be read out again, and a selection in it must stay. */
export function say(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

/** Sets an attribute only when it changes. */
export function set(element: Element, name: string, value: string): void {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/** A button that disables itself under the finger loses the keyboard's place, so it is said without taking it away. */
export function enable(id: string, on: boolean): void {
  set(button(id), "aria-disabled", String(!on));
}

/** Whether typed letters belong to this element. */
export const takesText = (element: Element | null): boolean => element instanceof HTMLTextAreaElement || element instanceof HTMLInputElement || element instanceof HTMLSelectElement;

export function download(blob: Blob, name: string): void {
  const link = make("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/** A classic script, run when it has come. */
export const loadScript = (src: string): Promise<void> =>
  new Promise((done, fail) => {
    const script = make("script", { src });
    script.addEventListener("load", () => done());
    script.addEventListener("error", () => fail(new Error(src)));
    document.head.append(script);
  });
