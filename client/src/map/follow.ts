/** The camera goes along with what happens: no further than is needed, and not so fast that the eye loses its place. */
import { type Box, boxOf, grow, placeBox } from "./geometry";
import type { MapView } from "./view";

const GLIDE_MS = 380;
/** How much of the map's edges counts as out of sight. */
const EDGE = 0.14;

/** By how much a box must be moved to lie within the middle of the view, though never so far that more than now is seen
 * of what lies beyond the board; null where it does not fit there. */
export function shift(box: Box, view: Box, board: Box = UNBOUNDED): [number, number] | null {
  const w = view.x1 - view.x0, h = view.y1 - view.y0;
  const inner = { x0: view.x0 + w * EDGE, y0: view.y0 + h * EDGE, x1: view.x1 - w * EDGE, y1: view.y1 - h * EDGE };
  if (box.x1 - box.x0 > inner.x1 - inner.x0 || box.y1 - box.y0 > inner.y1 - inner.y0) return null;
  const inside = box.x0 >= inner.x0 && box.y0 >= inner.y0 && box.x1 <= inner.x1 && box.y1 <= inner.y1;
  if (inside) return [0, 0];
  const kept = (by: number, v0: number, v1: number, b0: number, b1: number): number => Math.max(Math.min(by, Math.max(0, v0 - b0)), Math.min(0, v1 - b1));
  return [
    kept((view.x0 + view.x1 - box.x0 - box.x1) / 2, view.x0, view.x1, board.x0, board.x1),
    kept((view.y0 + view.y1 - box.y0 - box.y1) / 2, view.y0, view.y1, board.y0, board.y1),
  ];
}

const UNBOUNDED: Box = { x0: -Infinity, y0: -Infinity, x1: Infinity, y1: Infinity };

let flight = 0;

/** Brings what happens into the middle of the page. */
export function followPlaces(map: MapView, ids: Iterable<string>): void {
  cancelAnimationFrame(flight);
  const places = [...new Set(ids)].map((id) => map.index.places.get(id)).filter((p) => p !== undefined);
  if (!places.length) return;
  const boxes = places.map(placeBox);
  const box = grow(boxOf(boxes.flatMap((b): [number, number][] => [[b.x0, b.y0], [b.x1, b.y1]])), map.board.counter * 0.3);
  const by = shift(box, map.visibleBox(), map.index.box);
  if (!by) { map.reveal(places.map((p) => p.id)); return; }
  const dx = by[0] * map.scale, dy = by[1] * map.scale;
  if (!dx && !dy) return;
  if (!map.motion) { map.panBy(dx, dy); return; }
  const began = performance.now();
  let done = 0;
  const step = (now: number): void => {
    const f = Math.min(1, Math.max(0, now - began) / GLIDE_MS), eased = 1 - (1 - f) ** 3;
    map.panBy(dx * (eased - done), dy * (eased - done));
    done = eased;
    if (f < 1) flight = requestAnimationFrame(step);
  };
  flight = requestAnimationFrame(step);
}
