// What the page around a frame may ask of it. Each command returns nothing, or what was wrong.

import * as Frames from "../base/frames";
import * as Notice from "../base/notice";
import type { Reply } from "../client/protocol";
import { Learned } from "../learn/learned";
import { Watch } from "../learn/watch";
import * as Tabs from "../page/tabs";
import * as Links from "../share/links";
import * as Share from "../share/share";
import * as Game from "../store/game";
import { size, store } from "../store/store";
import { pieceOfSymbol, squareName } from "../store/words";
import * as Embedding from "./embedding";
import { type Act, type Id, illegal, isText, isTexts, listenFor, longestMove, pieces, settled, tell, tellState } from "./messages";
import { messageTexts as texts } from "./texts";

export function listen(): void {
  Embedding.state.tellState = tellState;
  listenFor(commands);
}

/** Does something to the game that is there. */
async function act(does: () => unknown, id?: Id): Promise<string | undefined> {
  await Embedding.state.start();
  const wrong = await settled();
  if (wrong) return wrong;
  await does();
  return afterwards(id);
}

async function after(reply: Reply, id?: Id): Promise<string | undefined> {
  if (reply.type === "failed") return reply.message;
  Notice.clear("link");
  return afterwards(id);
}

async function afterwards(id?: Id): Promise<string | undefined> {
  const wrong = await settled();
  if (!wrong) await tellState(id);
  return wrong || undefined;
}

const commands: Record<string, Act> = {
  getState: (_, id) => tellState(id),

  async load({ game, text, pos, moves }, id) {
    if (isText(game) === isText(text)) return texts.loadNeeds;
    if (pos !== undefined && !isText(pos)) return texts.posNeeds;
    if (moves !== undefined && !isTexts(moves)) return texts.movesNeeds;
    await Embedding.state.start();
    const source = isText(game) ? { builtin: game } : { text: String(text) };
    return after(await Game.load(source, { start: pos, moves }), id);
  },

  async setState({ state }, id) {
    if (!isText(state)) return texts.setStateNeeds;
    await Embedding.state.start();
    return after(await Links.follow(state), id);
  },

  async move({ move }, id) {
    if (!isText(move) || move.length > longestMove) return texts.moveNeeds;
    await Embedding.state.start();
    const wrong = await settled();
    if (wrong) return wrong;
    const found = store.mode.kind === "watch" ? undefined : store.board?.legal.find((each) => each.text === move);
    if (!found) return illegal(move, id);
    Game.play(found);
    return afterwards(id);
  },

  undo: (_, id) => act(Game.undo, id),
  reset: (_, id) => act(Game.restart, id),
  flip: (_, id) => act(Game.flip, id),

  async "learn.start"({ settings, fast }, id) {
    if (settings !== undefined && (typeof settings !== "object" || settings === null)) return texts.settingsNeeds;
    await Embedding.state.start();
    const wrong = await settled();
    if (wrong) return wrong;
    Tabs.open("watch");
    const said = Object.entries(settings ?? {}).slice(0, 40);
    if (settings) Share.restoreLearning(said.map(([name, value]) => [name, String(value).slice(0, 60)]));
    // It goes on, when nothing else was asked for.
    if (settings || !Watch.view || Watch.over()) await Watch.restart();
    if (fast === true) await Watch.skip();
    else Watch.go();
    return tellState(id);
  },

  "learn.pause": (_, id) => act(Watch.pause, id),

  "learn.stop": (_, id) => act(() => Tabs.open("play"), id),

  async highlight({ squares }, id) {
    if (!isTexts(squares) || squares.length > 256) return texts.highlightNeeds;
    const wrong = await settled();
    if (wrong) return wrong;
    const { width, height } = size();
    const all = Array.from({ length: width * height }, (_, square) => square);
    const unknown = squares.find((name) => !all.some((square) => squareName(square) === name));
    if (unknown !== undefined) return texts.noSquare(unknown);
    store.highlights = all.filter((square) => squares.includes(squareName(square)));
    Frames.refresh();
    return tellState(id);
  },

  async showPiece({ piece }, id) {
    if (!isText(piece) || piece.length !== 1) return texts.showPieceNeeds;
    const wrong = await settled();
    if (wrong) return wrong;
    const number = pieceOfSymbol(piece);
    const known = store.game?.pieces.find((each) => each.piece === number);
    if (!known || number === undefined) return texts.noPiece(piece);
    if (Watch.view) Learned.choose(number);
    else Tabs.open("rules");
    const { sentence, expression, states } = known;
    tell("piece", { letter: piece, sentence, expression, states, learned: pieces().find((each) => each.letter === piece) }, id);
  },
};
