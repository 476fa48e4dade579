/** The drawer at the edge of the map: the boxes off the map that are not empty, with their counters. */
import { useEffect, useRef } from "preact/hooks";
import type { JSX } from "preact";
import type { Filled } from "../boxes";
import { click } from "../clicks";
import { drawCounter, margin } from "../map/counters";
import type { Session } from "../session";
import type { Board, Piece, Place } from "../show";

const SIDE = 40;

export function Drawer({ s }: { s: Session }): JSX.Element | null {
  const boxes = s.boxes.value, open = s.drawer.value, board = s.board.value;
  if (!boxes.length || !board || (s.boxesSeen.value && !open)) return null;
  const many = boxes.reduce((n, b) => n + b.pieces.length, 0), asked = boxes.some((b) => b.asked);
  return (
    <section class={open ? "drawer open" : "drawer"} aria-label="Boxes off the map" data-testid="drawer">
      <button type="button" class={asked && !open ? "handle asked" : "handle"} aria-expanded={open} data-testid="drawer-handle" aria-label={`Off the map ${many}`} title="Units in boxes off the map" onClick={() => s.pullDrawer()}>▤ <span class="only-wide">Off the map </span><b>{many}</b></button>
      {open && <div class="inside" tabIndex={0} aria-label="Units off the map">{boxes.map((b) => <BoxRow key={`${b.place.id} ${b.asked}`} s={s} board={board} box={b} />)}</div>}
    </section>
  );
}

function BoxRow({ s, board, box }: { s: Session; board: Board; box: Filled }): JSX.Element {
  const { place, pieces, asked } = box, pointed = pieces.some((p) => s.focus.value.pieces.has(p.id));
  const row = useRef<HTMLDetailsElement>(null);
  useEffect(() => { if (pointed && row.current) row.current.open = true; }, [pointed]);
  return (
    <details class="box-row" ref={row} open={asked} data-place={place.id}>
      <summary>{place.name} <span class="quiet">{pieces.length}</span></summary>
      {s.lit.value.places.has(place.id) && <button type="button" class="primary" onClick={() => click(s, { x: 0, y: 0, fanned: false, place }, false)}>{place.name}</button>}
      <div class="counters">{pieces.map((p) => <CounterButton key={p.id} s={s} board={board} place={place} p={p} />)}</div>
    </details>
  );
}

function CounterButton({ s, board, place, p }: { s: Session; board: Board; place: Place; p: Piece }): JSX.Element {
  const name = p.face.back ? "unknown" : p.face.name, factors = (p.face.factors ?? []).join("-");
  const kind = s.chosen.value.pieces.has(p.id) ? "chosen" : s.lit.value.pieces.has(p.id) ? "lit" : "", pointed = s.focus.value.pieces.has(p.id) ? " pointed" : "";
  const stack = { key: place.id, place, pieces: [p], laid: [], x: 0, y: 0, heaped: false };
  return (
    <button type="button" class={`counter ${kind}${pointed}`} data-piece={p.id} title={factors ? `${name}, ${factors}` : name} aria-label={factors ? `${name}, ${factors}` : name} aria-pressed={kind === "chosen"}
      onClick={(e) => click(s, { x: 0, y: 0, fanned: true, place, piece: p, stack }, e.shiftKey)}
      onMouseEnter={() => s.point([p.id])} onMouseLeave={() => s.point()}>
      <canvas aria-hidden="true" ref={(el) => { if (el) paint(el, board, p); }} />
    </button>
  );
}

function paint(canvas: HTMLCanvasElement, board: Board, p: Piece): void {
  const key = JSON.stringify(p.face), px = Math.round(SIDE * Math.min(2, devicePixelRatio || 1)), m = margin(px);
  if (canvas.dataset["face"] === key) return;
  canvas.dataset["face"] = key;
  canvas.width = canvas.height = px + 2 * m;
  const c = canvas.getContext("2d")!;
  c.translate(m, m);
  drawCounter(c, p.face, board.colours?.[p.face.colours] ?? { fill: "#d8cfbd", ink: "#2b2620" }, px);
}
