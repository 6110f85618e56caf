// The way on for notices about a game that cannot be had: the button that opens the list of games.

import * as Dom from "../base/dom";
import type { Way } from "../base/notice";
import { chooseGame } from "./texts";

export const chooseInstead: Way = { label: chooseGame, act: () => Dom.button("open-picker").click() };
