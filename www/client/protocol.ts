// What page and worker say to each other: the types of the core's protocol, by the names that the page uses. The core describes
// them. Only `wire.ts` knows how they travel.

import type { Legend } from "./views";

import W = wasm_bindgen;

export type ArrowView = W.ArrowView;
export type AskingView = W.AskingView;
export type BoardView = W.BoardView;
export type Combined = W.Combined;
export type Command = W.Command;
export type DiagramView = W.DiagramView;
export type DoneCell = W.DoneCell;
export type DoubtView = W.DoubtView;
export type End = W.End;
export type EvaluatedBy = W.EvaluatedBy;
export type EvaluationView = W.EvaluationView;
export type ExampleView = W.ExampleView;
export type ExerciseView = W.ExerciseView;
export type ExperimentView = W.ExperimentView;
export type Format = W.Format;
export type GameView = W.GameView;
export type GraphView = W.GraphView;
export type InventedView = W.InventedView;
export type Judgement = W.Judgement;
export type LaboratoryCommand = W.LaboratoryCommand;
export type LearnSettings = W.LearnSettings;
export type LearnedView = W.LearnedView;
export type LearningCommand = W.LearningCommand;
export type LearningView = W.LearningView;
export type LessonStep = W.LessonStep;
export type LessonView = W.LessonView;
export type LessonWhat = W.LessonWhat;
export type LineView = W.LineView;
export type MarkView = W.MarkView;
export type Mover = W.Mover;
export type NamedText = W.NamedText;
export type NotRandom = W.NotRandom;
export type Objection = W.Objection;
export type ObjectionWhy = W.ObjectionWhy;
export type Opened = W.Opened;
export type ParameterView = W.ParameterView;
export type Pasted = W.Pasted;
export type PathVerdict = W.PathVerdict;
export type PathView = W.PathView;
export type PieceValue = W.PieceValue;
export type PieceView = W.PieceView;
export type PlanView = W.PlanView;
export type PlotView = W.PlotView;
export type Quality = W.Quality;
export type QuestionView = W.QuestionView;
export type Refuted = W.Refuted;
export type ReportView = W.ReportView;
export type Said = W.Said;
export type SceneView = W.SceneView;
export type SettingKind = W.SettingKind;
export type SettingView = W.SettingView;
export type ShareReport = W.ShareReport;
export type SharingCommand = W.SharingCommand;
export type Side = W.Side;
export type Source = W.Source;
export type Span = W.Span;
export type StateView = W.StateView;
export type StepView = W.StepView;
export type TableCommand = W.TableCommand;
export type TableView = W.TableView;
export type TermView = W.TermView;
export type ThinkingCommand = W.ThinkingCommand;
export type ThoughtView = W.ThoughtView;
export type Told = W.Told;
export type ValuesView = W.ValuesView;
export type Verdict = W.Verdict;
export type WeightedWord = W.WeightedWord;
export type WorthView = W.WorthView;

/** What is needed to draw a game before its rules are known. */
export interface Card extends Pick<GameView, "name" | "about" | "board" | "start"> {
  id?: string | undefined;
  legend: Legend;
}

/** Besides the core's own: said by the page itself when the worker is not there, was stopped, or something newer was asked for. */
export type FailureCode = W.FailureCode | "stopped";

/** An intersection of all members of a union. */
type All<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer I) => void ? I : never;

/** What each kind of answer holds. */
export type Replies = All<W.TableReply | W.ThinkingReply | W.SharingReply | W.LearningReply | W.LaboratoryReply>;

export type Failed = { type: "failed" } & Omit<W.Failed, "code"> & { code: FailureCode };

type ReplyOf<K extends keyof Replies> = { type: K } & { [N in K]: Replies[N] };

export type Reply = { [K in keyof Replies]: ReplyOf<K> }[keyof Replies] | Failed;

/** The answer of one kind, or why there is none. */
export type Answer<K extends keyof Replies> = ReplyOf<K> | Failed;

export const failure = (message: string, code: FailureCode = "stopped"): Failed => ({ type: "failed", code, message, span: undefined, module: undefined });
