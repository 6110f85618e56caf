// The engine's help, as one part: evaluation, arrows, hints and feedback.

import * as Arrows from "./arrows";
import * as EvalBar from "./evalbar";
import * as Hints from "./hints";
import * as Panel from "./panel";
import { helper } from "./shares";
import * as Voices from "./voices";

declare module "../base/lazy" {
  interface Parts {
    analysis: typeof import("./analysis");
  }
}

export { Arrows, Hints, helper, Panel };

for (const part of [EvalBar, Arrows, Voices, Panel, Hints]) part.init();
