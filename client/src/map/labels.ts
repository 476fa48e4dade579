/** Which labels are shown at a zoom, and how large: readable at every one, and never over one another. */
import type { Label, LabelStyle } from "../show";
import { INK, PAPER, SANS, SERIF } from "./ground";
import { alpha, type Theme } from "./colour";
import { type Box, grow, meets } from "./geometry";

type Ctx = CanvasRenderingContext2D;

interface Look { font: (px: number) => string; least: number; most: number; colour: [string, string]; halo: number; spacing?: number }

const LOOKS: Record<LabelStyle, Look> = {
  town: { font: (n) => `500 ${n}px ${SANS}`, least: 9.5, most: 19, colour: ["#2b2620", "#ddd6c8"], halo: 0.24 },
  city: { font: (n) => `600 ${n}px ${SANS}`, least: 10.5, most: 22, colour: ["#241f1a", "#e6dfd0"], halo: 0.24 },
  capital: { font: (n) => `700 ${n}px ${SANS}`, least: 11, most: 25, colour: ["#1e1915", "#f1eadb"], halo: 0.24 },
  region: { font: (n) => `italic 500 ${n}px ${SERIF}`, least: 10, most: 34, colour: ["#6b5a44", "#a89b84"], halo: 0.16, spacing: 0.12 },
  country: { font: (n) => `500 ${n}px ${SERIF}`, least: 12, most: 54, colour: ["#75604a", "#9c8f7a"], halo: 0.12, spacing: 0.28 },
  water: { font: (n) => `italic 500 ${n}px ${SERIF}`, least: 10, most: 38, colour: ["#3d6f94", "#7fa8c6"], halo: 0, spacing: 0.14 },
  river: { font: (n) => `italic 500 ${n}px ${SERIF}`, least: 9, most: 17, colour: ["#2f6592", "#86aecb"], halo: 0.26 },
  note: { font: (n) => `400 ${n}px ${SANS}`, least: 8.5, most: 18, colour: ["#51483c", "#b0a793"], halo: 0.18 },
  title: { font: (n) => `600 ${n}px ${SERIF}`, least: 9.5, most: 44, colour: ["#33291e", "#e2d9c6"], halo: 0 },
};

export interface LaidLabel { label: Label; look: Look; size: number; box: Box; dx: number; dy: number }

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

/** Lays out labels for a scale in CSS pixels a board unit. Priority 0 always shows; others where there is room. */
export function layLabels(labels: readonly Label[], k: number, edge?: Box): LaidLabel[] {
  const out: LaidLabel[] = [];
  const taken: Box[] = [];
  const ordered = labels.map((label, i) => ({ label, i })).sort((a, b) => (a.label.priority ?? 0) - (b.label.priority ?? 0) || a.i - b.i);
  for (const { label } of ordered) {
    const look = LOOKS[label.style ?? "note"] ?? LOOKS.note;
    const natural = label.size * k;
    // A name that would be far smaller than readable belongs to a nearer view, unless it is always shown.
    if ((label.priority ?? 0) > 0 && natural < look.least * 0.45) continue;
    const size = Math.max(look.least, Math.min(natural, Math.max(look.most, natural * 0.5))) / k;
    const w = widthOf(label.text, look) * size, h = size * 1.05;
    const [x, y] = label.at;
    const dot = label.dot ? size * 0.34 : 0;
    let dx = label.align === "start" ? dot * 1.9 : label.align === "end" ? -dot * 1.9 : 0;
    const dy = label.dot && (label.align ?? "middle") === "middle" ? size * 1.05 : 0;
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
    const tight = grow(box, -size * 0.08);
    if ((label.priority ?? 0) > 0 && taken.some((b) => meets(b, tight))) continue;
    taken.push(box);
    out.push({ label, look, size, box: grow(box, size * 0.5 + dot * 2), dx, dy });
  }
  return out;
}

export function drawLabels(c: Ctx, laid: readonly LaidLabel[], box: Box, theme: Theme): void {
  const night = theme === "dark" ? 1 : 0;
  for (const { label, look, size, box: own, dx, dy } of laid) {
    if (!meets(own, box)) continue;
    const [x, y] = label.at;
    c.save();
    c.translate(x, y);
    if (label.angle) c.rotate((label.angle * Math.PI) / 180);
    if (label.dot) {
      const r = size * (label.style === "capital" ? 0.34 : label.style === "city" ? 0.28 : 0.22);
      c.beginPath();
      if (label.style === "town" || !label.style || label.style === "note") c.arc(0, 0, r, 0, Math.PI * 2);
      else c.rect(-r, -r, 2 * r, 2 * r);
      c.fillStyle = label.style === "capital" ? (night ? "#d07a62" : "#9c3b27") : INK[theme];
      c.fill();
      c.strokeStyle = PAPER[theme];
      c.lineWidth = size * 0.1;
      c.stroke();
    }
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
    c.fillStyle = look.colour[night]!;
    c.fillText(text, dx, dy);
    c.restore();
  }
}
