declare namespace wasm_bindgen {
    /* tslint:disable */
    /* eslint-disable */
    /**
     * A command with the number that its answers will carry.
     */
    export interface Ask {
        id: number;
        command: Command;
    }

    /**
     * A game as the page presents it.
     */
    export interface GameView {
        /**
         * Set when this is a game in the box.
         */
        id: string | undefined;
        name: string;
        /**
         * Where it comes from, in a sentence or two.
         */
        about: string;
        width: number;
        height: number;
        /**
         * One character a square, square 0 first: a letter, or `.`.
         */
        cells: string;
        plyLimit: number;
        pieces: PieceView[];
        /**
         * How the game is won, a sentence each.
         */
        goals: string[];
        /**
         * The game as text: as it was written, or as we print it for games in the box.
         */
        text: string;
    }

    /**
     * A position and everything that one may do in it.
     */
    export interface BoardView {
        /**
         * One character a square, square 0 first: a letter, or `.`.
         */
        cells: string;
        toMove: Side;
        /**
         * Plies played since the game's start.
         */
        ply: number;
        legal: MoveView[];
        /**
         * The moves that led here, one entry a ply.
         */
        played: MoveView[];
        end: End | undefined;
        /**
         * The position as text, for copying.
         */
        position: string;
    }

    /**
     * A reply with the number of the command that it answers.
     */
    export interface Answer {
        id: number;
        reply: Reply;
    }

    /**
     * All transitions from one state to another, with the box of their label.
     */
    export interface ArrowView {
        from: number;
        to: number;
        steps: StepView[];
        x: number;
        y: number;
        width: number;
        height: number;
    }

    /**
     * An automaton, laid out to be drawn. State 0 is the start.
     */
    export interface GraphView {
        width: number;
        height: number;
        states: StateView[];
        arrows: ArrowView[];
    }

    /**
     * How a game ended.
     */
    export interface End {
        /**
         * Nobody, when it is a draw.
         */
        winner: Side | undefined;
        /**
         * A whole sentence: `White wins: a P reached a8.`
         */
        sentence: string;
    }

    /**
     * How to watch and learn. The same settings give the same games and the same automata.
     */
    export interface LearnSettings {
        /**
         * How many games to watch.
         */
        games: number;
        /**
         * Whether the onlooker is told all legal moves, or sees only the one that is played.
         */
        allMoves: boolean;
        seed: number;
        /**
         * `kibitzer`, `bjornsson`, `rpni` or `spine`.
         */
        algorithm: string;
        /**
         * For the published algorithms: `bjornsson`, `fast`, or `fractional:0.7`.
         */
        check: string;
    }

    /**
     * The game that is being watched, and what has been understood by now.
     */
    export interface LearningView {
        /**
         * Games watched to their end, of how many.
         */
        games: number;
        gamesInAll: number;
        /**
         * Positions seen, and different ones among them.
         */
        records: number;
        positions: number;
        /**
         * Automata tried, and merges of states that were kept.
         */
        candidates: number;
        merges: number;
        /**
         * The watched position as text, so that a visitor can take over from there.
         */
        position: string;
        /**
         * The position on the watched board, and the move that led to it.
         */
        cells: string;
        last: MoveView | undefined;
        /**
         * How the watched game ended, if it just did.
         */
        end: End | undefined;
        /**
         * What was understood last, in words; empty when nothing changed.
         */
        news: string;
        pieces: LearnedView[];
        /**
         * All games are watched and everything is learned.
         */
        done: boolean;
        /**
         * The learned game, ready to be played, when done.
         */
        text: string | undefined;
    }

    /**
     * The learned rule beside the true one.
     */
    export interface Verdict {
        /**
         * It allows the same moves on every board that could arise.
         */
        exact: boolean;
        /**
         * A shortest move that it does not know yet, and one that it invented.
         */
        missed: string | undefined;
        invented: string | undefined;
    }

    /**
     * What a link holds.
     */
    export interface Opened {
        source: Source;
        start: string | undefined;
        moves: string[];
    }

    /**
     * What a pasted text turned out to be.
     */
    export type Pasted = { type: "position"; start: string } | { type: "moves"; start: string | undefined; moves: string[] } | { type: "game"; text: string } | { type: "link"; fragment: string };

    /**
     * What has been learned of one letter.
     */
    export interface LearnedView {
        letter: string;
        side: Side;
        sentence: string;
        expression: string;
        /**
         * Different words seen legal.
         */
        words: number;
        /**
         * Between 0 and 1: of the moves it takes for possible, the share that was seen.
         */
        sure: number;
        /**
         * Words that the games seen do not decide, shortest first; a few of `doubt_count`.
         */
        doubts: string[];
        doubtCount: number;
        verdict: Verdict;
        graph: GraphView;
    }

    /**
     * Where a game comes from.
     */
    export type Source = { builtin: string } | { text: string };

    /**
     * Where in a text something is wrong; lines and columns count from 1, columns in characters.
     */
    export interface Place {
        line: number;
        column: number;
        /**
         * How many characters are at fault, at least 1.
         */
        length: number;
    }

    export interface MoveView {
        from: number;
        to: number;
        /**
         * As it is written in lists, links and commands: `a2a3`.
         */
        text: string;
        /**
         * The letter that moves.
         */
        piece: string;
        /**
         * The letter that is captured, if any.
         */
        captured: string | undefined;
    }

    export interface PieceView {
        letter: string;
        side: Side;
        count: number;
        /**
         * The rule in plain English.
         */
        sentence: string;
        /**
         * The rule as a regular expression.
         */
        expression: string;
        /**
         * States of its smallest automaton.
         */
        states: number;
    }

    export interface StateView {
        x: number;
        y: number;
        accepting: boolean;
    }

    export interface StepView {
        dx: number;
        dy: number;
        /**
         * `e`, `p` or `w`.
         */
        on: string;
    }

    export type Command = { type: "load"; source: Source } | { type: "check"; text: string } | { type: "show"; start: string | undefined; moves: string[] } | { type: "choose"; player: Mover; seed: number } | { type: "paste"; text: string } | { type: "share"; start: string | undefined; moves: string[] } | { type: "open"; fragment: string } | { type: "learn"; settings: LearnSettings } | { type: "watch"; plies: number } | { type: "work"; task: Task };

    export type Mover = "random" | { level: number };

    export type Reply = { type: "game"; game: GameView } | { type: "board"; board: BoardView } | { type: "chosen"; text: string } | { type: "pasted"; pasted: Pasted } | { type: "link"; fragment: string } | { type: "opened"; opened: Opened } | { type: "learning"; learning: LearningView } | { type: "worked"; count: number } | { type: "failed"; message: string; place: Place | undefined };

    export type Side = "white" | "black";

    export type Task = { perft: { depth: number } } | { playouts: { count: number; seed: number } };


    /**
     * The application as JavaScript sees it. One lives in each worker.
     */
    export class Kibitzer {
        free(): void;
        [Symbol.dispose](): void;
        /**
         * Carries out one `Ask`. A message of another shape is answered with an error, never with silence.
         */
        handle(ask: any): void;
        /**
         * `post` receives every answer.
         */
        constructor(post: Function);
    }

    /**
     * Names the sources that this build was made from, so that a page can tell an old worker from a new one.
     */
    export function buildId(): string;

}
declare type InitInput = RequestInfo | URL | Response | BufferSource | WebAssembly.Module;

declare interface InitOutput {
    readonly memory: WebAssembly.Memory;
    readonly __wbg_kibitzer_free: (a: number, b: number) => void;
    readonly buildId: () => [number, number];
    readonly kibitzer_handle: (a: number, b: any) => [number, number];
    readonly kibitzer_new: (a: any) => number;
    readonly __wbindgen_malloc: (a: number, b: number) => number;
    readonly __wbindgen_realloc: (a: number, b: number, c: number, d: number) => number;
    readonly __wbindgen_free: (a: number, b: number, c: number) => void;
    readonly __wbindgen_exn_store: (a: number) => void;
    readonly __externref_table_alloc: () => number;
    readonly __wbindgen_externrefs: WebAssembly.Table;
    readonly __externref_table_dealloc: (a: number) => void;
    readonly __wbindgen_start: () => void;
}

declare type SyncInitInput = BufferSource | WebAssembly.Module;

declare namespace wasm_bindgen {
    /**
     * Instantiates the given `module`, which can either be bytes or
     * a precompiled `WebAssembly.Module`.
     *
     * @param {{ module: SyncInitInput }} module - Passing `SyncInitInput` directly is deprecated.
     *
     * @returns {InitOutput}
     */
    export function initSync(module: { module: SyncInitInput } | SyncInitInput): InitOutput;
}

/**
 * If `module_or_path` is {RequestInfo} or {URL}, makes a request and
 * for everything else, calls `WebAssembly.instantiate` directly.
 *
 * @param {{ module_or_path: InitInput | Promise<InitInput> }} module_or_path - Passing `InitInput` directly is deprecated.
 *
 * @returns {Promise<InitOutput>}
 */
declare function wasm_bindgen (module_or_path?: { module_or_path: InitInput | Promise<InitInput> } | InitInput | Promise<InitInput>): Promise<InitOutput>;
