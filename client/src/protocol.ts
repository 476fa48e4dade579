/** The messages between the page and the server; docs/protocol.md tells them in words. Made by tools/protocol.py: do not edit. */
import type { About, Chart, Decision, Lesson, Measured, Modifier, Odds, Option, Order, Overlay, OverlayKind, Page, PageKind, Plan, Preview, Reason, Result, RuleCase, Scenario, Scene, SequenceItem, Wanted, Waste } from "./show";

/** A game's card on the home page. */
export interface GameInfo {
  id: string;
  title: string;
  seats: string[];
  scenarios: Scenario[];
  options: Option[];
  bots: string[];
  hints: boolean;
  lessons: Record<string, string>;
  text: string;
  broken?: string;
}

/** A table's card on the home page. */
export interface TableInfo {
  id: string;
  game: string;
  kind: "game" | "analysis" | "lesson" | "record";
  who: Record<string, string>;
  created: string;
  updated: string;
  title: string;
  scenario: string;
  scenarioTitle: string;
  options: Record<string, boolean | string>;
  practice: boolean;
  over: boolean;
  clock: string;
  turn: string[];
  winner?: string;
  level?: string;
  score?: number;
  name?: string;
  broken?: string;
}

/** A reconstructed datum, which an owner of the printed game can correct. */
export interface Component {
  kind: string;
  path: string[];
  name: string;
  field: string;
  value: number | boolean | string | (number | string)[];
  source: string;
  low?: number;
  high?: number;
  allowed?: string[];
}

export interface Components {
  components: Component[];
}

export interface Home {
  games: GameInfo[];
  tables: TableInfo[];
  version: string;
}

/** What does not change during a game. */
export interface Book {
  charts: Chart[];
  rules: RuleCase[];
  about: About;
  overlays: OverlayKind[];
  orders: Order[];
  lessons: Lesson[];
  plans?: string[];
  pages?: PageKind[];
  measured?: Measured | null;
}

/** One thing that may be chosen next. */
export interface Choice {
  action: string;
  complete: boolean;
  verb: string;
  label: string;
  kind?: string;
  value?: string;
  name?: string;
  more?: "" | "keyword" | "repeat" | "next";
  ends?: boolean;
  way?: boolean;
}

/** A part of a draft in words, with the pieces and places that it names. */
export interface Part {
  text: string;
  pieces: string[];
  places: string[];
}

/** A line of the log: an event as the seat saw it. `dice` to `result` are a roll's. */
export interface LogEntry {
  n: number;
  kind: string;
  text: string;
  step?: number;
  rule?: string;
  places?: string[];
  pieces?: string[];
  shows?: string[];
  level?: number;
  dice?: number[];
  sides?: number;
  label?: string;
  modifiers?: Modifier[];
  total?: number | null;
  result?: string;
  piece?: string;
  path?: string[];
  card?: string;
}

/** Whether something can be taken back or played again, and if not, why. */
export interface Steps {
  can: boolean;
  why: string;
  open?: boolean;
}

export interface LessonAt {
  at: number;
  id?: string;
}

/** Everything that the page of one seat shows. */
export interface TableState {
  rev: string;
  seat: string;
  by: string;
  side: string;
  scene: Scene;
  decision: Decision | null;
  choices: Choice[];
  parts: Part[];
  owing: string[];
  undo: Steps;
  redo: Steps;
  result: Result | null;
  sequence: SequenceItem[];
  log: LogEntry[];
  logFrom: number;
  steps: number;
  since: number;
  thinking: string[];
  orders: string[];
  several?: string[];
  aside?: string;
  principle?: string;
  lesson?: LessonAt | null;
  archive?: string;
}

/** First of all. `seats` are those whose view may be asked for. */
export interface Hello {
  type: "hello";
  table: TableInfo;
  seat: string;
  seats: string[];
}

/** After `hello`, and whenever anything has changed that this seat may see. */
export interface State {
  type: "state";
  state: TableState;
}

/** Whether the last action can be taken back has been worked out; for the state with this mark. */
export interface Undo {
  type: "undo";
  rev: string;
  undo: Steps;
}

/** The dice are committed to, and the table waits for the nonces of these seats. */
export interface Laid {
  type: "laid";
  commitment: string;
  missing: string[];
  text: string;
}

/** A game or its last bot failed inside. The saved game is untouched; the page offers its record. */
export interface Fault {
  type: "fault";
  text: string;
}

/** Something that everybody at the table should know and that stops nobody, such as that a bot failed. */
export interface Notice {
  type: "notice";
  text: string;
}

/** There is no such table (any more), or its save is broken; then the socket closes with 4404. */
export interface Gone {
  type: "gone";
  text: string;
}

/** Why something was not done. `refused`: a rule says no, and `reasons` say which; `stale`: the table has moved on; `bad`: not well formed; `broken`: a damaged save or record, with its place; `fault`: something failed inside; `lost`: the page's own, where the server does not answer. */
export interface Refusal {
  kind: "refused" | "stale" | "bad" | "forced" | "broken" | "fault" | "lost";
  text: string;
  reasons?: Reason[];
}

/** It was done. */
export type Nothing = Record<string, never>;

/** One of several actions that was not done, and why. */
export interface Stayed {
  action: string;
  reasons: Reason[];
}

/** How many of several actions were done, which were not, and how often `undo` takes all of them back: a stack moves in one action. */
export interface Several {
  played: number;
  stayed: Stayed[];
  undos: number;
}

/** What may come next, how the game asks for it, and what is still lacking. */
export interface Next {
  choices: Choice[];
  prompt: string;
  duties: Reason[];
}

export interface Reasons {
  reasons: Reason[];
}

/** The plan of attack, if there is anything to plan. */
export interface Planned {
  plan: Plan | null;
}

export interface Toward {
  actions: string[];
}

export interface Look {
  preview: Preview | null;
  odds: Odds | null;
  wastes?: Waste[];
}

/** A place that may be chosen next. */
export interface Goal {
  place: string;
  cost: string;
  notes: string[];
}

export interface Reach {
  goals: Goal[];
}

/** What the bot would do, that in words, why, how sure it is, and what else was nearly as good. */
export interface Hint {
  action: string;
  said: string[];
  text: string;
  sure?: number;
  other?: string;
  parts?: Part[];
}

export interface LuckRow {
  label: string;
  seat: string;
  rolls: number;
  rolled: number;
  expected: number;
}

export interface Luck {
  rows: LuckRow[];
  text: string;
}

/** What one source brought on the track that the result is read from. */
export interface PointsRow {
  what: string;
  side: string;
  source: string;
  rule: string;
  change: number;
  times: number;
}

export interface LossRow {
  side: string;
  cause: string;
  units: number;
  steps: number;
}

/** A turn, and the seat's step with which it begins. */
export interface TurnAt {
  title: string;
  step: number;
}

/** When a turn began, or at the end: the step of the seat, what it was worth to the first seat, and the change. */
export interface OutlookAt {
  title: string;
  step: number;
  worth: number;
  change: number;
}

export interface Summary {
  points: PointsRow[];
  losses: LossRow[];
  turns: TurnAt[];
  outlook?: OutlookAt[];
  outlookOf?: string;
}

export interface Notes {
  notes: Record<string, string>;
}

/** The table after a step, as a seat saw it. */
export interface ReplayStep {
  n: number;
  title: string;
  seat: string;
  scene: Scene;
  sequence: SequenceItem[];
  log: LogEntry[];
}

export interface Since {
  from: number;
  to: number;
}

/** A table of its own. */
export interface Made {
  id: string;
}

/** The answer to the question with this number. What changed has been sent to every page before. */
export interface Answered {
  re: number;
  ok: Nothing | Several | Next | Reasons | Look | Reach | Toward | Planned | Page | Overlay | Hint | Luck | Summary | Notes | ReplayStep | Since | Made;
}

/** The refusal of the question with this number, or of what was no question at all. */
export interface NotDone {
  re: number | null;
  error: Refusal;
}

/** A new table; where it waits for nonces, the commitment to its dice and the seats whose nonce is missing. */
export interface Created {
  id: string;
  commitment: string;
  missing: string[];
}

export interface Nonced {
  commitment: string;
  missing: string[];
}

/** The table of a record or a position; `note` says what is special about it. */
export interface TakenIn {
  id: string;
  note: string;
}

export interface Removed {
  removed: boolean;
}

/** With a status of 400 and more. */
export interface Failed {
  error: Refusal;
}

/** What may come next after a prefix. Answer: `Next`. */
export interface Choices {
  op: "choices";
  id: number;
  prefix: string;
}

/** Play an action. Answer: nothing. */
export interface Play {
  op: "play";
  id: number;
  action: string;
  rev: string;
}

/** Play several actions of one kind one after the other, such as the moves of a stack. What is refused is left out and told; where the table comes to ask something else, the rest is left. Answer: `Several`. */
export interface PlaySeveral {
  op: "several";
  id: number;
  actions: string[];
  rev: string;
}

/** The reasons against an action or a beginning of one. Answer: `Reasons`. */
export interface Why {
  op: "why";
  id: number;
  action: string;
}

/** What a complete action would do, and its odds; in a draft with these parts before it. Answer: `Look`. */
export interface LookAt {
  op: "look";
  id: number;
  action: string;
  before?: string[];
}

/** What each place that may follow a prefix would cost and bring. Answer: `Reach`. */
export interface AskReach {
  op: "reach";
  id: number;
  prefix: string;
}

/** Who can go to a place or attack it, as actions. Answer: `Toward`. */
export interface AskToward {
  op: "toward";
  id: number;
  place: string;
}

/** The battles of the phase side by side, with those that are wanted; with `propose`, and with more so that all duties are met. Answer: `Planned`. */
export interface AskPlan {
  op: "plan";
  id: number;
  wanted?: Wanted[];
  propose?: boolean;
}

/** A page about the position, such as the supply of the seat's side. Answer: a `Page`. */
export interface AskPage {
  op: "page";
  id: number;
  name: string;
}

/** Take the last action or part back, or the last few. Answer: nothing. */
export interface TakeBack {
  op: "undo";
  id: number;
  rev: string;
  times?: number;
}

/** Play again what was taken back. Answer: nothing. */
export interface Redo {
  op: "redo";
  id: number;
  rev: string;
}

/** Take one part out of the draft. Answer: nothing. */
export interface Drop {
  op: "drop";
  id: number;
  index: number;
  rev: string;
}

/** Give a standing order, or withdraw it. Answer: nothing. */
export interface GiveOrder {
  op: "order";
  id: number;
  order: string;
  on?: boolean;
}

/** Answer: an `Overlay`. */
export interface ShowOverlay {
  op: "overlay";
  id: number;
  name: string;
  about?: string;
}

/** What the game's best bot would do. Answer: `Hint`. */
export interface AskHint {
  op: "hint";
  id: number;
}

/** Where points came from, what was lost, and the turns. Answer: `Summary`. */
export interface AskSummary {
  op: "summary";
  id: number;
}

/** What this seat has noted. Answer: `Notes`. */
export interface AskNotes {
  op: "notes";
  id: number;
}

/** Note something about a place, or in the margin where `place` is empty; an empty text takes it away. Answer: `Notes`. */
export interface PutNote {
  op: "note";
  id: number;
  place: string;
  text: string;
}

/** Dice shown against dice expected. Answer: `Luck`. */
export interface AskLuck {
  op: "luck";
  id: number;
}

/** The table after a seat's n-th step. Answer: `ReplayStep`. */
export interface At {
  op: "at";
  id: number;
  n: number;
  seat?: string;
}

/** The steps after the seat's last action. Answer: `Since`. */
export interface AskSince {
  op: "since";
  id: number;
}

/** An analysis board of its own, from here or from a step. Answer: `Made`. */
export interface Branch {
  op: "branch";
  id: number;
  n?: number | null;
  seat?: string;
}

/** A game that is only shown goes on as a new one, where the rules still fit. Answer: `Made`. */
export interface GoOn {
  op: "continue";
  id: number;
}

/** On to this step of the lesson, past what was only to be read. Answer: nothing. */
export interface LessonTo {
  op: "lesson";
  id: number;
  at: number;
}

export type Push = Hello | State | Undo | Laid | Fault | Notice | Gone;

export type Question = Choices | Play | PlaySeveral | Why | LookAt | AskReach | AskToward | AskPlan | AskPage | TakeBack | Redo | Drop | GiveOrder | ShowOverlay | AskHint | AskLuck | AskSummary | AskNotes | PutNote | At | AskSince | Branch | GoOn | LessonTo;

export type Reply = Answered | NotDone;

/** What a question is answered with, by its `op`. */
export interface Answers {
  choices: Next;
  play: Nothing;
  several: Several;
  why: Reasons;
  look: Look;
  reach: Reach;
  toward: Toward;
  plan: Planned;
  page: Page;
  undo: Nothing;
  redo: Nothing;
  drop: Nothing;
  order: Nothing;
  overlay: Overlay;
  hint: Hint;
  luck: Luck;
  summary: Summary;
  notes: Notes;
  note: Notes;
  at: ReplayStep;
  since: Since;
  branch: Made;
  continue: Made;
  lesson: Nothing;
}
