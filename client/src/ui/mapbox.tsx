/** The map's frame on the page: the canvas, its tooltip, the small map, and the pick menu. */
import { useEffect, useRef } from "preact/hooks";
import type { JSX } from "preact";
import { click, describe, dragged, dropped, hovered, mayDrag } from "../clicks";
import { MapView } from "../map/view";
import type { Session } from "../session";
import { say, showMinimap, theme } from "../store";
import { nearest } from "../ways";
import { Drawer } from "./boxes";
import { ChoiceButton } from "./decision";
import { OverlayBox } from "./overlays";
import { TrailsButton } from "./track";

export function MapBox({ s }: { s: Session }): JSX.Element {
  const host = useRef<HTMLDivElement>(null);
  const mini = useRef<HTMLCanvasElement>(null);
  const board = s.board.value;
  const game = s.info.value?.game;
  useEffect(() => {
    if (!board || !host.current) return;
    const map: MapView = new MapView(host.current, board, {
      click: (hit, longer) => click(s, hit, longer),
      hover: (hit) => hovered(s, hit),
      mayDrag: (hit) => mayDrag(s, hit),
      drag: (hit) => dragged(s, hit),
      drop: (hit) => void dropped(s, hit),
      camera: () => { s.lookAtBoxes(); if (s.map && mini.current) paintMini(mini.current, s.map); },
    }, { theme: theme.peek(), picture: (file) => `/api/games/${game}/files/${file}`, label: `Map of ${s.game.value?.title ?? "the game"}. Arrow keys move the cursor, Enter chooses.` });
    const put = s.attach(map);
    if (mini.current) paintMini(mini.current, map);
    (window as unknown as { grognardMap: MapView }).grognardMap = map;
    const onFocus = (): void => { if (!map.top.matches(":focus-visible")) return; if (!s.cursor.value) moveCursor(s, 0, 0); s.atMap.value = true; };
    map.top.addEventListener("focus", onFocus);
    map.top.addEventListener("blur", () => { s.atMap.value = false; });
    map.top.addEventListener("keydown", (e) => mapKey(s, e));
    return () => { put(); map.destroy(); };
  }, [board]);
  useEffect(() => s.lookAtBoxes(), [s.boxes.value]);
  useEffect(() => { if (mini.current && s.map) paintMini(mini.current, s.map); }, [showMinimap.value, theme.value, s.state.value]);
  const toMini = (e: PointerEvent): void => {
    if (!s.map || !mini.current || (e.type === "pointermove" && !e.buttons)) return;
    const b = mini.current.getBoundingClientRect(), { box } = s.map.index;
    s.map.centreOn(box.x0 + ((e.clientX - b.left) / b.width) * (box.x1 - box.x0), box.y0 + ((e.clientY - b.top) / b.height) * (box.y1 - box.y0));
  };
  return (
    <div class="map-box" data-testid="map">
      <div class="map-host" ref={host} />
      {showMinimap.value && <canvas class="minimap" ref={mini} aria-hidden="true" onPointerDown={toMini} onPointerMove={toMini} />}
      <OverlayBox s={s} />
      <Drawer s={s} />
      <Tip s={s} />
      <Pick s={s} />
      <div class="zoom-buttons">
        <TrailsButton s={s} />
        <button type="button" data-testid="ruler" aria-pressed={!!s.ruler.value} aria-label="Ruler" title="Ruler: click two places" onClick={() => { s.ruler.value = s.ruler.value ? null : { from: "", way: [] }; }}>↔</button>
        <button type="button" aria-label="Zoom in" onClick={() => s.map?.zoomBy(1.35)}>+</button>
        <button type="button" aria-label="Zoom out" onClick={() => s.map?.zoomBy(1 / 1.35)}>−</button>
        <button type="button" aria-label="Whole map" title="Whole map; again: with the boxes beside it (0)" onClick={() => s.map?.fit()}>⤢</button>
      </div>
    </div>
  );
}

function paintMini(canvas: HTMLCanvasElement, map: MapView): void {
  const { box } = map.index;
  const aspect = (box.y1 - box.y0) / (box.x1 - box.x0);
  const w = aspect > 1 ? 150 / aspect : 150, h = w * aspect, dpr = Math.min(2, devicePixelRatio || 1);
  if (canvas.width !== Math.round(w * dpr) || canvas.height !== Math.round(h * dpr)) {
    canvas.width = Math.round(w * dpr);
    canvas.height = Math.round(h * dpr);
    canvas.style.width = `${w}px`;
    canvas.style.height = `${h}px`;
  }
  const c = canvas.getContext("2d")!;
  const k = (w * dpr) / (box.x1 - box.x0);
  c.setTransform(1, 0, 0, 1, 0, 0);
  c.imageSmoothingQuality = "medium";
  c.drawImage(map.tiles.picture(), 0, 0, canvas.width, canvas.height);
  const v = map.visibleBox(), whole = map.mapBox();
  // When almost all of the map can be seen, a small one tells nothing, and lies over a part of it.
  const share = (a0: number, a1: number, b0: number, b1: number): number => Math.max(0, Math.min(a1, b1) - Math.max(a0, b0)) / (b1 - b0);
  canvas.hidden = share(v.x0, v.x1, whole.x0, whole.x1) * share(v.y0, v.y1, whole.y0, whole.y1) > 0.85;
  c.fillStyle = "rgba(20,15,10,.35)";
  c.beginPath();
  c.rect(0, 0, canvas.width, canvas.height);
  c.rect((v.x0 - box.x0) * k, (v.y0 - box.y0) * k, (v.x1 - v.x0) * k, (v.y1 - v.y0) * k);
  c.fill("evenodd");
}

/** What lies under the pointer: terrain, pieces, marks. */
function Tip({ s }: { s: Session }): JSX.Element | null {
  const hit = s.hover.value;
  if (!hit || !hit.place || s.picking.value) return null;
  const scene = s.scene.value;
  const pieces = (scene?.pieces ?? []).filter((p) => p.place === hit.place!.id);
  const marks = (scene?.marks ?? []).filter((m) => m.place === hit.place!.id && (m.about || m.text));
  const face = hit.piece?.face;
  const width = s.map?.top.clientWidth ?? 800, height = s.map?.top.clientHeight ?? 600;
  const style: Record<string, string> = { ...(hit.x > width - 300 ? { right: `${width - hit.x + 16}px` } : { left: `${hit.x + 18}px` }), ...(hit.y > height - 220 ? { bottom: `${height - hit.y + 14}px` } : { top: `${hit.y + 16}px` }) };
  return (
    <div class="tip" style={style} aria-hidden="true">
      {face && (
        <div class="tip-unit">
          <b>{face.name}</b> {face.factors?.length ? <span class="factors">{face.factors.join("-")}</span> : null}
          {face.steps && face.steps[1] > 1 && <span class="quiet"> {face.steps[0]} of {face.steps[1]} steps</span>}
          {face.about && <div>{face.about}</div>}
          {(face.badges ?? []).map((b) => <div key={b.text}><span class={`badge ${b.tone ?? "plain"}`}>{b.text}</span> {b.about}</div>)}
        </div>
      )}
      <div class="tip-place"><b>{hit.place.name}</b> {hit.place.about}</div>
      {s.notes.value[hit.place.id] && <div class="tip-note">{s.notes.value[hit.place.id]}</div>}
      {marks.map((m) => <div key={m.id} class="quiet">{m.about || m.text}</div>)}
      {pieces.length > 1 && <ul>{[...pieces].sort((a, b) => (b.order ?? 0) - (a.order ?? 0)).slice(0, 10).map((p) => <li key={p.id} class={p.id === hit.piece?.id ? "on" : ""}>{p.face.name} {p.face.factors?.length ? p.face.factors.join("-") : ""}</li>)}</ul>}
    </div>
  );
}

function Pick({ s }: { s: Session }): JSX.Element | null {
  const p = s.picking.value;
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => { ref.current?.querySelector("button")?.focus(); }, [p]);
  if (!p) return null;
  const width = s.map?.top.clientWidth ?? 800, height = s.map?.top.clientHeight ?? 600;
  return (
    <div class="pick" ref={ref} role="menu" aria-label={`What to do with ${p.title}`} style={{ left: `${Math.min(p.x, width - 230)}px`, top: `${Math.min(p.y, height - 60 - 40 * p.choices.length)}px` }}>
      <b>{p.title}</b>
      {p.choices.map((c) => <ChoiceButton key={c.action} s={s} c={{ ...c, label: `${c.verb}: ${c.label}` }} longer={p.longer} />)}
    </div>
  );
}

// ------------------------------------------------------------------------------------------ the map by keyboard

const ARROWS: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export function moveCursor(s: Session, dx: number, dy: number): void {
  const map = s.map;
  if (!map) return;
  const now = s.cursor.value ? map.index.places.get(s.cursor.value) : undefined;
  let next = now && (dx || dy) ? map.index.step(now, dx, dy) : now;
  if (!now) {
    const lit = s.lit.value;
    const start = [...lit.places][0] ?? s.scene.value?.pieces.find((p) => lit.pieces.has(p.id))?.place ?? map.board.places[0]?.id;
    next = start ? map.index.places.get(start) : undefined;
  }
  if (next) setCursor(s, next.id);
}

export function setCursor(s: Session, id: string): void {
  s.cursor.value = id;
  s.atMap.value = true;
  s.map?.reveal([id]);
  const hit = s.map?.hitPlace(id);
  if (hit) { hovered(s, hit); say(describe(s, hit)); }
}

/** To the next place that holds something to choose. */
export function nextLit(s: Session, by: number): void {
  const { lit } = s;
  const ids = [...new Set([...(s.prefix.value ? [] : s.units.waiting.value.map((p) => p.place)), ...(s.scene.value?.pieces ?? []).filter((p) => lit.value.pieces.has(p.id)).map((p) => p.place), ...lit.value.places])];
  if (!ids.length) return;
  const at = s.cursor.value ? ids.indexOf(s.cursor.value) : -1;
  setCursor(s, ids[(at + by + ids.length) % ids.length]!);
  s.map?.top.focus();
}

function mapKey(s: Session, e: KeyboardEvent): void {
  const map = s.map;
  if (!map || e.ctrlKey || e.metaKey || e.altKey) return;
  const arrow = ARROWS[e.key];
  if (arrow) {
    e.preventDefault();
    if (e.shiftKey) map.panBy(-arrow[0] * 120, -arrow[1] * 120);
    else moveCursor(s, arrow[0], arrow[1]);
  } else if (e.key === "Enter" || e.key === " ") {
    e.preventDefault();
    e.stopPropagation();
    const id = s.cursor.value;
    if (s.playable.value && (!id || !(s.lit.value.places.has(id) || map.hitPlace(id).stack?.pieces.some((p) => s.lit.value.pieces.has(p.id))))) { void s.play(s.prefix.value); return; }
    if (id) pickAt(s, id, e.shiftKey);
  }
}

/** Enter on a place: what can be chosen there, unit by unit if there are several. */
function pickAt(s: Session, id: string, longer: boolean): void {
  const hit = s.map!.hitPlace(id);
  const here = s.map!.stacksAt(id).flatMap((x) => x.pieces);
  const list = nearest(s.choices.value, longer || s.longer.value).filter((c) => (c.kind === "place" && c.value === id) || (c.kind === "piece" && here.some((p) => p.id === c.value)));
  if (list.length === 1) void s.choose(list[0]!, longer);
  else if (list.length > 1) s.picking.value = { x: hit.x, y: hit.y, title: hit.place?.name ?? "", choices: list, longer };
  else click(s, hit, longer);
}
