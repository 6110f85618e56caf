// The guide reads well without this: it adds buttons to copy code, and the address of this very site to the examples.

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
  button.textContent = "Copy";
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = "Copied";
    } catch {
      getSelection()?.selectAllChildren(code.firstElementChild ?? code);
      button.textContent = "Press Ctrl+C (⌘C)";
    }
  });
  code.append(button);
}

// The single file is made here from the files of this site, so that every host has it without a build.
const note = document.getElementById("single-note");
const single = document.createElement("button");
single.type = "button";
single.textContent = "Save as one HTML file";
note?.before(single, " ");
const say = (text: string) => note && (note.textContent = text);
say("");
single.addEventListener("click", async () => {
  if (single.getAttribute("aria-disabled")) return;
  // Not `disabled`: that would lose the focus.
  single.setAttribute("aria-disabled", "true");
  say("Collecting the files …");
  try {
    if (!globalThis.crypto?.subtle) throw new Error("Browsers allow this only on pages opened over HTTPS or from this computer.");
    if (typeof kibitzerSingle === "undefined") await script("pkg/single.js");
    const html = await kibitzerSingle.make(async (path: string) => {
      const answer = await fetch(path).catch(() => null);
      if (!answer?.ok) throw new Error(`${path} could not be loaded.`);
      return answer.arrayBuffer();
    });
    const address = URL.createObjectURL(new Blob([html], { type: "text/html" }));
    const link = document.createElement("a");
    link.href = address;
    link.download = "kibitzer.html";
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 60000);
    say(`Saved as kibitzer.html, ${(html.length / 1e6).toFixed(1)} MB.`);
  } catch (error) {
    say(`${error instanceof Error ? error.message : error} In a clone of the repository, ./dev build writes the file to dist-single/kibitzer.html.`);
  }
  single.removeAttribute("aria-disabled");
});

function script(src: string) {
  return new Promise((done, fail) => {
    const element = document.createElement("script");
    element.src = src;
    element.onload = done;
    element.onerror = () => fail(new Error(`${src} could not be loaded.`));
    document.head.append(element);
  });
}

export {};
