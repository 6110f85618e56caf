// The name of a game stands in its text, so that it goes with it everywhere.

/** What stands before the first section. */
const heading = (text: string): string => text.split(/^\s*<(?!<)/m, 1)[0] ?? "";

const title = /<<([^>\n]*)>>/;

/** A bare line there is a name, too. */
const bareName = (text: string): string | undefined =>
  heading(text)
    .replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, "")
    .split("\n")
    .map((line) => line.replace("\ufeff", "").trim())
    .find((line) => line && !line.startsWith("<<"));

/** Other texts begin with the word `game` and a single word, after comments. */
const opening = /^(?:\ufeff?\s*(?:%.*)?\n)*\s*game\s+([\w-]+)/i;

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** A name as a single word: `my_new_game`. */
function asWord(name: string): string {
  const letters = name.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const word = letters.replace(/[^a-z0-9]+/g, "_").replace(/^_+|_+$/g, "");
  // Digits alone are a number and no word.
  return /[a-z]/.test(word) ? word : `game_${word}`.replace(/_$/, "");
}

/** `unnamed`: what a text without a name is called. */
export function nameOf(text: string, unnamed: string): string {
  const word = opening.exec(text)?.[1];
  const name = word ? capital(word.replace(/[_-]+/g, " ").trim()) : title.exec(heading(text))?.[1]?.trim() || bareName(text);
  return (name || unnamed).slice(0, 80);
}

/** The same text under another name. */
export function named(text: string, name: string): string {
  const found = opening.exec(text);
  if (found?.[1]) return text.slice(0, found[0].length - found[1].length) + asWord(name) + text.slice(found[0].length);
  const written = `<<${name}>>`;
  const head = heading(text);
  const bare = bareName(text);
  const rest = text.slice(head.length);
  if (title.test(head)) return head.replace(title, () => written) + rest;
  if (bare) return head.replace(bare, () => written) + rest;
  return `${written}\n${text.replace(/^\ufeff/, "")}`;
}

/** How the name of a file with this text ends. */
export const endingOf = (text: string): string => (opening.test(text) ? "game" : "sbg");

/** For a file. */
export const fileName = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 60) || "game";
