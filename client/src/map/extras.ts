/** One's own marks on the map: a small sheet where something is noted, and the ruler. */
import { type Draw, drawPreview, tag } from "./draw";
import { placeBox } from "./geometry";

export function drawExtras(d: Draw, noted: readonly string[], ruler: readonly string[]): void {
  const { c, k } = d;
  for (const id of noted) {
    const p = d.places.get(id);
    if (!p) continue;
    const b = placeBox(p), w = 11 / k, x = Math.min(p.anchor[0] + d.board.counter * 0.5, b.x1 - w), y = Math.max(b.y0, p.anchor[1] - d.board.counter * 0.75);
    c.fillStyle = "#fff3a8";
    c.strokeStyle = "#6b4e00";
    c.lineWidth = 1.2 / k;
    c.fillRect(x, y, w, w);
    c.strokeRect(x, y, w, w);
    c.beginPath();
    for (const f of [0.35, 0.65]) { c.moveTo(x + w * 0.2, y + w * f); c.lineTo(x + w * 0.8, y + w * f); }
    c.stroke();
  }
  if (ruler.length < 2) return;
  drawPreview(d, { text: "", path: [...ruler] });
  const end = d.places.get(ruler[ruler.length - 1]!);
  if (end) tag(d, `${ruler.length - 1}`, end.anchor[0], end.anchor[1] - d.board.counter * 0.8, "#14539a", 14);
}
