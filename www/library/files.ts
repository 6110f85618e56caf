// Games from files: chosen in the picker, or dropped on the page.

import * as Client from "../client/client";
import * as MyGames from "./mygames";
import { endingOf } from "./names";
import * as Picker from "./picker";
import { texts } from "./texts";

export function init(): void {
  Picker.filesChosen.listen(importFiles);
}

/** Whether a file holds a game, and not records of play. */
export async function isGame(file: File): Promise<boolean> {
  if (/\.(sbg|game)$/i.test(file.name)) return true;
  const text = await file
    .slice(0, 2 ** 16)
    .text()
    .catch(() => "");
  return /<(--)?\s*(BOARD|PIECES|GOALS)/.test(text) || endingOf(text) !== "sbg";
}

/** Takes in files; opens the game when it is one. */
export async function importFiles(files: File[]): Promise<void> {
  const added: MyGames.OwnGame[] = [];
  const problems: string[] = [];
  for (const file of files.slice(0, MyGames.most)) {
    const game = await importFile(file);
    if (typeof game === "string") problems.push(game);
    else added.push(game);
  }
  if (files.length > MyGames.most) problems.push(texts.onlyFirst(MyGames.most));
  const [first] = added;
  if (first && added.length === 1 && !problems.length) {
    Picker.close();
    return Picker.openOwn(first.id);
  }
  Picker.open();
  const imported = added.length ? texts.imported(added.length) : "";
  Picker.tell([imported, ...problems].filter(Boolean).join(" "));
}

/** Returns the game, or why there is none. */
async function importFile(file: File): Promise<MyGames.OwnGame | string> {
  if (file.size > 4 * MyGames.longest) return texts.tooLarge(file.name);
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    return texts.notText(file.name);
  }
  text = text.replace(/\r\n?/g, "\n");
  if (text.length > MyGames.longest) return texts.tooLarge(file.name);
  if (!text.trim()) return texts.emptyFile(file.name);
  const reply = await Client.table.check(text);
  return MyGames.withText(text) ?? MyGames.add(text, reply.type === "game" ? MyGames.cardOf(reply.game) : undefined);
}
