// The guide reads well without this: it adds buttons to copy code, and the address of this very site to the examples.

import { texts } from "./texts";

declare global {
  /** What pkg/single.js leaves behind. */
  var kibitzerSingle: typeof import("./single");
}

const here = new URL(".", location.href).href;
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (walker.nextNode()) {
  const text = walker.currentNode;
  if (text.nodeValue?.includes("https://HOST/")) text.nodeValue = text.nodeValue.replaceAll("https://HOST/", here);
}

for (const code of document.querySelectorAll(".code.copy")) {
  const text = code.textContent ?? "";
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = texts.copy;
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = texts.copied;
    } catch {
      getSelection()?.selectAllChildren(code.firstElementChild ?? code);
      button.textContent = texts.copyByHand;
    }
  });
  code.append(button);
}

// The single file is made here from the files of this site, so that every host has it without a build.
const note = document.getElementById("single-note");
const single = document.createElement("button");
single.type = "button";
single.textContent = texts.save;
note?.before(single, " ");
const say = (text: string) => note && (note.textContent = text);
say("");
single.addEventListener("click", async () => {
  if (single.getAttribute("aria-disabled")) return;
  // Not `disabled`: that would lose the focus.
  single.setAttribute("aria-disabled", "true");
  say(texts.collecting);
  try {
    if (!globalThis.crypto?.subtle) throw new Error(texts.needsHttps);
    if (typeof kibitzerSingle === "undefined") await script("pkg/single.js");
    const html = await kibitzerSingle.make(async (path: string) => {
      const answer = await fetch(path).catch(() => null);
      if (!answer?.ok) throw new Error(texts.notLoaded(path));
      return answer.arrayBuffer();
    });
    const address = URL.createObjectURL(new Blob([html], { type: "text/html" }));
    const link = document.createElement("a");
    link.href = address;
    link.download = "kibitzer.html";
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 60000);
    say(texts.saved(link.download, html.length));
  } catch (error) {
    say(texts.notSaved(error instanceof Error ? error.message : String(error)));
  }
  single.removeAttribute("aria-disabled");
});

function script(src: string) {
  return new Promise((done, fail) => {
    const element = document.createElement("script");
    element.src = src;
    element.onload = done;
    element.onerror = () => fail(new Error(texts.notLoaded(src)));
    document.head.append(element);
  });
}
