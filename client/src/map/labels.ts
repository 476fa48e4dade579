/** Which labels are shown at a zoom, and how large: readable at every one, and never over one another. */
import type { Label, LabelStyle } from "../show";
import { INK, PAPER, SANS, SERIF } from "./ground";
import { alpha, type Theme } from "./colour";
import { type Box, grow, meets } from "./geometry";

type Ctx = CanvasRenderingContext2D;

/** `least` and `most` are CSS pixels; `from` is the part of `least` that the printed size must have for the label to show. */
interface Look { font: (px: number) => string; least: number; most: number; from: number; colour: [string, string]; halo: number; spacing?: number }

const LOOKS: Record<LabelStyle, Look> = {
  town: { font: (n) => `500 ${n}px ${SANS}`, from: 0.45, least: 9.5, most: 19, colour: ["#2b2620", "#ddd6c8"], halo: 0.24 },
  city: { font: (n) => `600 ${n}px ${SANS}`, from: 0.4, least: 10.5, most: 22, colour: ["#241f1a", "#e6dfd0"], halo: 0.24 },
  capital: { font: (n) => `700 ${n}px ${SANS}`, from: 0.3, least: 11, most: 25, colour: ["#1e1915", "#f1eadb"], halo: 0.24 },
  region: { font: (n) => `italic 500 ${n}px ${SERIF}`, from: 0.45, least: 10, most: 34, colour: ["#6b5a44", "#a89b84"], halo: 0.16, spacing: 0.12 },
  country: { font: (n) => `500 ${n}px ${SERIF}`, from: 0.45, least: 12, most: 54, colour: ["#75604a", "#9c8f7a"], halo: 0.12, spacing: 0.28 },
  water: { font: (n) => `italic 500 ${n}px ${SERIF}`, from: 0.45, least: 10, most: 38, colour: ["#3d6f94", "#7fa8c6"], halo: 0, spacing: 0.14 },
  river: { font: (n) => `italic 500 ${n}px ${SERIF}`, from: 0.45, least: 9, most: 17, colour: ["#2f6592", "#86aecb"], halo: 0.26 },
  note: { font: (n) => `400 ${n}px ${SANS}`, from: 0.45, least: 8.5, most: 18, colour: ["#51483c", "#c9c1ae"], halo: 0.18 },
  title: { font: (n) => `600 ${n}px ${SERIF}`, from: 0.45, least: 9.5, most: 44, colour: ["#33291e", "#e2d9c6"], halo: 0 },
};

/** `text` is what the words cover, `box` everything that is drawn; the lines of one name have its number in `name`. */
export interface LaidLabel { label: Label; look: Look; size: number; name: number; box: Box; text: Box; dx: number; dy: number }

/** A name of a place, which steps aside for counters; other labels are part of the ground. */
export const isName = (l: Label): boolean =>
  !l.angle && (l.style === "town" || l.style === "city" || l.style === "capital" || ((l.style ?? "note") === "note" && (l.priority ?? 0) > 0));

let measurer: Ctx | undefined;
const widths = new Map<string, number>();

function widthOf(text: string, look: Look): number {
  const key = `${look.font(100)}|${text}`;
  let w = widths.get(key);
  if (w === undefined) {
    measurer ??= document.createElement("canvas").getContext("2d")!;
    measurer.font = look.font(100);
    w = measurer.measureText(text).width / 100 + (look.spacing ?? 0) * text.length;
    widths.set(key, w);
  }
  return w;
}

/** The lines of one name stand under one another, in the list as on the map. */
function inLines(labels: readonly Label[]): Label[][] {
  const out: Label[][] = [];
  for (const l of labels) {
    const above = out[out.length - 1]?.at(-1);
    const goesOn = above && !l.dot && !l.angle && !above.dot && l.style === above.style && l.align === above.align && l.at[0] === above.at[0]
      && l.at[1] > above.at[1] && l.at[1] - above.at[1] < l.size * 1.6;
    if (goesOn) out[out.length - 1]!.push(l);
    else out.push([l]);
  }
  return out;
}

/** Lays out labels for a scale in CSS pixels a board unit. Priority 0 always shows; others where there is room. */
export function layLabels(labels: readonly Label[], k: number, edge?: Box): LaidLabel[] {
  const out: LaidLabel[] = [];
  const taken: Box[] = [];
  const ordered = inLines(labels).map((lines, i) => ({ lines, i })).sort((a, b) => (a.lines[0]!.priority ?? 0) - (b.lines[0]!.priority ?? 0) || a.i - b.i);
  for (const { lines, i } of ordered) {
    const first = lines[0]!, look = LOOKS[first.style ?? "note"] ?? LOOKS.note;
    const always = (first.priority ?? 0) === 0;
    // A name that would be far smaller than readable belongs to a nearer view, unless it is always shown.
    if (!always && first.size * k < look.least * look.from) continue;
    if (lines.some((l) => l.room && !fits(l, look, k))) continue;
    const middle = (first.at[1] + lines[lines.length - 1]!.at[1]) / 2;
    const laid = lines.map((label) => layLabel(label, look, k, middle, i, edge));
    if (!always && laid.some((l) => { const tight = grow(l.text, -l.size * 0.08); return taken.some((b) => meets(b, tight)); })) continue;
    taken.push(...laid.map((l) => l.text));
    out.push(...laid);
  }
  return out;
}

/** The least size, in CSS pixels, of a label that has to fit into a room of its own. */
const LEAST_IN_ROOM = 7.5;

/** Whether a label is readable in the room that it has. */
const fits = (l: Label, look: Look, k: number): boolean => widthOf(l.text, look) * LEAST_IN_ROOM <= l.room! * k;

function layLabel(label: Label, look: Look, k: number, middle: number, name: number, edge?: Box): LaidLabel {
  const natural = label.size * k;
  const wanted = Math.max(look.least, Math.min(natural, Math.max(look.most, natural * 0.5))) / k;
  const size = label.room ? Math.min(wanted, label.room / widthOf(label.text, look)) : wanted;
  const w = widthOf(label.text, look) * size, h = size * 1.05;
  const [x, y] = label.at;
  const dot = label.dot ? size * 0.34 : 0;
  let dx = label.align === "start" ? dot * 1.9 : label.align === "end" ? -dot * 1.9 : 0;
  // Lines that are drawn larger than printed draw apart.
  const dy = label.dot && (label.align ?? "middle") === "middle" ? size * 1.05 : (y - middle) * Math.max(0, size / label.size - 1);
  const left = x + dx - (label.align === "start" ? 0 : label.align === "end" ? w : w / 2);
  let box: Box = { x0: left, y0: y + dy - h / 2, x1: left + w, y1: y + dy + h / 2 };
  if (edge && !label.angle) {
    // A name that is drawn larger than printed may not run off the board.
    const shift = Math.max(0, edge.x0 + size * 0.3 - box.x0) - Math.max(0, box.x1 + size * 0.3 - edge.x1);
    dx += shift;
    box = { ...box, x0: box.x0 + shift, x1: box.x1 + shift };
  }
  if (label.angle) {
    const a = (label.angle * Math.PI) / 180;
    const rw = Math.abs(Math.cos(a)) * w + Math.abs(Math.sin(a)) * h, rh = Math.abs(Math.sin(a)) * w + Math.abs(Math.cos(a)) * h;
    box = { x0: x - rw / 2, y0: y - rh / 2, x1: x + rw / 2, y1: y + rh / 2 };
  }
  return { label, look, size, name, box: grow(box, size * 0.5 + dot * 2), text: box, dx, dy };
}

/** Draws the labels of a part of the board; without `names` only the dots of those that the counters' layer draws. */
export function drawLabels(c: Ctx, laid: readonly LaidLabel[], box: Box, theme: Theme, names = true): void {
  for (const l of laid) {
    if (!meets(l.box, box)) continue;
    if (l.label.dot) drawDot(c, l, theme);
    if (names || !isName(l.label)) drawText(c, l, theme);
  }
}

function drawDot(c: Ctx, { label, size }: LaidLabel, theme: Theme): void {
  const [x, y] = label.at, r = size * (label.style === "capital" ? 0.34 : label.style === "city" ? 0.28 : 0.22);
  c.beginPath();
  if (label.style === "town" || !label.style || label.style === "note") c.arc(x, y, r, 0, Math.PI * 2);
  else c.rect(x - r, y - r, 2 * r, 2 * r);
  c.fillStyle = label.style === "capital" ? (theme === "dark" ? "#d07a62" : "#9c3b27") : INK[theme];
  c.fill();
  c.strokeStyle = PAPER[theme];
  c.lineWidth = size * 0.1;
  c.stroke();
}

export function drawText(c: Ctx, { label, look, size, dx, dy }: LaidLabel, theme: Theme): void {
  c.save();
  c.translate(label.at[0], label.at[1]);
  if (label.angle) c.rotate((label.angle * Math.PI) / 180);
  c.font = look.font(size);
  c.letterSpacing = `${(look.spacing ?? 0) * size}px`;
  c.textAlign = label.align === "start" ? "left" : label.align === "end" ? "right" : "center";
  c.textBaseline = "middle";
  c.lineJoin = "round";
  const text = label.style === "country" ? label.text.toUpperCase() : label.text;
  if (look.halo) {
    c.strokeStyle = alpha(PAPER[theme], 0.85);
    c.lineWidth = size * look.halo;
    c.strokeText(text, dx, dy);
  }
  c.fillStyle = look.colour[theme === "dark" ? 1 : 0];
  c.fillText(text, dx, dy);
  c.restore();
}
