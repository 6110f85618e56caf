// Games, or a file of records, dropped on the page.

import * as Lazy from "../base/lazy";
import { Boxes } from "../learn/boxes";
import * as Tabs from "../page/tabs";

export function init(): void {
  document.addEventListener("dragover", (event) => event.dataTransfer?.types.includes("Files") && event.preventDefault());
  document.addEventListener("drop", onDrop);
}

async function onDrop(event: DragEvent): Promise<void> {
  const files = [...(event.dataTransfer?.files ?? [])];
  const [file] = files;
  if (!file) return;
  event.preventDefault();
  const library = await Lazy.need("library");
  if (!library) return;
  const games = await Promise.all(files.map(library.Files.isGame));
  if (games.includes(true)) return library.Files.importFiles(files.filter((_, index) => games[index]));
  library.Picker.close();
  Tabs.open("watch");
  await Boxes.open("records");
  if (Boxes.current === "records") (await Lazy.need("records"))?.Records.read(file);
}
