/** What is drawn over the printed board: marks, highlights, overlays, previews, fans, gliding counters. */
import type { Board, Overlay, Place, Point, Preview } from "../show";
import { freeSpot, isIrregular } from "./areas";
import { alpha, mix, type Theme } from "./colour";
import { margin, toneColour } from "./counters";
import { type Box, boxOf, grow, placeBox } from "./geometry";
import { INK, PAPER, SANS } from "./ground";
import { outerEdge } from "./marks";
import { drawPattern } from "./patterns";
import type { Laid, Stack } from "./stacks";
import { shortened } from "./trails";

export interface Draw {
  c: CanvasRenderingContext2D;
  /** Device pixels a board unit. */
  k: number;
  board: Board;
  places: ReadonlyMap<string, Place>;
  path(id: string): Path2D | undefined;
  theme: Theme;
  view: Box;
}

export type How = "lit" | "dear" | "fight" | "chosen" | "focus" | "bad" | "cursor";

const LOOK: Record<How, { colour: [string, string]; fill: number; width: number; dash?: number[] }> = {
  lit: { colour: ["#b3730b", "#ffc65c"], fill: 0.2, width: 2.5 },
  dear: { colour: ["#b3730b", "#ffc65c"], fill: 0.06, width: 2.2, dash: [4, 4] },
  fight: { colour: ["#b3261e", "#ff8272"], fill: 0.2, width: 3 },
  chosen: { colour: ["#14539a", "#7db8ff"], fill: 0.26, width: 3.5 },
  focus: { colour: ["#7a2c8f", "#dd9cf0"], fill: 0.16, width: 3 },
  bad: { colour: ["#b3372b", "#ff8d7d"], fill: 0.16, width: 3, dash: [6, 4] },
  cursor: { colour: ["#1c1814", "#ffffff"], fill: 0, width: 2.5, dash: [4, 3] },
};

const colourOf = (how: How, theme: Theme): string => LOOK[how].colour[theme === "dark" ? 1 : 0];

/** `dear` are those of them that cost more than the nearest: their edge is broken. */
export function drawLit(d: Draw, ids: ReadonlySet<string>, how: How, dear?: ReadonlySet<string>): void {
  if (!ids.size) return;
  if (dear?.size) {
    drawLit(d, new Set([...ids].filter((id) => !dear.has(id))), how);
    drawLit(d, new Set([...ids].filter((id) => dear.has(id))), "dear");
    return;
  }
  const all = new Path2D();
  for (const id of ids) {
    const p = d.path(id);
    if (p) all.addPath(p);
  }
  const { c } = d, look = LOOK[how], colour = colourOf(how, d.theme);
  if (look.fill) {
    // Where half the map may be chosen, a quiet light is enough.
    c.fillStyle = alpha(colour, ids.size > 40 ? look.fill * 0.6 : look.fill);
    c.fill(all);
  }
  if (how === "fight") {
    // Told by its shading too, not by its colour alone.
    c.save();
    c.clip(all);
    drawPattern(c, "hatch", d.view, d.board.counter, alpha(colour, 0.6), d.k);
    c.restore();
  }
  c.lineJoin = "round";
  c.setLineDash((look.dash ?? []).map((n) => (n * 1.5) / d.k));
  c.strokeStyle = alpha(PAPER[d.theme], 0.7);
  c.lineWidth = ((look.width + 2) * 1) / d.k;
  if (how !== "lit") c.stroke(all);
  c.strokeStyle = colour;
  c.lineWidth = (ids.size > 40 ? look.width * 0.6 : look.width) / d.k;
  c.stroke(all);
  c.setLineDash([]);
}

export function drawRing(d: Draw, l: Laid, how: How): void {
  const { c, k } = d, look = LOOK[how];
  const out = l.side / 2 + 2.5 / k;
  c.beginPath();
  c.roundRect(l.x - out, l.y - out, 2 * out, 2 * out, l.side * 0.13);
  c.strokeStyle = how === "lit" ? "#fff3cf" : "#ffffff";
  c.lineWidth = (look.width + 2.4) / k;
  c.stroke();
  c.strokeStyle = how === "lit" ? "#d48806" : colourOf(how, "light");
  c.lineWidth = look.width / k;
  c.setLineDash((look.dash ?? []).map((n) => n / k));
  c.stroke();
  c.setLineDash([]);
}

/** A burst at the lower left of a stack that would be met. */
export function drawBurst(d: Draw, s: Stack): void {
  const { c, k } = d, side = s.laid[0]!.side;
  const r = Math.max(8, Math.min(14, side * k * 0.22)) / k;
  const x = Math.min(...s.laid.map((l) => l.x)) - side / 2 + r * 0.2, y = Math.min(...s.laid.map((l) => l.y)) - side / 2 + r * 0.2;
  const star = (out: number): void => {
    c.beginPath();
    for (let i = 0; i < 16; i++) {
      const a = (i * Math.PI) / 8 - 0.2, far = i % 2 ? out * 0.58 : out;
      c.lineTo(x + Math.cos(a) * far, y + Math.sin(a) * far);
    }
    c.closePath();
  };
  c.lineJoin = "round";
  star(r);
  c.strokeStyle = "#fffaf0";
  c.lineWidth = 3 / k;
  c.stroke();
  c.fillStyle = LOOK.fight.colour[0];
  c.fill();
  star(r * 0.5);
  c.fillStyle = "#ffd866";
  c.fill();
}

export function drawStackCount(d: Draw, s: Stack, lit: boolean): void {
  const top = s.laid[s.laid.length - 1]!;
  const px = top.side * d.k, r = Math.max(6.5, Math.min(11, px * 0.17)) / d.k;
  const x = top.x - top.side / 2 + r * 0.2, y = top.y - top.side / 2 + r * 0.2;
  const { c } = d;
  c.beginPath();
  c.arc(x, y, r, 0, Math.PI * 2);
  c.fillStyle = lit ? "#8a5a05" : "#2d2a26";
  c.fill();
  c.strokeStyle = "#fffaf0";
  c.lineWidth = 1.4 / d.k;
  c.stroke();
  c.fillStyle = "#ffffff";
  c.font = `700 ${r * 1.35}px ${SANS}`;
  c.textAlign = "center";
  c.textBaseline = "middle";
  c.fillText(String(s.pieces.length), x, y + r * 0.06);
}

export const TONE_PATTERN = { bad: "hatch", warn: "dots", weak: "dots", good: "", plain: "", strong: "crosshatch" } as const;

/** The colours of two sides whose counters have the colours of several nations: told apart by everybody on any ground. */
const SIDES = ["#2660ab", "#a3431f"];

/** The colour of a shade: its side's, deep enough to be told from the ground, or its tone's. */
export function shadeColour({ board, theme }: { board: Pick<Board, "colours">; theme: Theme }, side: string, tone: string): string {
  const colours = board.colours ?? {}, sides = [...new Set(Object.values(colours).map((c) => c.side ?? ""))].filter(Boolean).sort();
  const own = sides.every((x) => colours[x]) ? undefined : SIDES[sides.indexOf(side)];
  const fill = own ?? (side && colours[side]?.fill);
  if (!fill) return toneColour(tone);
  return theme === "dark" ? mix(fill, "#ffffff", 0.25) : own ?? mix(fill, "#000000", 0.3);
}

export function drawOverlay(d: Draw, overlay: Overlay): void {
  const { c } = d;
  const groups = new Map<string, string[]>();
  for (const s of overlay.shades ?? []) {
    const key = `${s.side ?? ""}|${s.tone ?? "plain"}`;
    groups.set(key, [...(groups.get(key) ?? []), s.place]);
  }
  for (const [key, ids] of groups) {
    const [side, tone] = key.split("|") as [string, keyof typeof TONE_PATTERN];
    const colour = shadeColour(d, side, tone);
    const all = new Path2D();
    for (const id of ids) {
      const p = d.path(id);
      if (p) all.addPath(p);
    }
    c.fillStyle = alpha(colour, 0.4);
    c.fill(all);
    const pattern = TONE_PATTERN[tone] || (side && d.board.colours?.[side]?.pattern) || "";
    if (pattern) {
      c.save();
      c.clip(all);
      drawPattern(c, pattern, d.view, d.board.counter, alpha(colour, 0.75), d.k);
      c.restore();
    }
    c.strokeStyle = alpha(colour, 0.95);
    c.lineWidth = 2.4 / d.k;
    c.lineCap = "round";
    // Hexes that touch are one shape.
    const places = ids.map((id) => d.places.get(id)).filter((p) => p !== undefined);
    c.stroke(places.some((p) => isIrregular(p) || p.points?.length !== 6) ? all : outerEdge(places, d.places));
  }
  for (const path of overlay.paths ?? []) arrow(d, points(d, path), d.theme === "dark" ? "#8fd19e" : "#2f7d4f");
  for (const id of overlay.cuts ?? []) {
    const p = d.places.get(id);
    if (p) cross(d, p.anchor);
  }
}

/** The words of an overlay, at the upper edge of their places or where an area is free: never on the factors. Words that
 * are wider than their place and its surroundings are told by the legend, or in a nearer view. */
export function drawOverlayWords(d: Draw, overlay: Overlay, taken: readonly Box[]): void {
  const px = 11;
  for (const s of overlay.shades ?? []) {
    const p = d.places.get(s.place);
    if (!p || !s.text) continue;
    const b = placeBox(p), wide = ((s.text.length + 1.4) * px * 0.62) / d.k;
    if (!isIrregular(p) && wide > (b.x1 - b.x0) * 1.25) continue;
    const [x, y] = isIrregular(p) ? freeSpot(p, [wide, (px * 1.7) / d.k], taken, d.board.counter / 4) : [p.anchor[0], b.y0 + 2 / d.k];
    tag(d, s.text, x, y, toneColour(s.tone), px);
  }
}

export function tag(d: Draw, text: string, x: number, y: number, colour: string, px = 11): void {
  const { c } = d, size = px / d.k;
  c.font = `700 ${size}px ${SANS}`;
  const w = c.measureText(text).width + size * 0.8;
  // Words stay on the page.
  const edge = d.board.counter;
  x = Math.max(d.view.x0 + edge + w / 2, Math.min(d.view.x1 - edge - w / 2, x));
  c.fillStyle = mix(colour, "#1c1814", 0.3);
  c.beginPath();
  c.roundRect(x - w / 2, y - size * 0.7, w, size * 1.4, size * 0.4);
  c.fill();
  c.fillStyle = "#ffffff";
  c.textAlign = "center";
  c.textBaseline = "middle";
  c.fillText(text, x, y);
}

const points = (d: Draw, ids: readonly string[]): Point[] =>
  ids.map((id) => d.places.get(id)?.anchor).filter((p) => p !== undefined);

function cross(d: Draw, [x, y]: Point): void {
  const { c } = d, r = Math.max(7 / d.k, d.board.counter * 0.22);
  for (const [colour, width] of [["#fffaf0", 6], ["#b3372b", 3.5]] as const) {
    c.strokeStyle = colour;
    c.lineWidth = width / d.k;
    c.lineCap = "round";
    c.beginPath();
    c.moveTo(x - r, y - r); c.lineTo(x + r, y + r);
    c.moveTo(x + r, y - r); c.lineTo(x - r, y + r);
    c.stroke();
  }
}

function arrow(d: Draw, pts: Point[], colour: string): void {
  if (pts.length < 2) return;
  const { c } = d;
  const [ax, ay] = pts[pts.length - 2]!, [bx, by] = pts[pts.length - 1]!;
  const angle = Math.atan2(by - ay, bx - ax), head = 11 / d.k;
  c.lineJoin = c.lineCap = "round";
  for (const [ink, width] of [[alpha("#fffaf0", 0.9), 6.5], [colour, 3.5]] as const) {
    c.strokeStyle = c.fillStyle = ink;
    c.lineWidth = width / d.k;
    c.beginPath();
    pts.forEach(([x, y], i) => (i ? c.lineTo(x, y) : c.moveTo(x, y)));
    c.stroke();
    c.beginPath();
    c.moveTo(bx + Math.cos(angle) * head * 0.6, by + Math.sin(angle) * head * 0.6);
    c.lineTo(bx + Math.cos(angle + 2.5) * head, by + Math.sin(angle + 2.5) * head);
    c.lineTo(bx + Math.cos(angle - 2.5) * head, by + Math.sin(angle - 2.5) * head);
    c.closePath();
    c.fill();
    c.stroke();
  }
}

/** What a draft has declared so far: from the edge of one counter to the edge of the other, so that both can be read. */
export function drawArrows(d: Draw, arrows: readonly string[][], side: number): void {
  for (const ids of arrows) {
    const back = (pts: readonly Point[]): Point[] => shortened(pts, side * 0.38).reverse();
    arrow(d, back(back(points(d, ids))), d.theme === "dark" ? "#ff9c8d" : "#a02f24");
  }
}

export function drawPreview(d: Draw, preview: Preview): void {
  drawLit(d, new Set(preview.places ?? []), "focus");
  if (preview.path && preview.path.length > 1) {
    const pts = points(d, preview.path);
    arrow(d, pts, d.theme === "dark" ? "#7db8ff" : "#14539a");
    if (preview.cost) {
      const [x, y] = pts[pts.length - 1]!;
      tag(d, preview.cost, x, y - 20 / d.k, "#14539a");
    }
  }
}

export function drawFan(d: Draw, laid: Laid[], sprite: (l: Laid) => HTMLCanvasElement, how: (l: Laid) => How | ""): void {
  const { c } = d, side = laid[0]!.side;
  const b = grow(boxOf(laid.map((l) => [l.x, l.y])), side * 0.64);
  c.save();
  c.shadowColor = "rgba(0,0,0,.4)";
  c.shadowBlur = 18;
  c.fillStyle = d.theme === "light" ? "rgba(252,247,236,.95)" : "rgba(38,40,44,.95)";
  c.beginPath();
  c.roundRect(b.x0, b.y0, b.x1 - b.x0, b.y1 - b.y0, side * 0.12);
  c.fill();
  c.restore();
  c.strokeStyle = alpha(INK[d.theme], 0.3);
  c.lineWidth = 1 / d.k;
  c.stroke();
  for (const l of laid) {
    const px = Math.round(side * d.k), grown = side * (1 + (2 * margin(px)) / px);
    c.drawImage(sprite(l), l.x - grown / 2, l.y - grown / 2, grown, grown);
    const h = how(l);
    if (h) drawRing(d, l, h);
  }
}

interface Flying { piece: string; path: string[]; start: number; time: number }

/** Draws counters on their way; says whether any still is. */
export function drawGlides(d: Draw, glides: readonly Flying[], now: number, sprite: (id: string) => HTMLCanvasElement | undefined, ends: (id: string) => Point | undefined, side: number): boolean {
  let busy = false;
  for (const g of glides) {
    const f = Math.min(1, (now - g.start) / g.time);
    const pts = points(d, g.path), end = ends(g.piece);
    const picture = sprite(g.piece);
    if (!pts.length || !picture) continue;
    if (end) pts[pts.length - 1] = end;
    const eased = f < 0.5 ? 2 * f * f : 1 - (2 - 2 * f) ** 2 / 2;
    const at = eased * (pts.length - 1), i = Math.min(pts.length - 2, Math.floor(at)), part = at - i;
    const a = pts[Math.max(0, i)]!, b = pts[Math.min(pts.length - 1, i + 1)]!;
    const x = a[0] + (b[0] - a[0]) * part, y = a[1] + (b[1] - a[1]) * part;
    const px = Math.round(side * d.k), grown = side * (1 + (2 * margin(px)) / px);
    d.c.drawImage(picture, x - grown / 2, y - grown / 2, grown, grown);
    if (f < 1) busy = true;
  }
  return busy;
}
