/** Marks on places: control, damage, railways. They change seldom, so they are drawn once for a view and copied. */
import type { Mark, Place, Style } from "../show";
import { alpha, fillFor, mix, strokeFor, type Theme } from "./colour";
import type { Draw } from "./draw";
import { type Box, grow, placeBox } from "./geometry";
import { SANS } from "./ground";
import { drawPattern } from "./patterns";

/** The part of the view that is drawn beyond its edges, so that a small move of the camera needs nothing new. */
const BEYOND = 0.15;

export class MarkLayer {
  private readonly canvas = document.createElement("canvas");
  private drawn: { key: string; theme: Theme; k: number; box: Box } | undefined;
  private for: readonly Mark[] | undefined;
  private key = "";

  /** Draws the marks in the view; while the camera moves, what is there is shifted and scaled. */
  draw(d: Draw, marks: readonly Mark[], still: boolean): void {
    if (!marks.length) return;
    if (marks !== this.for) {
      this.for = marks;
      this.key = marks.map((m) => `${m.id} ${m.place} ${m.style} ${m.text ?? ""}`).join("|");
    }
    const was = this.drawn;
    const same = was && was.key === this.key && was.theme === d.theme;
    const fits = same && Math.abs(was.k / d.k - 1) < 1e-6 && holds(was.box, d.view);
    if (!fits && (still || !same)) this.render(d, marks);
    const { box, k } = this.drawn!;
    if (Math.abs(k / d.k - 1) > 1e-6) { d.c.drawImage(this.canvas, box.x0, box.y0, box.x1 - box.x0, box.y1 - box.y0); return; }
    const at = d.c.getTransform();
    d.c.save();
    d.c.setTransform(1, 0, 0, 1, 0, 0);
    d.c.drawImage(this.canvas, Math.round(box.x0 * k + at.e), Math.round(box.y0 * k + at.f));
    d.c.restore();
  }

  private render(d: Draw, marks: readonly Mark[]): void {
    const { x0, y0, x1, y1 } = d.view, out = Math.max(x1 - x0, y1 - y0) * BEYOND;
    const wide = grow(d.view, out), k = d.k;
    const box = { x0: Math.floor(wide.x0 * k) / k, y0: Math.floor(wide.y0 * k) / k, x1: Math.ceil(wide.x1 * k) / k, y1: Math.ceil(wide.y1 * k) / k };
    this.canvas.width = Math.round((box.x1 - box.x0) * k);
    this.canvas.height = Math.round((box.y1 - box.y0) * k);
    const c = this.canvas.getContext("2d")!;
    c.setTransform(k, 0, 0, k, -box.x0 * k, -box.y0 * k);
    drawMarks({ ...d, c, view: box }, marks);
    this.drawn = { key: this.key, theme: d.theme, k, box };
  }
}

/** Whether the view lies in the box, but for the board's own edge that is grown around it. */
const holds = (box: Box, view: Box): boolean => view.x0 >= box.x0 && view.y0 >= box.y0 && view.x1 <= box.x1 && view.y1 <= box.y1;

function drawMarks(d: Draw, marks: readonly Mark[]): void {
  const byStyle = new Map<string, Mark[]>();
  for (const m of marks) {
    const place = d.places.get(m.place);
    if (!place || !near(d.view, place)) continue;
    const list = byStyle.get(m.style);
    if (list) list.push(m);
    else byStyle.set(m.style, [m]);
  }
  for (const [name, list] of byStyle) {
    const style = d.board.styles?.[name] ?? { stroke: "#7a6a52", width: 1 };
    const ways = list.filter((m) => m.to), areas = list.filter((m) => !m.to);
    if (ways.length) drawWays(d, ways, style);
    if (areas.length) drawAreas(d, areas, style);
  }
  markTexts(d, marks);
}

function near(view: Box, place: Place): boolean {
  const b = placeBox(place), more = Math.max(b.x1 - b.x0, b.y1 - b.y0);
  return b.x1 + more > view.x0 && b.x0 - more < view.x1 && b.y1 + more > view.y0 && b.y0 - more < view.y1;
}

/** Lines from place to place. */
function drawWays(d: Draw, marks: readonly Mark[], style: Style): void {
  const { c } = d, all = new Path2D();
  for (const m of marks) {
    const a = d.places.get(m.place)?.anchor, b = d.places.get(m.to!)?.anchor;
    if (!a || !b) continue;
    all.moveTo(a[0], a[1]);
    all.lineTo(b[0], b[1]);
  }
  c.lineCap = "round";
  c.strokeStyle = alpha(strokeFor(d.theme, style.stroke || style.fill || "#7a6a52", style.dark_stroke), 0.85);
  c.lineWidth = Math.max(style.width ?? 1, 1.6 / d.k);
  c.setLineDash(style.dash ?? []);
  c.stroke(all);
  c.setLineDash([]);
}

function drawAreas(d: Draw, marks: readonly Mark[], style: Style): void {
  const { c, board } = d, all = new Path2D();
  for (const m of marks) {
    const p = d.path(m.place);
    if (p) all.addPath(p);
  }
  if (style.fill) {
    c.fillStyle = alpha(fillFor(d.theme, style.fill, style.dark_fill), 0.34);
    c.fill(all);
  }
  if (style.pattern) {
    c.save();
    c.clip(all);
    drawPattern(c, style.pattern, d.view, board.counter, alpha(style.pattern_colour || style.stroke || style.fill || "#555555", 0.7), d.k);
    c.restore();
  }
  if (!style.stroke) return;
  c.strokeStyle = alpha(strokeFor(d.theme, style.stroke, style.dark_stroke), 0.9);
  c.setLineDash(style.dash ?? []);
  if (style.merged) {
    c.lineJoin = c.lineCap = "round";
    c.lineWidth = Math.max(style.width ?? 1, 1.5 / d.k);
    c.stroke(outerEdge(marks.map((m) => d.places.get(m.place)!), d.places));
  } else {
    c.save();
    c.clip(all);
    c.lineWidth = Math.max((style.width ?? 1) * 2, 2 / d.k);
    c.stroke(all);
    c.restore();
  }
  c.setLineDash([]);
}

/** The sides of these places that border on none of them: a side belongs to the neighbour towards whom its middle lies. */
export function outerEdges(places: readonly Place[], all: ReadonlyMap<string, Place>): [number, number, number, number][] {
  const inside = new Set(places.map((p) => p.id)), out: [number, number, number, number][] = [];
  for (const p of places) {
    const pts = p.points ?? [], beside = (p.neighbours ?? []).filter((id) => inside.has(id)).map((id) => all.get(id)!.anchor);
    pts.forEach(([x, y], i) => {
      const [nx, ny] = pts[(i + 1) % pts.length]!, mx = (x + nx) / 2, my = (y + ny) / 2;
      const reach = Math.hypot(mx - p.anchor[0], my - p.anchor[1]);
      const shared = beside.some(([ax, ay]) => Math.hypot((ax + p.anchor[0]) / 2 - mx, (ay + p.anchor[1]) / 2 - my) < reach * 0.3);
      if (!shared) out.push([x, y, nx, ny]);
    });
  }
  return out;
}

export function outerEdge(places: readonly Place[], all: ReadonlyMap<string, Place>): Path2D {
  const path = new Path2D();
  for (const [x, y, nx, ny] of outerEdges(places, all)) {
    path.moveTo(x, y);
    path.lineTo(nx, ny);
  }
  return path;
}

/** The words of marks, as small tags along the lower edge of their place. */
function markTexts(d: Draw, marks: readonly Mark[]): void {
  const rows = new Map<string, number>();
  const { c } = d;
  for (const m of marks) {
    if (!m.text) continue;
    const place = d.places.get(m.place);
    if (!place) continue;
    const b = placeBox(place);
    if (b.x1 < d.view.x0 || b.x0 > d.view.x1 || b.y1 < d.view.y0 || b.y0 > d.view.y1) continue;
    const size = Math.min(13 / d.k, Math.max(9 / d.k, d.board.counter * 0.24));
    if ((b.x1 - b.x0) * d.k < 26) continue;
    const row = rows.get(m.place) ?? 0;
    rows.set(m.place, row + 1);
    c.font = `600 ${size}px ${SANS}`;
    const w = Math.min(c.measureText(m.text).width + size * 0.8, (b.x1 - b.x0) * 0.98);
    const x = (b.x0 + b.x1) / 2, y = b.y1 - size * (1 + row * 1.35);
    const style = d.board.styles?.[m.style];
    const fill = style?.fill || style?.stroke || "#6b6153";
    c.fillStyle = mix(fill, "#1c1814", 0.45);
    c.beginPath();
    c.roundRect(x - w / 2, y - size * 0.62, w, size * 1.24, size * 0.3);
    c.fill();
    c.fillStyle = "#ffffff";
    c.textAlign = "center";
    c.textBaseline = "middle";
    c.fillText(m.text, x, y + size * 0.03, w * 0.94);
  }
}
