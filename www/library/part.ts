// The library, as one part: the list of games, the visitor's own ones, the editor, copy and paste.

import * as Editor from "./editor";
import * as Exchange from "./exchange";
import * as Files from "./files";
import * as MyGames from "./mygames";
import * as Picker from "./picker";

declare module "../base/lazy" {
  interface Parts {
    library: typeof import("./part");
  }
}

export { Editor, Files, MyGames, Picker };

for (const part of [Picker, MyGames, Files, Editor, Exchange]) part.init();
