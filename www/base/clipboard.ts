// Copying to the clipboard, also where a frame lacks the permission for the new way.

import * as Dom from "./dom";

export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Frames without the permission may still copy the old way.
    const area = Dom.make("textarea", { value: text, className: "unseen", readOnly: true });
    const focused = document.activeElement;
    // Beside what has the focus: a modal dialog makes everything outside it unselectable.
    (focused?.parentElement ?? document.body).append(area);
    area.select();
    const copied = document.execCommand("copy");
    area.remove();
    if (focused instanceof HTMLElement) focused.focus();
    return copied;
  }
}
