/** The messages between the page and the server; docs/protocol.md tells them in words. */
import type {
  About, Board, Chart, Decision, Lesson, NumberShown, Odds, Option, Order, Overlay, OverlayKind, Preview, Reason,
  Result, RuleCase, Scenario, Scene, SequenceItem,
} from "./show";

export interface GameInfo {
  id: string; title: string; seats: string[]; scenarios: Scenario[]; options: Option[]; bots: string[];
  lesson: boolean; text: string; hints: boolean;
  /** Why the game cannot be loaded. */
  broken?: string;
}
export interface TableInfo {
  id: string; game: string; title: string; scenario: string; scenarioTitle: string; options: Record<string, boolean | string>;
  who: Record<string, string>; practice: boolean; over: boolean; clock: string; turn: string[]; updated: string; created: string;
  kind: "game" | "analysis" | "lesson"; broken?: string;
}
export interface Home { games: GameInfo[]; tables: TableInfo[]; version: string }

/** The static things of one game. */
export interface Book { charts: Chart[]; rules: RuleCase[]; about: About; overlays: OverlayKind[]; orders: Order[]; lesson: Lesson | null }

/** One thing that may be chosen next. */
export interface Choice {
  action: string;
  /** It can be played as it is. */
  complete: boolean;
  /** How it can be made longer: by a word such as "via", by repeating, or by a next slot. */
  more?: "keyword" | "repeat" | "next";
  verb: string;
  /** What the last word names. */
  kind?: string;
  value?: string;
  /** What the last word is called. */
  name?: string;
  label: string;
}
export interface LogEntry {
  n: number; text: string; kind: string; level?: number; rule?: string; places?: string[]; pieces?: string[];
  dice?: number[]; sides?: number; piece?: string; path?: string[]; shows?: string[];
}
export interface Steps { can: boolean; why: string }
export interface TableState {
  rev: string; seat: string; side: string; scene: Scene; decision: Decision | null; choices: Choice[]; parts: { text: string; pieces: string[]; places: string[] }[];
  owing: string[]; undo: Steps; redo: Steps; result: Result | null; sequence: SequenceItem[];
  log: LogEntry[]; logFrom: number; steps: number; since: number; thinking: string[]; orders: string[];
  lesson?: { at: number } | null;
  /** Set where the table is shown from its record only, with the reason. */
  archive?: string;
}
export interface Refusal { kind: "refused" | "stale" | "bad" | "fault" | "broken" | "lost"; text: string; reasons?: Reason[] }
export interface Look { preview: Preview | null; odds: Odds | null }
export interface ReplayStep { n: number; scene: Scene; log: LogEntry[]; sequence: SequenceItem[]; title: string; seat: string }
export interface LuckRow { label: string; seat: string; rolled: number; expected: number; rolls: number; chance?: string }
export interface Luck { rows: LuckRow[]; text: string }
export interface Hint { action: string; said: string[]; text: string }

export type Push =
  | { type: "hello"; table: TableInfo; seat: string; seats: string[] }
  | { type: "state"; state: TableState }
  | { type: "fault"; text: string }
  | { type: "gone"; text: string };
export type Reply = { re: number; ok: unknown } | { re: number; error: Refusal };

export type { Board, NumberShown, Overlay };
