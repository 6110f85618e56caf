// @ts-check
// The guide reads well without this: it adds buttons to copy code, and the address of this very site to the examples.

{
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

  // The single file is made by a build; not every site carries it.
  const single = document.getElementById("single");
  const note = document.getElementById("single-note");
  single?.addEventListener("click", async (event) => {
    if (!(single instanceof HTMLAnchorElement) || !note || single.dataset.found) return;
    event.preventDefault();
    const found = await fetch(single.href, { method: "HEAD" }).then((answer) => answer.ok, () => false);
    if (!found) return void (note.textContent = "This site does not host the file; ./dev build writes it to dist-single/kibitzer.html.");
    single.dataset.found = "yes";
    single.click();
  });
}
