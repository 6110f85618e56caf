declare namespace wasm_bindgen {
    /* tslint:disable */
    /* eslint-disable */
    /**
     * "Mark every move this piece can make": a position of the game, a piece in it, and the answer.
     */
    export interface ExerciseView {
        /**
         * The position as text, and as one character a square.
         */
        position: string;
        cells: string;
        /**
         * Where the piece stands, and its letter.
         */
        square: number;
        letter: string;
        /**
         * The squares it can go to, in order; at least one.
         */
        answer: number[];
    }

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
         * Set when this is a built-in game.
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
         * The game as text: as it was written, or as we print it for built-in games.
         */
        text: string;
        /**
         * What its author may want to know, although the text is valid.
         */
        notes: NoteView[];
    }

    /**
     * A move beside the best one.
     */
    export interface Judgement {
        quality: Quality;
        best: ThoughtView;
        played: ThoughtView;
    }

    /**
     * A path in a position: seen in a game, or made up to show something.
     */
    export interface ExampleView {
        /**
         * The game, and the ply in it, counted from 1.
         */
        game: number | undefined;
        ply: number;
        /**
         * It was played there, not only possible.
         */
        played: boolean;
        letter: string;
        /**
         * One character a square, square 0 first: a letter, or `.`.
         */
        cells: string;
        path: PathView;
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
     * A position with the path of one move in it.
     */
    export interface SceneView {
        cells: string;
        /**
         * Squares, the one where it begins first.
         */
        path: number[];
        /**
         * Which of the positions seen this is; none when it was made up.
         */
        position: number | undefined;
    }

    /**
     * A reply with the number of the command that it answers.
     */
    export interface Answer {
        id: number;
        /**
         * How long the worker has been at the command, by its own clock.
         */
        millis: number;
        reply: Reply;
    }

    /**
     * A word on the board and in the learned automaton.
     */
    export interface PathView {
        /**
         * As text: `(0,1,e)(0,1,p)`.
         */
        word: string;
        /**
         * Where it begins, then where each step leads.
         */
        squares: number[];
        /**
         * The start, then the state after each step; fewer than squares when the automaton has no step on.
         */
        states: number[];
        verdict: PathVerdict;
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
        /**
         * Where it passes other columns between its left state and its label, from left to right: x, then y of each.
         */
        lanes: number[];
    }

    /**
     * An answer that was given to a worker that is gone.
     */
    export interface Told {
        letter: string;
        /**
         * The word that was asked about, in board coordinates.
         */
        word: string;
        /**
         * Nothing for "I do not know."
         */
        legal: boolean | undefined;
    }

    /**
     * An answer to a question of the learner.
     */
    export type Said = "yes" | "no" | "pass" | "rules" | "back";

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
     * How one piece is learned, step by step.
     */
    export interface LessonView {
        letter: string;
        /**
         * Not while it is being prepared.
         */
        ready: boolean;
        /**
         * What it is learned from: positions, games seen to their end, different words of this piece.
         */
        positions: number;
        games: number;
        words: number;
        steps: number;
        /**
         * Which steps are left when only merges are shown: without the pairs that were refused, and the states that were kept.
         */
        merges: number[];
        /**
         * There was more than could be kept: between the last step but one and the last, something is missing.
         */
        cut: boolean;
        step: LessonStep | undefined;
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
        /**
         * Who plays: `random`, `strong`, or `mixed`, a game of each by turns.
         */
        players?: string | undefined;
        /**
         * Björnsson's K and MaxExpansions.
         */
        distance?: number | undefined;
        maxExpansions?: number | undefined;
    }

    /**
     * Something about a place in a text that is no error.
     */
    export interface NoteView {
        message: string;
        place: Place;
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
        /**
         * The pieces of which something has changed since the last answer; all of them when done.
         */
        pieces: LearnedView[];
        /**
         * All games are watched and everything is learned.
         */
        done: boolean;
        /**
         * The learned game, ready to be played, when done.
         */
        text: string | undefined;
        /**
         * Whether the true rules are known, so that what was learned can be judged by them.
         */
        judged: boolean;
        /**
         * Records that cannot all be right; a few of them, in words.
         */
        clashes: string[];
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
         * Too many moves to compare them all: no difference was found, and none is ruled out.
         */
        undecided: boolean;
        /**
         * A shortest move that it does not know yet, and one that it invented.
         */
        missed: string | undefined;
        invented: string | undefined;
    }

    /**
     * The squares of a way, the piece's own first.
     */
    export interface LineView {
        points: [number, number][];
        /**
         * It goes on to the edge of the board.
         */
        open: boolean;
        /**
         * It passes another piece.
         */
        over: boolean;
    }

    /**
     * What a link holds.
     */
    export interface Opened {
        source: Source;
        start: string | undefined;
        moves: string[];
        /**
         * How the sender's page stood, as names and values.
         */
        page: [string, string][];
    }

    /**
     * What a pasted text turned out to be.
     */
    export type Pasted = { type: "position"; start: string } | { type: "moves"; start: string | undefined; moves: string[] } | { type: "game"; text: string } | { type: "link"; fragment: string };

    /**
     * What a piece can do on a square so far to the right of it and so far above it. `over`: only where it passes another
     * piece on its way.
     */
    export interface MarkView {
        dx: number;
        dy: number;
        goes: boolean;
        captures: boolean;
        capturesOwn: boolean;
        goesOver: boolean;
        capturesOver: boolean;
        capturesOwnOver: boolean;
    }

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
     * What looking ahead has found, for the player to move.
     */
    export interface ThoughtView {
        /**
         * The last depth that was looked at whole; 0 when the move is a guess.
         */
        depth: number;
        nodes: number;
        /**
         * For comparing thoughts about one position: larger is better, sure wins largest, sooner ones more so.
         */
        value: number;
        /**
         * By how many of the cheapest pieces the player to move is ahead; nothing to go by when `win` is set.
         */
        score: number;
        /**
         * The chance to win, from 0 to 1.
         */
        chance: number;
        /**
         * A sure win in so many moves of either side; negative, a sure loss.
         */
        win: number | undefined;
        /**
         * The best moves for both sides, the one to play first.
         */
        line: MoveView[];
    }

    /**
     * What pieces are worth, and how it came to that.
     */
    export interface ValuesView {
        /**
         * Games of self-play so far.
         */
        games: number;
        /**
         * How many times what was learned won its test and was taken over.
         */
        adopted: number;
        /**
         * What self-play has come to.
         */
        values: PieceValue[];
        /**
         * Set when something was taken over: all weights, to be told to other workers.
         */
        learned: number[] | undefined;
    }

    /**
     * What the learned rule says of a move, beside the true one.
     */
    export type PathVerdict = "agreed" | "missed" | "invented" | "refused";

    /**
     * What the learner would like to know, and what it was told.
     */
    export interface AskingView {
        /**
         * Still thinking about what it has seen; ask again.
         */
        thinking: boolean;
        question: QuestionView | undefined;
        /**
         * Answers so far: yes and no, by whomever, and "I do not know".
         */
        answers: number;
        passed: number;
        /**
         * What the answer just given was taken for, when the rules gave it or it was taken back.
         */
        took: boolean | undefined;
        /**
         * An answer that what was seen speaks against.
         */
        refuted: Refuted | undefined;
        learning: LearningView;
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

    /**
     * Where one piece can go, seen from the square it stands on.
     */
    export interface DiagramView {
        letter: string;
        /**
         * Squares shown on each side of the piece.
         */
        radius: number;
        /**
         * From the top left to the bottom right.
         */
        marks: MarkView[];
        /**
         * Ways of more than one step.
         */
        lines: LineView[];
        /**
         * There are moves that the diagram does not show.
         */
        more: boolean;
    }

    /**
     * Why two states cannot be one: the automaton would accept this word.
     */
    export interface Objection {
        word: string;
        why: ObjectionWhy;
        /**
         * Where to see it.
         */
        scene: SceneView | undefined;
    }

    export interface LessonStep {
        index: number;
        what: LessonWhat;
        /**
         * Of the automaton at this step, which is drawn unless it is too large.
         */
        states: number;
        graph: GraphView | undefined;
        /**
         * The states in question.
         */
        marked: number[];
        objection: Objection | undefined;
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

    export interface PieceValue {
        letter: string;
        side: Side;
        value: number;
    }

    export interface PieceView {
        letter: string;
        side: Side;
        /**
         * What it is called: `guard`, or its letter in upper case.
         */
        name: string;
        /**
         * The id of its drawing, and whether its letter stands beside it, lest it is taken for another piece.
         */
        drawing: string;
        labelled: boolean;
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

    export interface QuestionView {
        letter: string;
        word: string;
        scene: SceneView;
    }

    export interface Refuted {
        letter: string;
        word: string;
        /**
         * What the answer was.
         */
        legal: boolean;
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

    export type Command = { type: "load"; source: Source } | { type: "check"; text: string } | { type: "show"; start: string | undefined; moves: string[] } | { type: "choose"; player: Mover; seed: number } | { type: "think"; player: Mover | undefined; seed: number; nodes: number | undefined; share: [number, number] | undefined } | { type: "judge"; text: string; nodes: number } | { type: "warmUp"; games: number; seed: number } | { type: "weigh"; weights: number[] } | { type: "paste"; text: string } | { type: "share"; source: Source | undefined; start: string | undefined; moves: string[]; page: [string, string][] } | { type: "open"; fragment: string } | { type: "learn"; settings: LearnSettings } | { type: "watch"; plies: number } | { type: "inspect"; letter: string; cells: string } | { type: "counts"; letter: string } | { type: "support"; letter: string; state: number; word: string } | { type: "pose"; letter: string; word: string } | { type: "enough" } | { type: "witness"; start: string | undefined; moves: string[] } | { type: "learnFrom"; settings: LearnSettings; foreign: boolean } | { type: "read"; text: string; last: boolean } | { type: "recognise"; text: string } | { type: "records"; from: number } | { type: "lesson"; letter: string; algorithm: string; games: number } | { type: "lessonStep"; index: number } | { type: "ask"; about: string | undefined; said: Said | undefined; told: Told[] | undefined } | { type: "export"; letter: string; format: Format } | { type: "work"; task: Task } | { type: "exercise"; seed: number; letter: string | undefined } | { type: "diagrams" } | { type: "record"; start: string | undefined; moves: string[] };

    export type Format = "dot" | "tikz" | "json";

    export type LessonWhat = "tree" | "minimized" | "tried" | "merged" | "refused" | "promoted" | "expanded" | "learned";

    export type Mover = "random" | { level: number };

    export type ObjectionWhy = "notListed" | "neverPlayed" | "notSeen" | "tooMany" | "noMove" | "twoLoops" | "known" | "notWorthIt" | "nothingInCommon" | "outdone";

    export type Quality = "best" | "good" | "inaccuracy" | "mistake" | "missedWin" | "loses";

    export type Reply = { type: "game"; game: GameView } | { type: "board"; board: BoardView } | { type: "chosen"; text: string } | { type: "thinking"; thinking: ThoughtView } | { type: "thought"; thought: ThoughtView } | { type: "judged"; judgement: Judgement } | { type: "warming"; values: ValuesView } | { type: "values"; values: ValuesView } | { type: "pasted"; pasted: Pasted } | { type: "link"; fragment: string } | { type: "opened"; opened: Opened } | { type: "learning"; learning: LearningView } | { type: "paths"; paths: PathView[] } | { type: "counts"; counts: number[] } | { type: "examples"; examples: ExampleView[] } | { type: "recognised"; id: string | undefined; onTable: boolean } | { type: "records"; text: string; next: number | undefined } | { type: "lesson"; lesson: LessonView } | { type: "asking"; asking: AskingView } | { type: "exported"; text: string } | { type: "worked"; count: number } | { type: "exercise"; exercise: ExerciseView } | { type: "diagrams"; diagrams: DiagramView[] } | { type: "record"; text: string } | { type: "failed"; message: string; place: Place | undefined };

    export type Side = "white" | "black";

    export type Task = { perft: { depth: number } } | { playouts: { count: number; seed: number } } | { search: { nodes: number } };


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
         * Posts every answer to the page. Only a dedicated worker can be asked for it.
         */
        constructor();
    }

    /**
     * Names the sources that this build was made from, so that a page can tell an old worker from a new one.
     */
    export function buildId(): string;

    /**
     * A seed that nobody can foretell. Everything random in the core follows from the seed that it is given.
     */
    export function freshSeed(): number;

}
declare type InitInput = RequestInfo | URL | Response | BufferSource | WebAssembly.Module;

declare interface InitOutput {
    readonly memory: WebAssembly.Memory;
    readonly __wbg_kibitzer_free: (a: number, b: number) => void;
    readonly buildId: () => [number, number];
    readonly freshSeed: () => [number, number, number];
    readonly kibitzer_handle: (a: number, b: any) => [number, number];
    readonly kibitzer_new: () => [number, number, number];
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
