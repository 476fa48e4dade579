/** Patterns of terrain and nations, drawn as small vector marks so that nothing depends on colour alone. */
import type { Pattern } from "../show";
import type { Box } from "./geometry";

type Ctx = CanvasRenderingContext2D;

/** A number between 0 and 1 that depends on its place alone, so that tiles agree with one another. */
export function noise(x: number, y: number): number {
  const v = Math.sin(x * 127.1 + y * 311.7) * 43_758.5453;
  return v - Math.floor(v);
}

type MarkFn = (c: Ctx, x: number, y: number, s: number, seed: number) => void;

const MARKS: Partial<Record<Pattern, { every: number; draw: MarkFn; fill?: boolean }>> = {
  dots: { every: 0.42, fill: true, draw: (c, x, y, s) => { c.moveTo(x + s * 0.05, y); c.arc(x, y, s * 0.05, 0, 7); } },
  waves: {
    every: 0.6,
    draw: (c, x, y, s) => {
      c.moveTo(x - s * 0.2, y);
      c.quadraticCurveTo(x - s * 0.1, y - s * 0.1, x, y);
      c.quadraticCurveTo(x + s * 0.1, y + s * 0.1, x + s * 0.2, y);
    },
  },
  trees: {
    every: 0.36, fill: true,
    draw: (c, x, y, s, seed) => {
      const r = s * (0.1 + 0.045 * seed);
      c.moveTo(x + r, y);
      c.arc(x, y, r, 0, Math.PI * 2);
      c.moveTo(x + r * 1.5, y + r * 0.55);
      c.arc(x + r * 0.75, y + r * 0.55, r * 0.75, 0, Math.PI * 2);
    },
  },
  marsh: {
    every: 0.46,
    draw: (c, x, y, s) => {
      c.moveTo(x - s * 0.16, y); c.lineTo(x + s * 0.16, y);
      c.moveTo(x - s * 0.06, y); c.lineTo(x - s * 0.09, y - s * 0.1);
      c.moveTo(x, y); c.lineTo(x, y - s * 0.14);
      c.moveTo(x + s * 0.06, y); c.lineTo(x + s * 0.09, y - s * 0.1);
    },
  },
  peaks: {
    every: 0.5,
    draw: (c, x, y, s, seed) => {
      const h = s * (0.16 + 0.1 * seed);
      c.moveTo(x - h * 0.85, y + h * 0.5); c.lineTo(x, y - h * 0.5); c.lineTo(x + h * 0.85, y + h * 0.5);
      c.moveTo(x, y - h * 0.5); c.lineTo(x + h * 0.2, y + h * 0.1);
    },
  },
  town: {
    every: 0.34, fill: true,
    draw: (c, x, y, s, seed) => c.rect(x - s * 0.08, y - s * 0.07, s * (0.1 + 0.08 * seed), s * 0.12),
  },
  fort: {
    every: 0.5,
    draw: (c, x, y, s) => {
      c.moveTo(x - s * 0.16, y + s * 0.08); c.lineTo(x - s * 0.16, y - s * 0.08);
      c.lineTo(x + s * 0.16, y - s * 0.08); c.lineTo(x + s * 0.16, y + s * 0.08);
    },
  },
  ticks: { every: 0.4, draw: (c, x, y, s) => { c.moveTo(x, y - s * 0.07); c.lineTo(x, y + s * 0.07); } },
};

/** Strokes or fills `pattern` over `box` (board units), clipped by the caller; `unit` is the size of a counter. */
export function drawPattern(c: Ctx, pattern: Pattern, box: Box, unit: number, colour: string, scale: number): void {
  if (!pattern) return;
  c.beginPath();
  c.lineWidth = Math.max(unit * 0.028, 0.7 / scale);
  c.lineCap = "round";
  c.strokeStyle = c.fillStyle = colour;
  if (pattern === "hatch" || pattern === "crosshatch" || pattern === "stripe") {
    const gap = unit * (pattern === "stripe" ? 0.32 : 0.22);
    const from = Math.floor((box.x0 - box.y1) / gap) * gap;
    const h = box.y1 - box.y0;
    for (let d = from; d < box.x1 - box.y0 + gap; d += gap) {
      c.moveTo(d + box.y0, box.y0);
      c.lineTo(d + box.y0 + h, box.y1);
    }
    if (pattern === "crosshatch") {
      for (let d = Math.floor((box.x0 + box.y0) / gap) * gap; d < box.x1 + box.y1 + gap; d += gap) {
        c.moveTo(d - box.y0, box.y0);
        c.lineTo(d - box.y1, box.y1);
      }
    }
    c.stroke();
    return;
  }
  const kind = MARKS[pattern];
  if (!kind) return;
  const gap = kind.every * unit;
  if (gap * scale < 4) {
    c.rect(box.x0, box.y0, box.x1 - box.x0, box.y1 - box.y0);
    c.globalAlpha *= 0.16;
    c.fill();
    c.globalAlpha /= 0.16;
    return;
  }
  for (let j = Math.floor(box.y0 / gap) - 1; j <= box.y1 / gap + 1; j++) {
    for (let i = Math.floor(box.x0 / gap) - 1; i <= box.x1 / gap + 1; i++) {
      const a = noise(i, j), b = noise(j + 7, i + 3);
      kind.draw(c, (i + 0.5 * (j & 1) + a * 0.4) * gap, (j + b * 0.4) * gap, unit, a);
    }
  }
  if (kind.fill) c.fill();
  else c.stroke();
}
