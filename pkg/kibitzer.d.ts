declare namespace wasm_bindgen {
    /* tslint:disable */
    /* eslint-disable */
    /**
     * "Mark every move this piece can make": a position of the game, a piece in it, and the answer.
     */
    export interface ExerciseView {
        /**
         * The position as text and as pieces.
         */
        position: string;
        squares: number[];
        hands: HandView[];
        piece: number;
        /**
         * Where the piece stands.
         */
        square: number;
        /**
         * The squares it can go to, in order; at least one.
         */
        answer: number[];
    }

    /**
     * A build of this crate for the page. What most visits do without is fetched when it is first needed; `dev` says what
     * each is built from. The page knows them by these names, which are names of files.
     */
    export type Module = "kibitzer" | "thinking" | "metagame" | "complete";

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
         * By this a game is known again: texts that differ at most in the name of the game have the same.
         */
        identity: string;
        board: BoardShape;
        start: PlacementView;
        /**
         * Every piece that can be on the board or in a hand.
         */
        legend: PieceLook[];
        /**
         * Whether it can be watched and learned.
         */
        learnable: boolean;
        /**
         * The module that thinks about it.
         */
        engine: Module;
        /**
         * The name of the net that was trained for its rules, if one was: a file that engines are told by `net`.
         */
        net: string | undefined;
        /**
         * Set when this is a built-in game.
         */
        id: string | undefined;
        name: string;
        /**
         * Where it comes from, in a sentence or two.
         */
        about: string;
        plyLimit: number | undefined;
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
     * A game that was invented.
     */
    export interface InventedView {
        text: string;
        /**
         * The seed that gives this game again with the same settings.
         */
        seed: number;
        /**
         * Of random games that were played with it: all, and those won by White and by Black.
         */
        played: number;
        white: number;
        black: number;
        /**
         * What random play finds against it, in a sentence.
         */
        flaw: string | undefined;
    }

    /**
     * A game that was learned: its text, and the identity that it has when it is loaded, under whatever name.
     */
    export interface LearnedGame {
        identity: string;
        text: string;
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
        piece: number;
        /**
         * A piece for each square; 0 where it is empty.
         */
        squares: number[];
        path: PathView;
    }

    /**
     * A piece on a square; 0 for none.
     */
    export interface PieceAt {
        square: number;
        piece: number;
    }

    /**
     * A player who does not choose at random, so that silence says less.
     */
    export interface NotRandom {
        side: Side;
        /**
         * Moves that were never played are no evidence at all; otherwise they count for less.
         */
        ignored: boolean;
    }

    /**
     * A position and everything that one may do in it.
     */
    export interface BoardView {
        /**
         * A piece for each square, square 0 first; 0 where it is empty.
         */
        squares: number[];
        hands: HandView[];
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
        /**
         * A piece for each square; 0 where it is empty.
         */
        squares: number[];
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
     * A question of the learner, and the answers so far.
     */
    export interface AskingView {
        /**
         * Still thinking about what it has seen; ask again.
         */
        thinking: boolean;
        question: QuestionView | undefined;
        /**
         * Answers so far: yes and no, from the person or the rules, and "I do not know".
         */
        answers: number;
        passed: number;
        /**
         * How the answer just given was understood, when the rules gave it or it was taken back.
         */
        took: boolean | undefined;
        /**
         * An answer that the records contradict.
         */
        refuted: Refuted | undefined;
        learning: LearningView;
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
        steps: StepView[];
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
     * A word that the games seen do not decide.
     */
    export interface DoubtView {
        steps: StepView[];
        /**
         * Taken for legal.
         */
        accepted: boolean;
        /**
         * What that rests on: `generalized`, `symmetry`, `counterpart` or `open`.
         */
        why: string;
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
     * An answer that was given to another learner.
     */
    export interface Told {
        piece: number;
        /**
         * The word that was asked about.
         */
        steps: StepView[];
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
     * An experiment as a page offers it.
     */
    export interface ExperimentView {
        name: string;
        title: string;
        about: string;
        /**
         * Author and year of what is repeated, under which it is listed.
         */
        paper: string;
        /**
         * Whose figures stand beside ours; empty where there are none.
         */
        source: string;
        parameters: ParameterView[];
    }

    /**
     * By how much the number of pieces in a hand changes.
     */
    export interface HandChange {
        owner: Side;
        piece: number;
        by: number;
    }

    /**
     * How a game ended.
     */
    export interface End {
        /**
         * None in a draw.
         */
        winner: Side | undefined;
        /**
         * Names the rule: `reached`, `no-moves`.
         */
        reason: string;
        /**
         * A whole sentence: `White wins: a P reached a8.`
         */
        sentence: string;
    }

    /**
     * How one piece is learned, step by step.
     */
    export interface LessonView {
        /**
         * The identity of the game that is watched, as in `LearningView`.
         */
        identity: string | undefined;
        piece: number;
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
        /**
         * Words that were not seen, but are images of words that were.
         */
        bySymmetry: number;
        /**
         * Words that were listed and are left out as errors in the records.
         */
        outvotedSteps: StepView[][];
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
         * Whether records list all legal moves, or only the one that is played.
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
     * One of the things that a player touches to make a move.
     */
    export type TouchView = { square: number } | { hand: number } | { choice: ChoiceView };

    /**
     * One part of a sum: `value` times `weight` is what it adds. In an evaluation, positive is good for White.
     */
    export interface TermView {
        name: string;
        /**
         * What it counts, in a few words.
         */
        label: string;
        value: number;
        weight: number;
    }

    /**
     * One step of a word: how far to the right and how far up, and what stands there.
     */
    export interface StepView {
        dx: number;
        dy: number;
        on: OnView;
    }

    /**
     * Pieces of one kind in a player's hand.
     */
    export interface HandView {
        owner: Side;
        piece: number;
        count: number;
    }

    /**
     * Something about a place in a text that is no error.
     */
    export interface NoteView {
        message: string;
        span: Span;
    }

    /**
     * Something that can be set before a game is invented.
     */
    export interface SettingView {
        name: string;
        /**
         * Settings of a group belong together: `Board`.
         */
        group: string;
        /**
         * What it decides, in a few words.
         */
        label: string;
        kind: SettingKind;
        /**
         * As it is written in `invent`.
         */
        default: string;
    }

    /**
     * Something to be named: `name` tells choices apart, `label` is shown to people.
     */
    export interface ChoiceView {
        name: string;
        label: string;
    }

    /**
     * The evaluation that the engine plays by, on one position.
     */
    export interface EvaluationView {
        by: EvaluatedBy;
        terms: TermView[];
    }

    /**
     * The game that is being watched, and what has been understood by now.
     */
    export interface LearningView {
        /**
         * The identity of the game that is watched; none where records of an unknown game are read.
         */
        identity: string | undefined;
        board: BoardShape;
        /**
         * What the pieces on the watched board look like.
         */
        legend: PieceLook[];
        /**
         * A piece for each square of the watched board; 0 where it is empty.
         */
        squares: number[];
        hands: HandView[];
        toMove: Side;
        /**
         * The learned game, ready to be played, when done.
         */
        learned: LearnedGame | undefined;
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
        last: MoveView | undefined;
        /**
         * How the watched game ended, if it just did.
         */
        end: End | undefined;
        /**
         * Whether what the page says of some piece has changed since the last answer.
         */
        news: boolean;
        /**
         * The pieces of which something has changed since the last answer; all of them when done.
         */
        pieces: LearnedView[];
        /**
         * All games are watched and everything is learned.
         */
        done: boolean;
        /**
         * Whether the true rules are known, so that what was learned can be judged by them.
         */
        judged: boolean;
        /**
         * Records that cannot all be right; a few of them, in words.
         */
        clashes: string[];
        /**
         * Players who do not choose at random.
         */
        notRandom: NotRandom[];
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
        missedSteps: StepView[] | undefined;
        inventedSteps: StepView[] | undefined;
    }

    /**
     * The rows of a cell, as the text that `report` and `export` take.
     */
    export interface DoneCell {
        cell: number;
        rows: string;
    }

    /**
     * The squares of a board: `y * width + x`.
     */
    export interface BoardShape {
        width: number;
        height: number;
        topology: Topology;
    }

    /**
     * The squares of a way, the piece's own first.
     */
    export interface LineView {
        points: [number, number][];
        /**
         * It extends to the edge of the board.
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
    export type Pasted = { position: { start: string } } | { moves: { start: string | undefined; moves: string[] } } | { game: { text: string } } | { link: { fragment: string } };

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
     * What a piece is worth by the rules alone: the sum of its terms.
     */
    export interface WorthView {
        piece: number;
        terms: TermView[];
        total: number;
    }

    /**
     * What a piece looks like. Everything else names pieces by `id`: a number above 0, unique within a game, and the same in a
     * game and in what is learned of it.
     */
    export interface PieceLook {
        id: number;
        owner: Side;
        /**
         * `guard`; without the owner.
         */
        name: string;
        /**
         * What is typed for it; unique within the game.
         */
        symbol: string;
        /**
         * The id of its drawing.
         */
        drawing: string;
        /**
         * A short text to draw with it, where the drawing alone could be taken for another piece.
         */
        label: string | undefined;
        /**
         * The other player's piece of this kind, if there is one.
         */
        twin: number | undefined;
    }

    /**
     * What has been learned of one letter.
     */
    export interface LearnedView {
        piece: number;
        side: Side;
        sentence: string;
        expression: string;
        /**
         * Different words seen legal.
         */
        words: number;
        /**
         * Between 0 and 1: an estimate of the chance that the automaton is exact.
         */
        sure: number;
        /**
         * Words that the games seen do not decide, those first that are worth most to settle; a few of `doubt_count`.
         */
        doubts: DoubtView[];
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
        /**
         * It was stopped within the next depth, and the rest is the best of that depth so far.
         */
        partial: boolean;
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
     * What one share of a search has reported, as far as shares are compared by it.
     */
    export interface ShareReport {
        depth: number;
        partial: boolean;
        nodes: number;
        value: number;
        /**
         * Its line is empty: the share has no move.
         */
        empty: boolean;
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
     * What stands on a square, as the mover sees it, by the papers' letters: nothing, the opponent's piece, an own one.
     */
    export type OnView = "e" | "p" | "w";

    /**
     * What stands where, and whose turn it is.
     */
    export interface PlacementView {
        /**
         * A piece for each square, square 0 first; 0 where it is empty.
         */
        squares: number[];
        hands: HandView[];
        toMove: Side;
    }

    /**
     * What the learned rule says of a move, beside the true one.
     */
    export type PathVerdict = "agreed" | "missed" | "invented" | "refused";

    /**
     * Where a game comes from.
     */
    export type Source = { builtin: string } | { text: string };

    /**
     * Where in a text something is wrong; lines and columns count from 1, columns in characters.
     */
    export interface Span {
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
        piece: number;
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
     * Where the weights of an evaluation come from.
     */
    export type EvaluatedBy = "advisors" | "rules" | "fitted" | "net" | "learned";

    /**
     * Which report of which share is the best of all, and what holds of them together.
     */
    export interface Combined {
        share: number;
        report: number;
        depth: number;
        partial: boolean;
        nodes: number;
    }

    /**
     * Why a command could not be carried out: for programs, for people, and where, if it is about a text.
     */
    export interface Failed {
        code: FailureCode;
        message: string;
        span: Span | undefined;
        module: Module | undefined;
    }

    /**
     * Why two states cannot be one: the automaton would accept this word.
     */
    export interface Objection {
        steps: StepView[];
        why: ObjectionWhy;
        /**
         * The position shows an image of the word, and the piece is taken to be symmetric.
         */
        bySymmetry: boolean;
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
        /**
         * As it is written in lists, links and commands: `a2a3`.
         */
        text: string;
        /**
         * Who makes it.
         */
        side: Side;
        touches: TouchView[];
        /**
         * What stands afterwards on the squares that change.
         */
        does: PieceAt[];
        hands: HandChange[];
        /**
         * The piece that moves, if one does, and those that are captured.
         */
        moved: number | undefined;
        takes: PieceAt[];
    }

    export interface NamedText {
        name: string;
        text: string;
    }

    export interface ParameterView {
        name: string;
        about: string;
        default: string;
        /**
         * `count`, `counts`, `games`, `choice`, `choices`, `player`, `players` or `text`.
         */
        kind: string;
        /**
         * The values of a choice, or the games that are built in; of a number, the least and the most.
         */
        values: string[];
    }

    export interface PieceValue {
        piece: number;
        side: Side;
        value: number;
    }

    export interface PieceView {
        piece: number;
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

    export interface PlanView {
        /**
         * The settings in their shortest form.
         */
        settings: string;
        /**
         * Every parameter with its value.
         */
        values: [string, string][];
        /**
         * What each cell is about.
         */
        cells: string[];
        /**
         * How long each takes compared with the others.
         */
        costs: number[];
    }

    export interface PlotView {
        title: string;
        /**
         * States the finding.
         */
        caption: string;
        /**
         * An element without a style of its own: the page's style sheet has the colours.
         */
        svg: string;
    }

    export interface QuestionView {
        piece: number;
        steps: StepView[];
        scene: SceneView;
    }

    export interface Refuted {
        piece: number;
        steps: StepView[];
        /**
         * What the answer was.
         */
        legal: boolean;
    }

    export interface ReportView {
        /**
         * Between 0 and 1.
         */
        share: number;
        /**
         * Estimated seconds left, at the pace so far.
         */
        left: number | undefined;
        /**
         * The finding in words.
         */
        finding: string;
        /**
         * Name, title, names of the columns, and rows.
         */
        tables: TableView[];
        plots: PlotView[];
    }

    export interface StateView {
        x: number;
        y: number;
        accepting: boolean;
    }

    export interface TableView {
        title: string;
        /**
         * The first line has the names of the columns.
         */
        lines: string[][];
    }

    export interface WeightedWord {
        /**
         * As it is written.
         */
        word: string;
        /**
         * As people read it.
         */
        label: string;
        weight: number;
    }

    export type Command = { table: TableCommand } | { thinking: ThinkingCommand } | { sharing: SharingCommand } | { learning: LearningCommand } | { laboratory: LaboratoryCommand };

    export type FailureCode = "noGame" | "unknownGame" | "gameText" | "records" | "position" | "move" | "link" | "pasted" | "over" | "notWatching" | "otherGame" | "nothing" | "unjudged" | "argument" | "unsupported" | "elsewhere" | "internal";

    export type Format = "dot" | "tikz" | "json";

    export type LaboratoryCommand = { work: { task: Task } } | "experiments" | { plan: { settings: string; values: [string, string][] } } | { runCell: { settings: string; cell: number } } | { report: { settings: string; done: DoneCell[]; seconds: number } } | { export: { settings: string; done: DoneCell[] } };

    export type LaboratoryReply = { worked: number } | { experiments: ExperimentView[] } | { plan: PlanView } | { cell: DoneCell } | { report: ReportView } | { files: NamedText[] };

    export type LearningCommand = { learn: { settings: LearnSettings } } | { watch: { plies: number } } | "study" | "enough" | { spectate: { start: string | undefined; moves: string[] } } | { learnFrom: { settings: LearnSettings; foreign: boolean } } | { read: { text: string; last: boolean } } | { recognise: { text: string } } | { records: { from: number } } | { lesson: { piece: number; algorithm: string; games: number } } | { lessonStep: { index: number } } | { ask: { about: number | undefined; said: Said | undefined; told: Told[] | undefined } } | { export: { piece: number; format: Format } } | { inspect: { piece: number; squares: number[] } } | { counts: { piece: number } } | { examples: { piece: number; state: number; step: StepView } } | { pose: { piece: number; steps: StepView[] } };

    export type LearningReply = { learning: LearningView } | { recognised: { id: string | undefined; loaded: boolean } } | { records: { text: string; next: number | undefined } } | { lesson: LessonView } | { asking: AskingView } | { exported: string } | { paths: PathView[] } | { counts: number[] } | { examples: ExampleView[] };

    export type LessonWhat = "tree" | "minimized" | "tried" | "merged" | "refused" | "promoted" | "expanded" | "learned";

    export type Mover = "random" | { level: number };

    export type ObjectionWhy = "notListed" | "neverPlayed" | "notSeen" | "tooMany" | "noMove" | "twoLoops" | "known" | "notWorthIt" | "nothingInCommon" | "outdone";

    export type Quality = "best" | "good" | "inaccuracy" | "mistake" | "missedWin" | "loses";

    export type Reply = { table: TableReply } | { thinking: ThinkingReply } | { sharing: SharingReply } | { learning: LearningReply } | { laboratory: LaboratoryReply } | { failed: Failed };

    export type SettingKind = { chance: { default: number } } | { range: { low: number; high: number; least: number; most: number; whole: boolean } } | { words: { words: WeightedWord[] } };

    export type SharingCommand = { share: { source: Source | undefined; start: string | undefined; moves: string[]; page: [string, string][] } } | { open: { fragment: string } };

    export type SharingReply = { link: string } | { opened: Opened };

    export type Side = "white" | "black";

    export type TableCommand = { load: { source: Source } } | { check: { text: string } } | { show: { start: string | undefined; moves: string[] } } | { arrange: { placement: PlacementView } } | { paste: { text: string } } | { record: { start: string | undefined; moves: string[] } } | { exercise: { seed: number; piece: number | undefined } } | "diagrams" | "inventing" | { invent: { seed: number; settings: [string, string][]; playable: boolean } };

    export type TableReply = { game: GameView } | { board: BoardView } | { pasted: Pasted } | { record: string } | { exercise: ExerciseView } | { diagrams: DiagramView[] } | { inventing: SettingView[] } | { invented: InventedView };

    export type Task = { perft: { depth: number } } | { wholeMoves: { depth: number } } | { playouts: { count: number; seed: number } } | { search: { nodes: number } };

    export type ThinkingCommand = { choose: { player: Mover; seed: number } } | { think: { player: Mover | undefined; seed: number; nodes: number | undefined; share: [number, number] | undefined } } | { judge: { text: string; nodes: number } } | { combine: { shares: ShareReport[][] } } | { warmUp: { games: number; seed: number } } | { weigh: { weights: number[] } } | { net: { bytes: Uint8Array } } | "voices" | "worths";

    export type ThinkingReply = { chosen: string } | { thinking: ThoughtView } | { thought: ThoughtView } | { judged: Judgement } | { combined: Combined | undefined } | { warming: ValuesView } | { values: ValuesView } | { voices: EvaluationView } | { worths: WorthView[] };

    export type Topology = "plain" | "cylinder";


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
     * A seed from the system's source of randomness. Everything random in the core follows from the seed that it is given.
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
