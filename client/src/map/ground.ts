/** Draws the printed board: everything that does not change during a game. Called once a tile. */
import type { Board, Line, Place, Style } from "../show";
import { alpha, fillFor, mix, strokeFor, type Theme } from "./colour";
import { boxOf, type Box, type BoardIndex, GridIndex, grow, meets, placeBox } from "./geometry";
import { drawPattern } from "./patterns";

type Ctx = CanvasRenderingContext2D;

export const PAPER = { light: "#f4ecdc", dark: "#202225" } as const;
export const INK = { light: "#2b2620", dark: "#d9d2c3" } as const;

/** A curve through the points (Catmull-Rom), as rivers and coasts run. */
export function trace(c: Ctx | Path2D, line: Pick<Line, "points" | "closed" | "smooth">): void {
  const pts = line.points;
  const n = pts.length;
  if (!n) return;
  c.moveTo(pts[0]![0], pts[0]![1]);
  if (!line.smooth || n < 3) {
    for (let i = 1; i < n; i++) c.lineTo(pts[i]![0], pts[i]![1]);
  } else {
    const at = (i: number) => (line.closed ? pts[(i + n) % n]! : pts[Math.max(0, Math.min(n - 1, i))]!);
    for (let i = 0; i < (line.closed ? n : n - 1); i++) {
      const [p0, p1, p2, p3] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
      c.bezierCurveTo(
        p1[0] + (p2[0] - p0[0]) / 6, p1[1] + (p2[1] - p0[1]) / 6,
        p2[0] - (p3[0] - p1[0]) / 6, p2[1] - (p3[1] - p1[1]) / 6, p2[0], p2[1],
      );
    }
  }
  if (line.closed) c.closePath();
}

export function placePath(c: Ctx | Path2D, p: Place): void {
  if (p.shape === "circle") {
    c.moveTo(p.anchor[0] + (p.radius ?? 0), p.anchor[1]);
    c.arc(p.anchor[0], p.anchor[1], p.radius ?? 0, 0, Math.PI * 2);
  } else if (p.shape === "rect") {
    const b = boxOf(p.points ?? []);
    c.roundRect(b.x0, b.y0, b.x1 - b.x0, b.y1 - b.y0, Math.min(b.x1 - b.x0, b.y1 - b.y0) * 0.06);
  } else {
    trace(c, { points: p.points ?? [], closed: true });
  }
}

const RELIEF: [GlobalCompositeOperation, number][] = [["multiply", 1]];
const RELIEF_BY_NIGHT: [GlobalCompositeOperation, number][] = [["soft-light", 0.4], ["multiply", 0.6]];

export class Ground {
  private readonly lineBoxes: Box[];
  private readonly lineGrid: GridIndex;
  private readonly linePaths = new Map<Line, Path2D>();
  private readonly placePaths = new Map<Place, Path2D>();
  private readonly board: Board;
  /** What labels say already: a surface that the game titles itself is not titled twice. */
  private readonly named: ReadonlySet<string>;
  pictures: { image: CanvasImageSource; box: Box; opacity: number }[] = [];

  constructor(private readonly index: BoardIndex) {
    this.board = index.board;
    this.named = new Set((index.board.labels ?? []).map((l) => l.text.toLowerCase()));
    const widest = Math.max(2, ...Object.values(this.board.styles ?? {}).map((s) => s.width ?? 1));
    this.lineBoxes = (this.board.lines ?? []).map((l) => grow(boxOf(l.points), widest * 2));
    this.lineGrid = new GridIndex(this.lineBoxes, Math.max(this.board.width, this.board.height) / 24 || 1);
  }

  path(p: Place): Path2D {
    let path = this.placePaths.get(p);
    if (!path) {
      path = new Path2D();
      placePath(path, p);
      this.placePaths.set(p, path);
    }
    return path;
  }

  private pathOf(line: Line): Path2D {
    let path = this.linePaths.get(line);
    if (!path) {
      path = new Path2D();
      trace(path, line);
      this.linePaths.set(line, path);
    }
    return path;
  }

  /** Draws what lies in `box` onto a context whose transform maps board units; `scale` is device px a unit. */
  draw(c: Ctx, box: Box, scale: number, theme: Theme): void {
    const { board } = this;
    const styles = board.styles ?? {};
    c.fillStyle = PAPER[theme];
    c.fillRect(box.x0, box.y0, box.x1 - box.x0, box.y1 - box.y0);
    for (const s of board.surfaces) {
      const sb = { x0: s.x, y0: s.y, x1: s.x + s.width, y1: s.y + s.height };
      if (!meets(box, sb)) continue;
      const style = styles[s.style ?? ""];
      if (style?.fill || style?.stroke) {
        c.beginPath();
        c.roundRect(s.x, s.y, s.width, s.height, s.kind === "map" ? 0 : board.counter * 0.12);
        this.fillAndStroke(c, style, sb, scale, theme);
      } else if (s.kind !== "map") {
        c.fillStyle = theme === "light" ? "rgba(120,95,60,.07)" : "rgba(255,245,220,.045)";
        c.beginPath();
        c.roundRect(s.x, s.y, s.width, s.height, board.counter * 0.12);
        c.fill();
      }
    }
    const lines = this.lineGrid.find(box).map((i) => board.lines![i]!);
    const places = this.index.inBox(grow(box, board.counter * 0.3));
    this.fillPlaces(c, places, theme);
    this.drawPictures(c, box, theme);
    for (const l of lines) if (l.layer === "ground") this.drawLine(c, l, scale, theme, box);
    this.patternPlaces(c, places, box, scale, theme);
    this.edges(c, places, scale, theme);
    for (const l of lines) if ((l.layer ?? "below") === "below") this.drawLine(c, l, scale, theme, box);
    for (const l of lines) if (l.layer === "above") this.drawLine(c, l, scale, theme, box);
    this.placeLabels(c, places, scale, theme);
    this.surfaceTitles(c, box, scale, theme);
  }

  private fillAndStroke(c: Ctx, style: Style, box: Box, scale: number, theme: Theme): void {
    if (style.fill) {
      c.fillStyle = fillFor(theme, style.fill, style.dark_fill);
      c.fill();
    }
    if (style.pattern) {
      c.save();
      c.clip();
      drawPattern(c, style.pattern, box, this.board.counter, patternColour(style, theme), scale);
      c.restore();
    }
    if (style.stroke && (style.width ?? 1) > 0) {
      c.strokeStyle = strokeFor(theme, style.stroke, style.dark_stroke);
      c.lineWidth = Math.max(style.width ?? 1, 0.6 / scale);
      c.setLineDash(style.dash ?? []);
      c.stroke();
      c.setLineDash([]);
    }
  }

  /** Fills places style by style, so that a tile costs one fill a style and neighbours show no seams. */
  private fillPlaces(c: Ctx, places: Place[], theme: Theme): void {
    for (const [name, list] of byStyle(places)) {
      const style = this.board.styles?.[name];
      if (!style?.fill) continue;
      c.fillStyle = c.strokeStyle = fillFor(theme, style.fill, style.dark_fill);
      c.lineWidth = this.board.counter * 0.012;
      const all = new Path2D();
      for (const p of list) all.addPath(this.path(p));
      c.fill(all);
      c.stroke(all);
    }
  }

  private patternPlaces(c: Ctx, places: Place[], box: Box, scale: number, theme: Theme): void {
    for (const [name, list] of byStyle(places)) {
      const style = this.board.styles?.[name];
      if (!style?.pattern) continue;
      const all = new Path2D();
      let area: Box = { x0: Infinity, y0: Infinity, x1: -Infinity, y1: -Infinity };
      for (const p of list) {
        all.addPath(this.path(p));
        const b = boxOf(p.points?.length ? p.points : [p.anchor]);
        const g = p.shape === "circle" ? grow(b, p.radius ?? 0) : b;
        area = { x0: Math.min(area.x0, g.x0), y0: Math.min(area.y0, g.y0), x1: Math.max(area.x1, g.x1), y1: Math.max(area.y1, g.y1) };
      }
      c.save();
      c.clip(all);
      drawPattern(c, style.pattern, cut(area, box), this.board.counter, patternColour(style, theme), scale);
      c.restore();
    }
  }

  private edges(c: Ctx, places: Place[], scale: number, theme: Theme): void {
    for (const [name, list] of byStyle(places)) {
      const style = this.board.styles?.[name];
      if (!style?.stroke || !(style.width ?? 1)) continue;
      const all = new Path2D();
      for (const p of list) all.addPath(this.path(p));
      c.strokeStyle = strokeFor(theme, style.stroke, style.dark_stroke);
      // Far out, a net of full-strength lines would grey the map: thin lines fade instead.
      const wide = (style.width ?? 1) * scale;
      c.globalAlpha = Math.max(0.25, Math.min(1, wide / 0.8));
      c.lineWidth = Math.max(style.width ?? 1, 0.7 / scale);
      c.lineJoin = "round";
      c.setLineDash(style.dash ?? []);
      c.stroke(all);
      c.setLineDash([]);
      c.globalAlpha = 1;
    }
  }

  private drawPictures(c: Ctx, box: Box, theme: Theme): void {
    for (const p of this.pictures) {
      if (!meets(p.box, box)) continue;
      c.save();
      c.imageSmoothingQuality = "high";
      // Relief is shade: it darkens what it lies on, whichever of the two is drawn first. By night its slopes catch a
      // little light, no more, or the ground would be as pale as the names on it.
      for (const [how, share] of theme === "light" ? RELIEF : RELIEF_BY_NIGHT) {
        c.globalCompositeOperation = how;
        c.globalAlpha = p.opacity * share;
        c.drawImage(p.image, p.box.x0, p.box.y0, p.box.x1 - p.box.x0, p.box.y1 - p.box.y0);
      }
      c.restore();
    }
  }

  private drawLine(c: Ctx, line: Line, scale: number, theme: Theme, box: Box): void {
    const style = this.board.styles?.[line.style];
    if (!style) return;
    const path = this.pathOf(line);
    if (line.closed && style.fill) {
      c.fillStyle = fillFor(theme, style.fill, style.dark_fill);
      c.fill(path);
      if (style.pattern) {
        c.save();
        c.clip(path);
        drawPattern(c, style.pattern, cut(boxOf(line.points), box), this.board.counter, patternColour(style, theme), scale);
        c.restore();
      }
    }
    const colour = style.stroke ? strokeFor(theme, style.stroke, style.dark_stroke) : "";
    if (!colour) return;
    c.lineJoin = "round";
    c.lineCap = style.dash?.length ? "butt" : "round";
    c.strokeStyle = colour;
    c.lineWidth = Math.max(style.width ?? 1, 0.8 / scale);
    c.setLineDash(style.dash ?? []);
    c.stroke(path);
    c.setLineDash([]);
    if (style.pattern === "ticks" && !style.fill) {
      // A railway: short sleepers across the line.
      c.lineWidth = (style.width ?? 1) * 4;
      c.lineCap = "butt";
      c.setLineDash([Math.max(style.width ?? 1, 0.8 / scale), this.board.counter * 0.2]);
      c.stroke(path);
      c.setLineDash([]);
    }
  }

  /** Numbers of hexes and names of boxes, along the upper edge and out of the counters' way. */
  private placeLabels(c: Ctx, places: Place[], scale: number, theme: Theme): void {
    c.textAlign = "center";
    for (const p of places) {
      if (!p.label) continue;
      const b = placeBox(p);
      const rect = p.shape === "rect";
      const size = rect
        ? Math.min((b.y1 - b.y0) * 0.2, this.board.counter * 0.26)
        : Math.min((b.y1 - b.y0) * 0.13, this.board.counter * 0.26);
      const px = size * scale;
      if (px < 5.5 || (!rect && (b.x1 - b.x0) * scale < 40)) continue;
      c.font = `${rect ? 600 : 400} ${size}px ${SANS}`;
      c.fillStyle = alpha(INK[theme], rect ? 0.8 : 0.55);
      c.textBaseline = "top";
      // A hex that stands on its point has no room at the very top.
      const tips = (p.points ?? []).filter((q) => q[1] - b.y0 < (b.y1 - b.y0) * 0.02).length;
      const inset = p.shape === "circle" ? (b.y1 - b.y0) * 0.08 : !rect && tips === 1 ? (b.y1 - b.y0) * 0.1 : size * 0.42;
      c.fillText(p.label, (b.x0 + b.x1) / 2, b.y0 + inset, (b.x1 - b.x0) * 0.94);
    }
  }

  private surfaceTitles(c: Ctx, box: Box, scale: number, theme: Theme): void {
    for (const s of this.board.surfaces) {
      if (s.kind === "map" || !s.title || this.named.has(s.title.toLowerCase())) continue;
      const size = Math.min(this.board.counter * 0.32, s.height * 0.2);
      if (size * scale < 6 || !meets(box, { x0: s.x, y0: s.y - size * 2, x1: s.x + s.width, y1: s.y + size * 2 })) continue;
      c.font = `600 ${size}px ${SERIF}`;
      c.fillStyle = mix(INK[theme], PAPER[theme], 0.18);
      c.textAlign = "left";
      c.textBaseline = "bottom";
      c.fillText(s.title, s.x + size * 0.2, s.y - size * 0.15, s.width);
    }
  }
}

export const SANS = `"Inter","Segoe UI",system-ui,-apple-system,"Helvetica Neue","Noto Sans","DejaVu Sans",sans-serif`;
export const SERIF = `"Iowan Old Style","Palatino Linotype",Palatino,"Book Antiqua",Charter,"Noto Serif","DejaVu Serif",Georgia,serif`;

function patternColour(style: Style, theme: Theme): string {
  const own = style.pattern_colour || style.stroke || mix(style.fill || "#888888", "#000000", 0.35);
  return theme === "light" ? own : mix(fillFor("dark", style.fill || "#888888", style.dark_fill), own, 0.45);
}

const cut = (a: Box, b: Box): Box => ({
  x0: Math.max(a.x0, b.x0), y0: Math.max(a.y0, b.y0), x1: Math.min(a.x1, b.x1), y1: Math.min(a.y1, b.y1),
});

function byStyle(places: Place[]): Map<string, Place[]> {
  const out = new Map<string, Place[]>();
  for (const p of places) {
    const list = out.get(p.style ?? "");
    if (list) list.push(p);
    else out.set(p.style ?? "", [p]);
  }
  return out;
}
