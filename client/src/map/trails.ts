/** Draws the ways of the last turn under the counters, and small crossed blades where it was fought. */
import type { Point } from "../show";
import type { Trails } from "../trails";
import { freeSpot, isIrregular } from "./areas";
import { alpha, mix } from "./colour";
import type { Draw } from "./draw";
import { type Box, placeBox } from "./geometry";

/** A way that stops at the edge of the counter it leads to, so that its head is seen. */
export function shortened(points: readonly Point[], by: number): Point[] {
  const out = points.map((p): Point => [p[0], p[1]]);
  while (out.length > 1) {
    const b = out[out.length - 1]!, a = out[out.length - 2]!;
    const far = Math.hypot(b[0] - a[0], b[1] - a[1]);
    if (far > by) {
      out[out.length - 1] = [b[0] + ((a[0] - b[0]) * by) / far, b[1] + ((a[1] - b[1]) * by) / far];
      return out;
    }
    by -= far;
    out.pop();
  }
  return out;
}

export function drawTrails(d: Draw, { moves }: Trails, side: number): void {
  const { c, k } = d;
  c.lineJoin = c.lineCap = "round";
  for (const { path, colour } of moves) {
    const whole = path.map((id) => d.places.get(id)?.anchor).filter((p) => p !== undefined);
    const pts = shortened(whole, side * 0.58);
    if (pts.length < 2) continue;
    const ink = d.theme === "dark" ? mix(colour || "#7a6a52", "#ffffff", 0.35) : mix(colour || "#7a6a52", "#000000", 0.35);
    const [ax, ay] = pts[pts.length - 2]!, [bx, by] = pts[pts.length - 1]!;
    const turn = Math.atan2(by - ay, bx - ax), head = Math.min(13 / k, side * 0.42);
    for (const [paint, wide] of [[alpha(d.theme === "dark" ? "#101010" : "#fffaf0", 0.85), 6], [ink, 3]] as const) {
      c.strokeStyle = c.fillStyle = paint;
      c.lineWidth = wide / k;
      c.beginPath();
      pts.forEach(([x, y], i) => (i ? c.lineTo(x, y) : c.moveTo(x, y)));
      c.stroke();
      c.beginPath();
      c.moveTo(bx + Math.cos(turn) * head * 0.5, by + Math.sin(turn) * head * 0.5);
      c.lineTo(bx + Math.cos(turn + 2.5) * head, by + Math.sin(turn + 2.5) * head);
      c.lineTo(bx + Math.cos(turn - 2.5) * head, by + Math.sin(turn - 2.5) * head);
      c.closePath();
      c.fill();
      if (wide === 6) c.stroke();
      c.beginPath();
      c.arc(whole[0]![0], whole[0]![1], (wide + 1.5) / k, 0, Math.PI * 2);
      c.fill();
    }
  }
}

/** Crossed blades at the upper edge of each place, beside the counters; in an area where it is free. */
export function drawFights(d: Draw, { fights }: Trails, taken: readonly Box[]): void {
  const { c, k } = d;
  for (const id of fights) {
    const p = d.places.get(id);
    if (!p) continue;
    const box = placeBox(p), r = Math.min(9 / k, (box.y1 - box.y0) * 0.16);
    const [x, y] = isIrregular(p) ? freeSpot(p, [2.4 * r, 2.4 * r], taken, d.board.counter / 4) : [p.anchor[0], Math.max(box.y0 + r, p.anchor[1] - d.board.counter * 0.72)];
    c.beginPath();
    c.arc(x, y, r, 0, Math.PI * 2);
    c.fillStyle = "#a02f24";
    c.fill();
    c.strokeStyle = "#fffaf0";
    c.lineCap = "round";
    c.lineWidth = 1.3 / k;
    c.stroke();
    c.lineWidth = Math.max(1.6 / k, r * 0.2);
    c.beginPath();
    for (const way of [1, -1]) { c.moveTo(x - way * r * 0.5, y - r * 0.5); c.lineTo(x + way * r * 0.5, y + r * 0.5); }
    c.stroke();
  }
}
