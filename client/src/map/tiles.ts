/** The printed board as tiles, drawn afresh for the exact zoom and kept, so that a frame only copies pictures. */
import type { Theme } from "./colour";
import type { Box, BoardIndex } from "./geometry";
import type { Ground } from "./ground";
import { drawLabels, type LaidLabel, layLabels } from "./labels";

const TILE = 256;
const MOST_TILES = 220;
const OVERVIEW = 1100;
const NO_LABELS: readonly LaidLabel[] = [];

interface Tile { canvas: HTMLCanvasElement; used: number }

interface Level { scale: number; tiles: Map<number, Tile>; labels: LaidLabel[] }

export class Tiles {
  private level: Level | undefined;
  private older: Level | undefined;
  private overview: { canvas: HTMLCanvasElement; scale: number } | undefined;
  private clock = 0;
  theme: Theme = "light";

  constructor(private readonly index: BoardIndex, private readonly ground: Ground, private readonly dpr: number) {}

  /** Forget everything that is drawn (the theme changed, a picture has loaded). */
  reset(): void {
    this.level = this.older = this.overview = undefined;
  }

  private newLevel(scale: number): Level {
    return { scale, tiles: new Map(), labels: layLabels(this.index.board.labels ?? [], scale / this.dpr, this.index.box) };
  }

  /** Take `scale` (device px a unit) as the exact one; what was drawn before stays as a stand-in meanwhile. */
  settle(scale: number): void {
    if (this.level && Math.abs(this.level.scale / scale - 1) < 1e-6) return;
    if (this.level?.tiles.size) this.older = this.level;
    this.level = this.newLevel(scale);
  }

  /** The labels as they are laid out for the exact scale. */
  get labels(): readonly LaidLabel[] { return this.level?.labels ?? NO_LABELS; }

  get scale(): number {
    return this.level?.scale ?? 0;
  }

  private render(box: Box, scale: number, labels: LaidLabel[], w: number, h: number): HTMLCanvasElement {
    const canvas = document.createElement("canvas");
    canvas.width = w;
    canvas.height = h;
    const c = canvas.getContext("2d", { alpha: false })!;
    c.setTransform(scale, 0, 0, scale, -box.x0 * scale, -box.y0 * scale);
    this.ground.draw(c, box, scale, this.theme);
    drawLabels(c, labels, box, this.theme, false);
    return canvas;
  }

  private drawOverview(): { canvas: HTMLCanvasElement; scale: number } {
    const { box } = this.index;
    const w = box.x1 - box.x0, h = box.y1 - box.y0;
    const scale = OVERVIEW / Math.max(w, h);
    const canvas = this.render(box, scale, layLabels(this.index.board.labels ?? [], scale, this.index.box), Math.ceil(w * scale), Math.ceil(h * scale));
    return { canvas, scale };
  }

  /** The whole board small: the minimap, and what shows before a tile is there. */
  picture(): HTMLCanvasElement {
    return (this.overview ??= this.drawOverview()).canvas;
  }

  /** Draws the visible part; x and y are where the board's origin lies in device px. Says if tiles are missing. */
  draw(c: CanvasRenderingContext2D, scale: number, x: number, y: number, width: number, height: number, budget: number): boolean {
    const over = (this.overview ??= this.drawOverview());
    const { box } = this.index;
    c.imageSmoothingEnabled = true;
    const level = this.level ?? (this.level = this.newLevel(scale));
    const missing = this.missing(level, scale, x, y, width, height);
    if (missing.length) {
      c.drawImage(over.canvas, x + box.x0 * scale, y + box.y0 * scale, over.canvas.width * (scale / over.scale), over.canvas.height * (scale / over.scale));
      if (this.older) this.copy(c, this.older, scale, x, y, width, height);
    }
    const until = performance.now() + budget;
    let left = missing.length;
    for (const key of missing) {
      if (performance.now() >= until) break;
      this.make(level, key);
      left--;
    }
    this.copy(c, level, scale, x, y, width, height);
    if (!left && this.older) this.older = undefined;
    this.prune(level);
    return left > 0;
  }

  private *visible(level: Level, scale: number, x: number, y: number, width: number, height: number): Generator<[number, number, number]> {
    const f = scale / level.scale;
    const side = TILE * this.dpr;
    const { box } = this.index;
    const nx = Math.ceil(((box.x1 - box.x0) * level.scale) / side), ny = Math.ceil(((box.y1 - box.y0) * level.scale) / side);
    const ox = x + box.x0 * scale, oy = y + box.y0 * scale;
    const i0 = Math.max(0, Math.floor(-ox / (side * f))), i1 = Math.min(nx - 1, Math.floor((width - ox) / (side * f)));
    const j0 = Math.max(0, Math.floor(-oy / (side * f))), j1 = Math.min(ny - 1, Math.floor((height - oy) / (side * f)));
    for (let j = j0; j <= j1; j++) for (let i = i0; i <= i1; i++) yield [i, j, j * 4096 + i];
  }

  private missing(level: Level, scale: number, x: number, y: number, width: number, height: number): number[] {
    const out: { key: number; far: number }[] = [];
    const f = scale / level.scale, side = TILE * this.dpr;
    for (const [i, j, key] of this.visible(level, scale, x, y, width, height)) {
      if (level.tiles.has(key)) continue;
      const cx = x + this.index.box.x0 * scale + (i + 0.5) * side * f, cy = y + this.index.box.y0 * scale + (j + 0.5) * side * f;
      out.push({ key, far: Math.hypot(cx - width / 2, cy - height / 2) });
    }
    return out.sort((a, b) => a.far - b.far).map((t) => t.key);
  }

  private make(level: Level, key: number): void {
    const side = TILE * this.dpr, i = key % 4096, j = Math.floor(key / 4096);
    const { box } = this.index;
    const x0 = box.x0 + (i * side) / level.scale, y0 = box.y0 + (j * side) / level.scale;
    const part = { x0, y0, x1: x0 + side / level.scale, y1: y0 + side / level.scale };
    level.tiles.set(key, { canvas: this.render(part, level.scale, level.labels, side, side), used: ++this.clock });
  }

  private copy(c: CanvasRenderingContext2D, level: Level, scale: number, x: number, y: number, width: number, height: number): void {
    const f = scale / level.scale, side = TILE * this.dpr, exact = Math.abs(f - 1) < 1e-6;
    const { box } = this.index;
    c.save();
    c.beginPath();
    c.rect(x + box.x0 * scale, y + box.y0 * scale, (box.x1 - box.x0) * scale, (box.y1 - box.y0) * scale);
    c.clip();
    for (const [i, j, key] of this.visible(level, scale, x, y, width, height)) {
      const tile = level.tiles.get(key);
      if (!tile) continue;
      tile.used = ++this.clock;
      const px = x + box.x0 * scale + i * side * f, py = y + box.y0 * scale + j * side * f;
      if (exact) c.drawImage(tile.canvas, Math.round(px), Math.round(py));
      else c.drawImage(tile.canvas, px, py, side * f + 0.5, side * f + 0.5);
    }
    c.restore();
  }

  private prune(level: Level): void {
    if (level.tiles.size <= MOST_TILES) return;
    const old = [...level.tiles.entries()].sort((a, b) => a[1].used - b[1].used).slice(0, level.tiles.size - MOST_TILES);
    for (const [key] of old) level.tiles.delete(key);
  }
}
