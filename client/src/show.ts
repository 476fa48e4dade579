/** What a game shows, as it arrives in JSON; what has its default is left out. Made by tools/protocol.py: do not edit. */

export type Point = [number, number];

export interface Board {
  width: number;
  height: number;
  counter: number;
  surfaces: Surface[];
  places: Place[];
  lines?: Line[];
  labels?: Label[];
  pictures?: Picture[];
  styles?: Record<string, Style>;
  colours?: Record<string, Colours>;
  x?: number;
  y?: number;
}

/** The look of a nation's counters; `pattern` tells nations apart without colour. */
export interface Colours {
  fill: string;
  ink: string;
  band?: string;
  pattern?: "" | "hatch" | "crosshatch" | "dots" | "stripe";
  name?: string;
  side?: string;
}

/** Printed text. `priority` 0 is always shown; higher ones only when there is room (zoomed in). */
export interface Label {
  text: string;
  at: [number, number];
  size: number;
  style?: "town" | "city" | "capital" | "region" | "country" | "water" | "river" | "note" | "title";
  angle?: number;
  align?: "start" | "middle" | "end";
  dot?: boolean;
  priority?: number;
  room?: number;
}

/** A river, road, border, coast, connection or frame. Drawn in the order given, by layer. */
export interface Line {
  style: string;
  points: [number, number][];
  layer?: "ground" | "below" | "above";
  closed?: boolean;
  smooth?: boolean;
  about?: string;
}

/** A raster under everything (shaded relief), from a file in the game's data folder. */
export interface Picture {
  file: string;
  x: number;
  y: number;
  width: number;
  height: number;
  opacity?: number;
}

/** Something that can be clicked and where pieces can be: a hex, an area, a box of a track. */
export interface Place {
  id: string;
  name: string;
  surface: string;
  anchor: [number, number];
  shape?: "polygon" | "circle" | "rect";
  points?: [number, number][];
  radius?: number;
  style?: string;
  room?: number;
  anchors?: Record<string, [number, number]>;
  label?: string;
  about?: string;
  neighbours?: string[];
}

/** How a kind of terrain, line or area looks. Colours are "#rrggbb"; the dark theme may have its own. */
export interface Style {
  fill?: string;
  stroke?: string;
  width?: number;
  dash?: number[];
  pattern?: "" | "hatch" | "crosshatch" | "dots" | "waves" | "trees" | "marsh" | "peaks" | "town" | "fort" | "ticks";
  pattern_colour?: string;
  dark_fill?: string;
  dark_stroke?: string;
  legend?: string;
  merged?: boolean;
}

/** A part of the table: the map, a track beside it, a box, a hand. A rectangle in the board's plane. */
export interface Surface {
  id: string;
  title: string;
  kind: "map" | "track" | "box" | "hand";
  x: number;
  y: number;
  width: number;
  height: number;
  style?: string;
}

export interface About {
  title: string;
  text: string;
  sources: Record<string, number>;
  notes?: string[];
  credits?: string[];
  summary?: string[];
}

export interface Chart {
  id: string;
  title: string;
  rule: string;
  columns: string[];
  rows: string[][];
  notes?: string[];
  source?: string;
  cards?: [number, number] | null;
}

export interface Lesson {
  title: string;
  scenario: string;
  seat: string;
  steps: LessonStep[];
  options?: Record<string, boolean | string>;
  forced?: (number[] | string)[];
  opening?: string[];
  id?: string;
}

/** One step of a lesson: what to read, where to look, and which action carries on. */
export interface LessonStep {
  text: string;
  rule?: string;
  expect?: string;
  places?: string[];
  pieces?: string[];
}

/** How the advisor fares: how many of its games ended with which score, and the command that measured it. */
export interface Measured {
  counts: Record<string, number>;
  games: number;
  command: string;
}

/** An optional rule. `values` empty: on or off; else one of them, the first being the default. */
export interface Option {
  id: string;
  title: string;
  text?: string;
  rule?: string;
  values?: string[];
  default?: boolean;
  scenarios?: string[];
  ruling?: number;
}

/** A standing order that a seat may give, so that it is not asked every time. How long it holds is told beside its text. */
export interface Order {
  id: string;
  text: string;
  rule?: string;
  until?: "turn" | "game";
}

/** Supply, zones of control, reach, control, threat; `paths` are drawn as lines through places. */
export interface Overlay {
  id: string;
  title: string;
  shades?: Shade[];
  paths?: string[][];
  cuts?: string[];
  text?: string;
  rule?: string;
}

export interface OverlayKind {
  id: string;
  title: string;
  about?: "" | "piece" | "place" | "side";
}

/** What a player wants to have side by side: who draws supply from where, who goes short. */
export interface Page {
  id: string;
  title: string;
  text: string;
  tables?: PageTable[];
}

/** A page about the position that a game can write: its id and title. */
export interface PageKind {
  id: string;
  title: string;
}

export interface PageRow {
  cells: string[];
  pieces?: string[];
  places?: string[];
  tone?: "" | "good" | "warn" | "bad";
}

export interface PageTable {
  title: string;
  columns: string[];
  rows: PageRow[];
  text?: string;
  rule?: string;
  actions?: string[];
}

/** How the game ended. `winner` is a seat, or "" for a draw or a solitaire result. `score` says how well it ended in the game's own measure (points, a track, a level as a number), so that two results of one game can be compared; which way is good for whom, the game's rule says. It decides nothing. */
export interface Result {
  winner: string;
  level: string;
  text: string;
  score?: number;
  rule?: string;
}

export interface RuleCase {
  id: string;
  title: string;
  text: string;
  enforce?: boolean;
  why?: string;
  data?: boolean;
}

export interface Scenario {
  id: string;
  title: string;
  text?: string;
  rule?: string;
}

export interface SequenceItem {
  id: string;
  title: string;
  rule?: string;
  level?: number;
  now?: boolean;
}

export interface Shade {
  place: string;
  tone?: "good" | "bad" | "warn" | "plain" | "strong" | "weak";
  text?: string;
  side?: string;
}

/** An action that needs no click on the board. */
export interface Button {
  action: string;
  label: string;
  rule?: string;
  complete?: boolean;
}

export interface Decision {
  seat: string;
  prompt: string;
  rule: string;
  slots?: SlotInfo[];
  buttons?: Button[];
  duties?: Reason[];
  warnings?: string[];
  parts?: string[];
  draft?: boolean;
  step?: string;
}

/** A modifier explains itself: the total, the log line, the tooltip and the test read the same list. */
export interface Modifier {
  value: number;
  reason: string;
  rule: string;
}

export interface Odds {
  title: string;
  rows: OddsRow[];
  modifiers?: Modifier[];
  assumes?: string[];
  replies?: Odds[];
  rule?: string;
}

export interface OddsRow {
  outcome: string;
  chance: string;
  value: number;
  about?: string;
}

/** What an action would do, as far as the seat can know. */
export interface Preview {
  text: string;
  path?: string[];
  cost?: string;
  effects?: Reason[];
  places?: string[];
}

/** Why something is not possible, or what is still to do, with the rule that says so. >>> Reason("9.2", "Hoth has 2 MF and Paris is 5 areas away.").rule '9.2' */
export interface Reason {
  rule: string;
  text: string;
  places?: string[];
  pieces?: string[];
  kind?: "" | "unknown";
}

export interface SlotInfo {
  verb: string;
  name: string;
  kind: string;
  prompt?: string;
  optional?: boolean;
}

/** What an action wastes, or costs for good, though nothing forbids it: asked about once before it is done. */
export interface Waste {
  kind: string;
  rule: string;
  text: string;
  places?: string[];
  pieces?: string[];
}

/** All that can be attacked in a phase, those battles first that are planned. */
export interface Plan {
  rows: Target[];
  left?: Reason[];
  label?: string;
  together?: boolean;
  proposes?: boolean;
}

/** A row of a plan: a battle that is planned, or a place that could be attacked. */
export interface Target {
  targets: string[];
  title: string;
  against?: string[];
  attackers?: string[];
  declared?: string[];
  could?: string[];
  joins?: string[];
  odds?: Odds | null;
  ratio?: string;
  best?: string;
  duty?: string;
  warnings?: string[];
  why?: Reason[];
  actions?: string[];
}

/** A battle as its player wants it: the places that are attacked together, and who takes part. */
export interface Wanted {
  targets: string[];
  attackers: string[];
}

/** A small state marker on a counter: disrupted, out of supply, moved. */
export interface Badge {
  text: string;
  tone?: "plain" | "good" | "bad" | "warn";
  about?: string;
  leads?: string;
}

/** What one sees of a piece. With `back`, only the colours and the name of the back are known. */
export interface Face {
  name: string;
  colours: string;
  symbol?: string;
  size?: string;
  factors?: string[];
  badges?: Badge[];
  steps?: [number, number];
  short?: string;
  about?: string;
  back?: boolean;
}

/** Something on a place that is no piece: control, flooded, interdicted, damaged. */
export interface Mark {
  id: string;
  place: string;
  style: string;
  text?: string;
  about?: string;
  side?: string;
  to?: string;
}

/** A track or counter of numbers: turn, morale, victory points. Drawn in the header. */
export interface NumberShown {
  id: string;
  label: string;
  value: number;
  text?: string;
  most?: number | null;
  side?: string;
  rule?: string;
}

/** A piece as this seat sees it. Ids are seat-local: a hidden piece's id tells nothing. */
export interface Piece {
  id: string;
  place: string;
  face: Face;
  order?: number;
  anchor?: string;
}

export interface Scene {
  pieces: Piece[];
  marks?: Mark[];
  numbers?: NumberShown[];
  clock?: string;
}

export type Pattern = NonNullable<Style["pattern"] | Colours["pattern"]>;

export type LabelStyle = NonNullable<Label["style"]>;

export type Tone = NonNullable<Badge["tone"] | Shade["tone"]>;
