// Styles of parts that are loaded later: they come with the part, so that no first visit pays for them.

/** Adds rules to the page's own. A sheet that is built here is no inline style to a content security policy. */
export function adopt(rules: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
