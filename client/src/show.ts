/** What a game shows, as it arrives in JSON: the twin of grognard/kernel/show.py. Defaults are left out. */

export type Point = [number, number];

export type Pattern =
  | "" | "hatch" | "crosshatch" | "dots" | "waves" | "trees" | "marsh" | "peaks" | "town" | "fort" | "ticks" | "stripe";

export interface Style {
  fill?: string; stroke?: string; width?: number; dash?: number[];
  pattern?: Pattern; pattern_colour?: string;
  dark_fill?: string; dark_stroke?: string; legend?: string;
}
export interface Colours { fill: string; ink: string; band?: string; pattern?: Pattern; name?: string; side?: string }
export interface Surface {
  id: string; title: string; kind: "map" | "track" | "box" | "hand";
  x: number; y: number; width: number; height: number; style?: string;
}
export interface Place {
  id: string; name: string; surface: string; anchor: Point;
  shape?: "polygon" | "circle" | "rect"; points?: Point[]; radius?: number; style?: string; room?: number;
  anchors?: Record<string, Point>; label?: string; about?: string; neighbours?: string[];
}
export interface Line {
  style: string; points: Point[]; layer?: "ground" | "below" | "above"; closed?: boolean; smooth?: boolean;
  about?: string;
}
export type LabelStyle =
  "town" | "city" | "capital" | "region" | "country" | "water" | "river" | "note" | "title";
export interface Label {
  text: string; at: Point; size: number; style?: LabelStyle; angle?: number;
  align?: "start" | "middle" | "end"; dot?: boolean; priority?: number;
}
export interface Picture { file: string; x: number; y: number; width: number; height: number; opacity?: number }
export interface Board {
  width: number; height: number; counter: number; surfaces: Surface[]; places: Place[];
  lines?: Line[]; labels?: Label[]; pictures?: Picture[];
  styles?: Record<string, Style>; colours?: Record<string, Colours>; x?: number; y?: number;
}

export type Tone = "plain" | "good" | "bad" | "warn" | "strong" | "weak";
export interface Badge { text: string; tone?: Tone; about?: string }
export interface Face {
  name: string; colours: string; symbol?: string; size?: string; factors?: string[]; badges?: Badge[];
  steps?: [number, number]; short?: string; about?: string; back?: boolean;
}
export interface Piece { id: string; place: string; face: Face; order?: number; anchor?: string }
export interface Mark { id: string; place: string; style: string; text?: string; about?: string; side?: string }
export interface NumberShown {
  id: string; label: string; value: number; text?: string; most?: number | null; side?: string; rule?: string;
}
export interface Scene { pieces: Piece[]; marks?: Mark[]; numbers?: NumberShown[]; clock?: string }

export interface Reason { rule: string; text: string; places?: string[]; pieces?: string[] }
export interface SlotInfo { verb: string; name: string; kind: string; prompt?: string; optional?: boolean }
export interface Button { action: string; label: string; rule?: string; complete?: boolean }
export interface Decision {
  seat: string; prompt: string; rule: string; slots?: SlotInfo[]; buttons?: Button[]; duties?: Reason[];
  warnings?: string[]; parts?: string[]; draft?: boolean; step?: string;
}
export interface Modifier { value: number; reason: string; rule: string }
export interface OddsRow { outcome: string; chance: string; value: number; about?: string }
export interface Odds {
  title: string; rows: OddsRow[]; modifiers?: Modifier[]; assumes?: string[]; replies?: Odds[]; rule?: string;
}
export interface Preview { text: string; path?: string[]; cost?: string; effects?: Reason[]; places?: string[] }

export interface Shade { place: string; tone?: Tone; text?: string; side?: string }
export interface Overlay {
  id: string; title: string; shades?: Shade[]; paths?: string[][]; cuts?: string[]; text?: string; rule?: string;
}
export interface OverlayKind { id: string; title: string; about?: "" | "piece" | "place" | "side" }
export interface Chart {
  id: string; title: string; rule: string; columns: string[]; rows: string[][]; notes?: string[]; source?: string;
}
export interface SequenceItem { id: string; title: string; rule?: string; level?: number; now?: boolean }
export interface RuleCase { id: string; title: string; text: string; enforce?: boolean; why?: string }
export interface LessonStep { text: string; rule?: string; expect?: string; places?: string[]; pieces?: string[] }
export interface Lesson { title: string; scenario: string; seat: string; steps: LessonStep[] }
export interface About {
  title: string; text: string; sources: Record<string, number>; notes?: string[]; credits?: string[];
}
export interface Scenario { id: string; title: string; text?: string; rule?: string }
export interface Option {
  id: string; title: string; text?: string; rule?: string; values?: string[]; default?: boolean; scenarios?: string[];
}
export interface Order { id: string; text: string; rule?: string; until?: "turn" | "game" }
export interface Result { winner: string; level: string; text: string; score?: number; rule?: string }
