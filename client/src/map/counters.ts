/** Counters as sprites: drawn once for a size, then copied. */
import type { Badge, Board, Colours, Face } from "../show";
import { alpha, contrast, lightness, mix } from "./colour";
import { SANS } from "./ground";
import { drawPattern } from "./patterns";
import { drawSymbol, isFramed, isKnown } from "./symbols";

type Ctx = CanvasRenderingContext2D;

const TONES = { plain: "#4b5563", good: "#2f7d4f", bad: "#b3372b", warn: "#b7791f", strong: "#1f4f8b", weak: "#8a8173" } as const;
const MOST_SPRITES = 1500;

export const toneColour = (tone: string | undefined): string => TONES[(tone ?? "plain") as keyof typeof TONES] ?? TONES.plain;

export class Counters {
  private readonly sprites = new Map<string, HTMLCanvasElement>();
  private readonly keys = new WeakMap<Face, string>();
  private readonly latest = new Map<string, { canvas: HTMLCanvasElement; px: number }>();

  constructor(private readonly board: Board) {}

  private keyOf(face: Face): string {
    let key = this.keys.get(face);
    if (!key) this.keys.set(face, (key = JSON.stringify(face)));
    return key;
  }

  /** The sprite of exactly this size if there is one or it may be made now; else the latest of another size. */
  ready(face: Face, px: number, make: boolean): { canvas?: HTMLCanvasElement; px: number; width: number } {
    const last = this.latest.get(this.keyOf(face));
    if (last?.px === px) return { canvas: last.canvas, px, width: px };
    if (make || this.sprites.has(`${px}|${this.keyOf(face)}`)) return { canvas: this.sprite(face, px), px, width: px };
    return last ? { canvas: last.canvas, px: last.px, width: last.px } : { px, width: 0 };
  }

  /** A picture of the face with side `px` device pixels (plus a margin for the shadow, see `margin`). */
  sprite(face: Face, px: number): HTMLCanvasElement {
    const key = this.keyOf(face);
    const id = `${px}|${key}`;
    let canvas = this.sprites.get(id);
    if (!canvas) {
      canvas = document.createElement("canvas");
      const m = margin(px);
      canvas.width = canvas.height = px + 2 * m;
      const c = canvas.getContext("2d")!;
      c.translate(m, m);
      drawCounter(c, face, this.coloursOf(face), px);
      if (this.sprites.size >= MOST_SPRITES) {
        this.sprites.clear();
        this.latest.clear();
      }
      this.sprites.set(id, canvas);
    }
    this.latest.set(key, { canvas, px });
    return canvas;
  }

  coloursOf(face: Face): Colours {
    return this.board.colours?.[face.colours] ?? { fill: "#d8cfbd", ink: "#2b2620" };
  }
}

/** Room around a sprite for its shadow and badges. */
export const margin = (px: number): number => Math.max(6, Math.ceil(px * 0.13));

function inkOn(colours: Colours): string {
  if (colours.ink && contrast(colours.ink, colours.fill) >= 3) return colours.ink;
  return lightness(colours.fill) > 0.35 ? "#1c1814" : "#f6f1e6";
}

export function drawCounter(c: Ctx, face: Face, colours: Colours, px: number): void {
  const r = px * 0.09;
  // A soft shadow of a few strokes: a blurred one costs ten times as much without a GPU.
  c.fillStyle = "rgba(25,18,8,.13)";
  for (let i = 3; i >= 1; i--) {
    const out = px * 0.016 * i;
    c.beginPath();
    c.roundRect(-out, -out + px * 0.025, px + 2 * out, px + 2 * out, r + out);
    c.fill();
  }
  c.fillStyle = colours.fill;
  c.beginPath();
  c.roundRect(0, 0, px, px, r);
  c.fill();
  c.save();
  c.beginPath();
  c.roundRect(0, 0, px, px, r);
  c.clip();
  if (colours.pattern && px >= 22) {
    const edge = px * 0.1;
    c.save();
    c.beginPath();
    c.rect(0, px - edge, px, edge);
    c.clip();
    drawPattern(c, colours.pattern, { x0: 0, y0: px - edge, x1: px, y1: px }, px * 0.55, alpha(inkOn(colours), 0.55), 1);
    c.restore();
  }
  if (colours.band) {
    c.fillStyle = colours.band;
    c.fillRect(0, 0, px, px * 0.1);
  }
  // Cardboard: light from above.
  c.lineWidth = Math.max(1, px * 0.03);
  c.strokeStyle = alpha("#ffffff", 0.35);
  c.beginPath();
  c.moveTo(r, c.lineWidth / 2); c.lineTo(px - r, c.lineWidth / 2);
  c.stroke();
  c.strokeStyle = alpha("#000000", 0.22);
  c.beginPath();
  c.moveTo(r, px - c.lineWidth / 2); c.lineTo(px - r, px - c.lineWidth / 2);
  c.stroke();
  c.restore();
  if (face.back) drawBack(c, face, colours, px);
  else drawFront(c, face, colours, px);
  c.strokeStyle = alpha("#1a130a", 0.55);
  c.lineWidth = Math.max(0.75, px * 0.015);
  c.beginPath();
  c.roundRect(0, 0, px, px, r);
  c.stroke();
  const lost = !!face.steps && face.steps[0] < face.steps[1];
  if (px >= 20) drawBadges(c, face.badges ?? [], px, lost ? px * 0.8 : px * 1.06);
}

function drawBack(c: Ctx, face: Face, colours: Colours, px: number): void {
  const ink = inkOn(colours);
  c.strokeStyle = c.fillStyle = alpha(ink, 0.75);
  c.lineWidth = Math.max(1, px * 0.03);
  c.beginPath();
  c.roundRect(px * 0.16, px * 0.16, px * 0.68, px * 0.68, px * 0.06);
  c.stroke();
  fitText(c, "?", px / 2, px * 0.46, px * 0.5, px * 0.4, 700);
  if (px >= 34 && face.name) fitText(c, face.short || face.name, px / 2, px * 0.74, px * 0.6, px * 0.15, 600);
}

function drawFront(c: Ctx, face: Face, colours: Colours, px: number): void {
  const ink = inkOn(colours);
  // The frame's own ground stands out from the counter and lets the symbol be read, whichever ink there is.
  const paper = lightness(ink) > 0.4 ? mix(colours.fill, "#000000", 0.3) : mix(colours.fill, "#ffffff", 0.5);
  const factors = (face.factors ?? []).join("-");
  const small = px < 26;
  c.fillStyle = ink;
  const symbol = face.symbol && isKnown(face.symbol) ? face.symbol : "";
  if (!symbol) {
    const words = face.short && (px < 44 || face.symbol === "marker") ? face.short : face.name || face.short || "";
    wrapText(c, words, px, factors ? 0.4 : 0.5, factors ? 0.56 : 0.8);
    if (factors) fitText(c, factors, px / 2, px * 0.82, px * 0.9, px * 0.26, 700);
  } else if (small) {
    drawSymbol(c, symbol, px / 2, px * (factors ? 0.38 : 0.5), px * 0.66, ink, paper);
    if (factors) fitText(c, factors, px / 2, px * 0.79, px * 0.94, px * 0.36, 700);
  } else {
    // A short designation stands beside the symbol; a name, which would be too small there, has a line of its own.
    const named = !!face.short && !!factors && widthOf(c, face.short, px * 0.15) > px * 0.5, line = named && px >= 46;
    const wide = (isFramed(symbol) ? 0.52 : 0.58) * (line ? 0.82 : 1), middle = line ? 0.375 : 0.45;
    drawSymbol(c, symbol, px / 2, px * middle, px * wide, ink, isFramed(symbol) ? paper : colours.fill);
    c.fillStyle = ink;
    if (face.size) fitText(c, face.size, px / 2, px * (line ? 0.165 : 0.2), px * 0.6, px * (line ? 0.125 : 0.145), 700);
    if (factors) fitText(c, factors, px / 2, px * (line ? 0.845 : 0.815), px * 0.92, px * (line ? 0.25 : 0.27), 700);
    else if (face.name) fitText(c, face.short || face.name, px / 2, px * 0.82, px * 0.9, px * 0.18, 600);
    if (line) fitText(c, face.short!, px / 2, px * 0.645, px * 0.94, px * 0.155, 700);
    else if (px >= 34 && face.short && factors && !named) sideText(c, face.short, px, ink);
  }
  if (face.steps && face.steps[1] > 1) drawSteps(c, face.steps, px, ink);
}

/** The designation stands upright along the left edge of the symbol. */
function sideText(c: Ctx, text: string, px: number, ink: string): void {
  c.save();
  c.translate(px * 0.13, px * 0.45);
  c.rotate(-Math.PI / 2);
  c.fillStyle = ink;
  fitText(c, text, 0, 0, px * 0.52, px * 0.15, 600);
  c.restore();
}

/** One pip a step, hollow when lost; a lost step also strikes a corner off, which is seen from afar. */
function drawSteps(c: Ctx, [left, full]: [number, number], px: number, ink: string): void {
  if (left < full) {
    c.fillStyle = "#b3372b";
    c.beginPath();
    c.moveTo(px, 0); c.lineTo(px, px * 0.24); c.lineTo(px * 0.76, 0);
    c.closePath();
    c.fill();
  }
  if (px < 30) return;
  const many = Math.min(full, 6), r = px * 0.032;
  for (let i = 0; i < many; i++) {
    c.beginPath();
    c.arc(px * 0.9, px * 0.33 + i * r * 2.9, r, 0, Math.PI * 2);
    c.fillStyle = c.strokeStyle = ink;
    c.lineWidth = Math.max(0.8, px * 0.012);
    if (i < left) c.fill();
    c.stroke();
  }
}

/** Badges ride on the upper edge, where they cover neither the symbol nor the factors. A badge that rates somebody, such
 * as "Kleist +1", is a leader's: a star with the rating, and the name too where there is room. */
function drawBadges(c: Ctx, badges: readonly Badge[], px: number, right: number): void {
  const h = Math.max(9, px * 0.22);
  let x = right;
  for (const b of badges.slice(0, 4).reverse()) {
    c.font = `700 ${step(h * 0.72)}px ${SANS}`;
    const led = b.leads;
    const text = led ? (px >= 62 ? `★ ${b.text}` : px >= 30 ? `★${led}` : "★") : px < 30 ? b.text.slice(0, 1) : b.text;
    const w = Math.max(h, Math.min(px * (led ? 1.04 : 0.9), c.measureText(text).width + h * 0.5));
    x -= w;
    c.fillStyle = led ? (b.tone === "bad" ? "#8c2a20" : "#6b4e00") : toneColour(b.tone);
    c.strokeStyle = led ? "#ffd866" : "#fffaf0";
    c.lineWidth = Math.max(1, h * 0.09);
    c.beginPath();
    c.roundRect(x, -h * 0.5, w, h, led ? h * 0.22 : h * 0.5);
    c.fill();
    c.stroke();
    c.fillStyle = led ? "#fff3c4" : "#ffffff";
    c.textAlign = "center";
    c.textBaseline = "middle";
    c.fillText(text, x + w / 2, h * 0.03, w * 0.92);
    x -= h * 0.1;
  }
}

/** Sizes of type in steps: a canvas that meets a new size of type for every counter makes a new font each time. */
const step = (size: number): number => (size < 24 ? Math.max(1, Math.round(size * 2) / 2) : Math.round(size));

function widthOf(c: Ctx, text: string, size: number): number {
  c.font = `600 ${step(size)}px ${SANS}`;
  return c.measureText(text).width;
}

function fitText(c: Ctx, text: string, x: number, y: number, wide: number, size: number, weight: number): void {
  c.textAlign = "center";
  c.textBaseline = "middle";
  c.font = `${weight} ${step(size)}px ${SANS}`;
  const w = c.measureText(text).width;
  if (w > wide) c.font = `${weight} ${step(Math.max(size * 0.45, (size * wide) / w))}px ${SANS}`;
  c.fillText(text, x, y, wide * 1.02);
}

function wrapText(c: Ctx, text: string, px: number, at: number, share: number): void {
  const words = text.split(/\s+/).filter(Boolean);
  c.textAlign = "center";
  c.textBaseline = "middle";
  for (let size = px * 0.3; size >= px * 0.12; size *= 0.9) {
    c.font = `600 ${step(size)}px ${SANS}`;
    const lines: string[] = [];
    for (const w of words) {
      const last = lines[lines.length - 1];
      if (last !== undefined && c.measureText(`${last} ${w}`).width < px * 0.9) lines[lines.length - 1] = `${last} ${w}`;
      else lines.push(w);
    }
    const fits = lines.every((l) => c.measureText(l).width <= px * 0.92) && lines.length * size * 1.08 <= px * share;
    if (!fits && size * 0.9 >= px * 0.12) continue;
    const top = px * at - ((lines.length - 1) * size * 1.08) / 2;
    lines.slice(0, Math.max(1, Math.floor((px * share) / (size * 1.08)))).forEach((l, i) => c.fillText(l, px / 2, top + i * size * 1.08, px * 0.94));
    return;
  }
}
