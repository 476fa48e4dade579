/** The map on the page: camera, tiles, counters, highlights, hits. Knows boards and scenes, no game. */
import { select, type Selection } from "d3-selection";
import { zoom, zoomIdentity, type ZoomBehavior, type ZoomTransform } from "d3-zoom";
import type { Board, Overlay, Piece, Place, Point, Preview, Scene } from "../show";
import { boxOfLaid } from "./areas";
import type { Theme } from "./colour";
import { Counters, margin } from "./counters";
import { type Box, BoardIndex, boxOf, grow, placeBox, within } from "./geometry";
import { Ground } from "./ground";
import { drawArrows, drawFan, drawGlides, drawLit, drawOverlay, drawOverlayWords, drawPreview, drawRing, drawStackCount, drawBurst } from "./draw";
import { MarkLayer } from "./marks";
import { Names } from "./names";
import { fan, type Laid, layStacks, type Stack } from "./stacks";
import { Tiles } from "./tiles";
import { drawCosts, drawVeil, type Goals } from "./reach";
import { drawExtras } from "./extras";
import { drawFights, drawTrails } from "./trails";
import { fullest } from "../lit";
import type { Trails } from "../trails";

export interface Hit { place?: Place | undefined; piece?: Piece | undefined; stack?: Stack | undefined; x: number; y: number; fanned: boolean }
export interface Lit { pieces: ReadonlySet<string>; places: ReadonlySet<string> }
/** What may be chosen: of the places those without and those with an enemy, and the enemies that are met. */
export interface Choosable extends Lit { quiet: ReadonlySet<string>; fights: ReadonlySet<string>; foes: ReadonlySet<string> }
export interface Glide { piece: string; path: string[] }
interface Gliding extends Glide { start: number; time: number }

export interface MapHandlers {
  /** `longer` where the click is to begin something longer than the nearest action: with Shift held. */
  click(hit: Hit, longer: boolean): void;
  hover(hit: Hit): void;
  /** May a counter be dragged from here? Then `drag` tells that it is, and `drop` where it is let go. */
  mayDrag?(hit: Hit): boolean;
  drag?(hit: Hit): void;
  drop?(hit: Hit): void;
  camera?(): void;
}

const START_COUNTER = 26, FIRST_COUNTER = 20, NEAR_COUNTER = 34, LEAST_COUNTER = 15, MOST_COUNTER = 190, SETTLE_MS = 140, HOVER_FAN_MS = 420;
/** A page so wide (CSS pixels) shows a whole map so large that one finds one's way. */
const ROOMY = 700;
/** A view so much smaller is nearly as good. */
const LITTLE = 0.88;

/** Where a view of this length begins that holds a map from a to b, and beside it rather the rest of the board, from all0
 * to all1, than the bare table. */
const bare = (a: number, b: number, all0: number, all1: number, seen: number): number => (seen >= all1 - all0 ? (all0 + all1 - seen) / 2 : Math.max(all0, Math.min(all1 - seen, (a + b - seen) / 2)));
const NO_STACKS: Stack[] = [];
const NOTHING: Choosable = { pieces: new Set(), places: new Set(), quiet: new Set(), fights: new Set(), foes: new Set() };
/** Where more places than these are lit, a burst on each would hide the map. */
const MOST_BURSTS = 40;

export class MapView {
  readonly index: BoardIndex;
  readonly ground: Ground;
  readonly tiles: Tiles;
  readonly counters: Counters;
  readonly names = new Names();
  private readonly marks = new MarkLayer();
  private readonly under: HTMLCanvasElement;
  readonly top: HTMLCanvasElement;
  private readonly dpr: number;
  private readonly behaviour: ZoomBehavior<HTMLCanvasElement, unknown>;
  private readonly selection: Selection<HTMLCanvasElement, unknown, null, undefined>;
  private readonly resizer: ResizeObserver;
  private t: ZoomTransform = zoomIdentity;
  private width = 0;
  private height = 0;
  private frame = 0;
  private groundDirty = true;
  private topDirty = true;
  private settleAt = 0;
  private scene: Scene = { pieces: [] };
  private stacks: Stack[] = [];
  private stacksFor = -1;
  private fanned: { stack: Stack; laid: Laid[] } | undefined;
  private fanTimer = 0;
  private gliding: Gliding[] = [];
  private lit: Choosable = NOTHING;
  private chosen: Lit = NOTHING;
  private bad: Lit = NOTHING;
  private focus: Lit = NOTHING;
  private overlay: Overlay | null = null;
  private preview: Preview | null = null;
  private arrows: string[][] = [];
  private trails: Trails | null = null;
  private reach: Goals | null = null;
  private noted: readonly string[] = [];
  private ruler: readonly string[] = [];
  private cursor: string | null = null;
  private moved = false;
  private aim: string[] = [];
  /** Some counters in the view have never been drawn. */
  private unseen = true;
  theme: Theme;
  hidePieces = false;
  counterScale = 1;
  motion = true;
  /** Main-thread milliseconds of the latest frames, for tests and the about box. */
  readonly frames: number[] = [];

  constructor(
    private readonly host: HTMLElement,
    readonly board: Board,
    private readonly handlers: MapHandlers,
    options: { theme: Theme; picture?: (file: string) => string; label?: string },
  ) {
    this.theme = options.theme;
    this.dpr = Math.min(2, window.devicePixelRatio || 1);
    this.index = new BoardIndex(board);
    this.ground = new Ground(this.index);
    this.tiles = new Tiles(this.index, this.ground, this.dpr);
    this.tiles.theme = this.theme;
    this.counters = new Counters(board);
    this.under = document.createElement("canvas");
    this.top = document.createElement("canvas");
    for (const canvas of [this.under, this.top]) host.append(canvas);
    this.under.className = "map-under";
    this.under.setAttribute("aria-hidden", "true");
    this.top.className = "map-top";
    this.top.tabIndex = 0;
    this.top.setAttribute("role", "application");
    this.top.setAttribute("aria-label", options.label ?? "Map");
    this.top.setAttribute("aria-roledescription", "map");
    this.selection = select(this.top);
    this.behaviour = zoom<HTMLCanvasElement, unknown>()
      .clickDistance(6)
      .filter((e: MouseEvent | TouchEvent) => !(e as MouseEvent).ctrlKey && !(e as MouseEvent).button && !this.grabs(e))
      .on("zoom", (e: { transform: ZoomTransform; sourceEvent: unknown }) => {
        this.t = e.transform;
        if (e.sourceEvent) this.moved = true;
        this.settleAt = performance.now() + SETTLE_MS;
        this.dirty(true);
        this.handlers.camera?.();
      });
    this.selection.call(this.behaviour).on("dblclick.zoom", null);
    this.top.addEventListener("click", (e) => {
      // Who has clicked does not wait for the heap to fan out by itself.
      clearTimeout(this.fanTimer);
      if (this.letGo) { this.letGo = false; return; }
      this.handlers.click(this.hit(e.offsetX, e.offsetY), e.shiftKey);
    });
    this.top.addEventListener("pointermove", (e) => this.onMove(e));
    this.top.addEventListener("pointerleave", (e) => this.onLeave(e));
    for (const p of board.pictures ?? []) this.loadPicture(p, options.picture);
    this.resizer = new ResizeObserver(() => this.resize());
    this.resizer.observe(host);
    this.resize();
  }

  destroy(): void {
    cancelAnimationFrame(this.frame);
    clearTimeout(this.fanTimer);
    this.resizer.disconnect();
    this.under.remove();
    this.top.remove();
  }

  private loadPicture(p: NonNullable<Board["pictures"]>[number], url?: (file: string) => string): void {
    if (!url) return;
    const image = new Image();
    image.onload = () => {
      this.ground.pictures.push({ image, box: { x0: p.x, y0: p.y, x1: p.x + p.width, y1: p.y + p.height }, opacity: p.opacity ?? 1 });
      this.tiles.reset();
      this.dirty(true);
      this.handlers.camera?.();
    };
    image.src = url(p.file);
  }

  // ------------------------------------------------------------------------------------------ what is shown

  setTheme(theme: Theme): void {
    this.theme = this.tiles.theme = theme;
    this.tiles.reset();
    this.dirty(true);
  }

  setScene(scene: Scene, glides: Glide[] = []): void {
    this.scene = scene;
    this.stacksFor = -1;
    this.closeFan();
    const now = performance.now();
    this.gliding = this.motion
      ? glides.filter((g) => g.path.length > 1 && scene.pieces.some((p) => p.id === g.piece)).map((g) => ({ ...g, start: now, time: Math.min(900, 220 + 90 * g.path.length) }))
      : [];
    this.dirty();
  }

  setLit(lit: Choosable): void { this.lit = lit; this.dirty(); }
  setChosen(chosen: Lit): void { this.chosen = chosen; this.dirty(); }
  setBad(bad: Lit): void { this.bad = bad; this.dirty(); }
  setFocus(focus: Lit): void { this.focus = focus; this.dirty(); }
  setOverlay(overlay: Overlay | null): void { this.overlay = overlay; this.dirty(); }
  setArrows(arrows: string[][]): void { this.arrows = arrows; this.dirty(); }
  setExtras(noted: readonly string[], ruler: readonly string[]): void { this.noted = noted; this.ruler = ruler; this.dirty(); }
  setReach(reach: Goals | null): void { this.reach = reach; this.dirty(); }
  setTrails(trails: Trails | null): void { this.trails = trails; this.dirty(); }
  setPreview(preview: Preview | null): void { this.preview = preview; this.dirty(); }
  setCursor(place: string | null): void { this.cursor = place; this.dirty(); }
  setCounterScale(scale: number): void { this.counterScale = scale; this.stacksFor = -1; this.dirty(); }
  setHidePieces(hide: boolean): void { this.hidePieces = hide; this.dirty(); }
  skipMotion(): void { if (this.gliding.length) { this.gliding = []; this.dirty(); } }
  get isFanned(): boolean { return !!this.fanned; }
  get isGliding(): boolean { return this.gliding.length > 0; }

  dirty(ground = false): void {
    this.topDirty = true;
    if (ground) this.groundDirty = true;
    if (!this.frame) this.frame = requestAnimationFrame(() => this.paint());
  }

  // --------------------------------------------------------------------------------------------- the camera

  private resize(): void {
    const { clientWidth: w, clientHeight: h } = this.host;
    if (!w || !h || (w === this.width && h === this.height)) return;
    const first = !this.width;
    const centre = first ? undefined : this.t.invert([this.width / 2, this.height / 2]);
    this.width = w;
    this.height = h;
    for (const canvas of [this.under, this.top]) {
      canvas.width = Math.round(w * this.dpr);
      canvas.height = Math.round(h * this.dpr);
      canvas.style.width = `${w}px`;
      canvas.style.height = `${h}px`;
    }
    const { box } = this.index;
    const least = this.fitScale() * 0.85;
    const most = Math.max(least * 6, (MOST_COUNTER * 0.9) / this.board.counter);
    const pad = Math.min(w, h) * 0.35;
    this.behaviour
      .extent([[0, 0], [w, h]])
      .scaleExtent([least, most])
      .translateExtent([[box.x0 - pad / least, box.y0 - pad / least], [box.x1 + pad / least, box.y1 + pad / least]]);
    if (first || !this.moved) this.start();
    else if (centre) this.behaviour.translateTo(this.selection, centre[0], centre[1]);
    this.settleAt = 0;
    this.dirty(true);
  }

  private fitScale(): number {
    const { box } = this.index;
    return Math.min(this.width / (box.x1 - box.x0), this.height / (box.y1 - box.y0)) * 0.985;
  }

  /** The first view: the map, without the boxes beside it; where that would be too small to read, or where what is to be
   * decided lies close together, the part of the map where it is. */
  private start(): void {
    const whole = this.mapBox();
    this.lookAtMap();
    this.moved = false;
    const { counter } = this.board, k = START_COUNTER / counter;
    if (this.t.k >= k) return;
    const map = this.board.surfaces.find((s) => s.kind === "map");
    if (!map) return;
    const at = this.aim.map((id) => this.index.places.get(id)).filter((p) => p?.surface === map.id).map((p) => p!.anchor);
    const least = Math.min(k, (FIRST_COUNTER / counter)), scale = (b: Box): number => Math.min(this.width / (b.x1 - b.x0), this.height / (b.y1 - b.y0)) * 0.985;
    const box = at.length ? within(grow(boxOf(at), 5 * counter), whole) : whole;
    if (!at.length && this.width >= ROOMY) return; // where all that is asked lies off the map, all of it is to be seen
    const wanted = Math.max(scale(whole) >= least ? scale(whole) : k, Math.min(scale(box), NEAR_COUNTER / counter));
    this.behaviour.scaleTo(this.selection, wanted);
    const all = this.index.box, [w, h] = [this.width / wanted, this.height / wanted];
    const begin = (v: number, a: number, b: number, a0: number, b0: number, seen: number): number => (b - a <= seen ? bare(a, b, a0, b0, seen) : Math.max(a, Math.min(b - seen, v - seen / 2)));
    // What is to be decided all over the map is begun where most of it, and of the troops, is seen at once.
    const troops = this.scene.pieces.map((p) => this.index.places.get(p.place)).filter((p) => p?.surface === map.id).map((p) => p!.anchor);
    const [mx, my] = box.x1 - box.x0 > w || box.y1 - box.y0 > h ? fullest([...at, ...troops], w * 0.9, h * 0.9) : [(box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2];
    const x = begin(mx, whole.x0, whole.x1, all.x0, all.x1, w), y = begin(my, whole.y0, whole.y1, all.y0, all.y1, h);
    this.behaviour.transform(this.selection, zoomIdentity.translate(-wanted * x, -wanted * y).scale(wanted));
    this.moved = false;
    this.settleAt = 0;
  }

  /** Before anybody has moved the camera: where something is to be decided. */
  lookFirst(places: readonly string[]): void {
    if (this.moved) return;
    this.aim = [...places];
    if (this.width) this.start();
  }

  /** Where the game is played, without the boxes beside it. */
  mapBox(): Box {
    const map = this.board.surfaces.find((s) => s.kind === "map");
    return map ? { x0: map.x, y0: map.y, x1: map.x + map.width, y1: map.y + map.height } : this.index.box;
  }

  /** All of the map; who sees just that already gets the boxes beside it too. */
  fit(all = false): void {
    const { k, x, y } = this.t;
    if (all) this.look(this.index.box, 1);
    else this.lookAtMap();
    if (!all && this.t.k === k && this.t.x === x && this.t.y === y) this.look(this.index.box, 1);
    this.moved = false;
  }

  /** As large as the map can be seen; what room is left beside it goes to the boxes, not to the bare table. Where the
   * boxes cost it little, all of the board is seen. */
  private lookAtMap(): void {
    const map = this.mapBox(), all = this.index.box;
    this.look(map, 1);
    if (this.fitScale() >= this.t.k * LITTLE) { this.look(all, 1); return; }
    const { k } = this.t, x = bare(map.x0, map.x1, all.x0, all.x1, this.width / k), y = bare(map.y0, map.y1, all.y0, all.y1, this.height / k);
    this.behaviour.transform(this.selection, zoomIdentity.translate(-k * x, -k * y).scale(k));
  }

  private look(box: Box, fill: number): void {
    const k = Math.min(this.width / (box.x1 - box.x0), this.height / (box.y1 - box.y0)) * 0.985 * fill;
    const [least, most] = this.behaviour.scaleExtent();
    const s = Math.max(least, Math.min(most, k));
    const x = this.width / 2 - (s * (box.x0 + box.x1)) / 2, y = this.height / 2 - (s * (box.y0 + box.y1)) / 2;
    this.behaviour.transform(this.selection, zoomIdentity.translate(x, y).scale(s));
    this.settleAt = 0;
  }

  zoomBy(factor: number): void { this.moved = true; this.behaviour.scaleBy(this.selection, factor); }
  panBy(dx: number, dy: number): void { this.moved = true; this.behaviour.translateBy(this.selection, dx / this.t.k, dy / this.t.k); }
  centreOn(x: number, y: number): void { this.moved = true; this.behaviour.translateTo(this.selection, x, y); }
  /** For tests: sets the camera at once. */
  setCamera(k: number, x: number, y: number): void { this.moved = true; this.behaviour.transform(this.selection, zoomIdentity.translate(x, y).scale(k)); }
  get scale(): number { return this.t.k; }

  /** Brings places into view, without zooming unless they do not fit. */
  reveal(ids: Iterable<string>): void {
    const places = [...ids].map((id) => this.index.places.get(id)).filter((p) => p !== undefined);
    if (!places.length) return;
    const boxes = places.map(placeBox);
    const all = within(grow(boxOf(boxes.flatMap((b) => [[b.x0, b.y0], [b.x1, b.y1]] as [number, number][])), this.board.counter), this.index.box);
    const seen = this.visibleBox();
    if (all.x0 >= seen.x0 && all.y0 >= seen.y0 && all.x1 <= seen.x1 && all.y1 <= seen.y1) { /* all of it is on the page */ }
    else if (all.x1 - all.x0 > seen.x1 - seen.x0 || all.y1 - all.y0 > seen.y1 - seen.y0) this.look(all, 0.9);
    else {
      // Only as far as is needed, so that the eye keeps its place.
      const dx = Math.max(0, seen.x0 - all.x0) - Math.max(0, all.x1 - seen.x1), dy = Math.max(0, seen.y0 - all.y0) - Math.max(0, all.y1 - seen.y1);
      this.panBy(dx * this.t.k, dy * this.t.k);
    }
    if (places.length === 1) this.uncover(places[0]!);
  }

  /** Brings places so near that their counters can be read, if all of them are seen then. */
  approach(ids: Iterable<string>): void {
    const list = [...ids], at = list.map((id) => this.index.places.get(id)?.anchor).filter((a) => a !== undefined);
    const near = NEAR_COUNTER / this.board.counter, box = boxOf(at);
    const fits = (box.x1 - box.x0) * near < this.width * 0.7 && (box.y1 - box.y0) * near < this.height * 0.7;
    if (at.length && fits && this.t.k < START_COUNTER / this.board.counter) {
      const all = this.index.box, [w, h] = [this.width / near, this.height / near];
      this.behaviour.scaleTo(this.selection, near);
      this.centreOn(bare(box.x0, box.x1, all.x0, all.x1, w) + w / 2, bare(box.y0, box.y1, all.y0, all.y1, h) + h / 2);
    }
    this.reveal(list);
  }

  /** Brings a place with its counters out from under the small map and the buttons, to the side that is nearer. */
  private uncover(place: Place): void {
    const frame = this.host.parentElement, page = this.host.getBoundingClientRect(), room = (this.board.counter * this.t.k) / 2 + 4;
    for (const point of [place.anchor, ...this.stacksAt(place.id).flatMap((s) => s.laid).map((l): Point => [l.x, l.y])]) {
      const [px, py] = this.toScreen(point[0], point[1]), x = px + page.left, y = py + page.top;
      let over = document.elementFromPoint(x, y);
      while (over && over.parentElement !== frame) over = over.parentElement;
      if (!over || over === this.host) continue;
      const b = over.getBoundingClientRect(), up = y - b.top + room;
      const aside = b.left - page.left < page.right - b.right ? b.right - x + room : b.left - x - room;
      if (up <= Math.abs(aside) && py - up >= 0) this.panBy(0, -up);
      else this.panBy(aside, 0);
    }
  }

  /** Whether the place is in view, and large enough for its counters to be read. */
  isReadable(id: string): boolean {
    const seen = this.visibleBox(), place = this.index.places.get(id);
    if (!place || this.t.k * this.board.counter < START_COUNTER) return false;
    return place.anchor[0] > seen.x0 && place.anchor[0] < seen.x1 && place.anchor[1] > seen.y0 && place.anchor[1] < seen.y1;
  }

  /** If nothing of these places can be seen, brings them into view. */
  revealIfHidden(ids: readonly string[]): void {
    const seen = this.visibleBox();
    const anchors = ids.map((id) => this.index.places.get(id)?.anchor).filter((a) => a !== undefined);
    if (!anchors.length || anchors.some(([x, y]) => x > seen.x0 && x < seen.x1 && y > seen.y0 && y < seen.y1)) return;
    const all = boxOf(anchors), [w, h] = [seen.x1 - seen.x0, seen.y1 - seen.y0];
    // Rather as many of them as fit than all of them too small to be read.
    if (all.x1 - all.x0 > w * 0.9 || all.y1 - all.y0 > h * 0.9) this.centreOn(...fullest(anchors, w * 0.8, h * 0.8));
    else this.reveal(ids);
  }

  visibleBox(): Box {
    const [x0, y0] = this.t.invert([0, 0]), [x1, y1] = this.t.invert([this.width, this.height]);
    return { x0, y0, x1, y1 };
  }

  toScreen(x: number, y: number): [number, number] { return this.t.apply([x, y]); }

  // -------------------------------------------------------------------------------------------------- hits

  private side(): number {
    const px = Math.max(LEAST_COUNTER, Math.min(MOST_COUNTER, this.board.counter * this.t.k * this.counterScale));
    return px / this.t.k;
  }

  private layStacks(): Stack[] {
    const side = this.side();
    if (Math.abs(this.stacksFor / side - 1) > 1e-6) {
      this.stacks = layStacks(this.board, this.index.places, this.scene.pieces, side).sort((a, b) => a.y - b.y);
      this.stacksFor = side;
    }
    return this.stacks;
  }

  hit(px: number, py: number): Hit {
    const [x, y] = this.t.invert([px, py]);
    if (this.fanned) {
      const found = under(this.fanned.laid, x, y);
      if (found) return { place: this.fanned.stack.place, piece: found.piece, stack: this.fanned.stack, x: px, y: py, fanned: true };
    }
    if (!this.hidePieces) {
      const stacks = this.layStacks();
      for (let i = stacks.length - 1; i >= 0; i--) {
        const found = under(stacks[i]!.laid, x, y);
        if (found && this.covers(stacks[i]!, x, y)) return { place: this.index.at(x, y), x: px, y: py, fanned: false };
        if (!found) continue;
        // Where counters of two stacks touch, the one that may be chosen is meant.
        const stack = this.lit.pieces.has(found.piece.id) ? stacks[i]! : stacks.find((s) => this.lit.pieces.has(under(s.laid, x, y)?.piece.id ?? "")) ?? stacks[i]!;
        return { place: stack.place, piece: under(stack.laid, x, y)!.piece, stack, x: px, y: py, fanned: false };
      }
    }
    return { place: this.index.at(x, y), x: px, y: py, fanned: false };
  }

  /** Whether a counter lies over a place that may be chosen, while its own may not. */
  private covers(stack: Stack, x: number, y: number): boolean {
    if (!this.asksForPlaces || this.lit.places.has(stack.place.id)) return false;
    const under = this.index.at(x, y);
    return !!under && this.lit.places.has(under.id);
  }

  hitPlace(id: string): Hit {
    const place = this.index.places.get(id);
    const stack = this.layStacks().find((s) => s.place.id === id);
    const [x, y] = place ? this.toScreen(place.anchor[0], place.anchor[1]) : [0, 0];
    return { place, stack, piece: stack?.pieces[stack.pieces.length - 1], x, y, fanned: false };
  }

  /** Where what may be chosen is drawn, in CSS pixels of the map. */
  litSpots(): [number, number][] {
    const at = [...this.lit.places].map((id) => this.index.places.get(id)?.anchor).filter((a) => a !== undefined);
    const laid = this.lit.pieces.size ? this.layStacks().flatMap((s) => s.laid).filter((l) => this.lit.pieces.has(l.piece.id)) : [];
    return [...at, ...laid.map((l): [number, number] => [l.x, l.y])].map(([x, y]) => this.toScreen(x, y));
  }

  stacksAt(place: string): Stack[] { return this.layStacks().filter((s) => s.place.id === place); }

  /** Where a piece is drawn, in CSS pixels of the map: for tests and for popovers. */
  whereIs(piece: string): [number, number] | undefined {
    const laid = this.fanned?.laid.find((l) => l.piece.id === piece) ?? this.layStacks().flatMap((s) => s.laid).find((l) => l.piece.id === piece);
    return laid && this.toScreen(laid.x, laid.y);
  }

  openFan(stack: Stack | undefined): void {
    if (!stack || stack.pieces.length < 2) { this.closeFan(); return; }
    const v = this.visibleBox(), round = (laid: Laid[]): Box => grow(boxOf(laid.map((l) => [l.x, l.y])), laid[0]!.side * 0.7);
    let laid = fan(stack, Math.max(this.side(), 54 / this.t.k)), b = round(laid);
    // Keep the whole fan on the page, in smaller counters if there are very many.
    const share = Math.min((v.x1 - v.x0) / (b.x1 - b.x0), (v.y1 - v.y0) / (b.y1 - b.y0));
    if (share < 1) b = round((laid = fan(stack, laid[0]!.side * share)));
    const dx = Math.max(0, v.x0 - b.x0) - Math.max(0, b.x1 - v.x1), dy = Math.max(0, v.y0 - b.y0) - Math.max(0, b.y1 - v.y1);
    for (const l of laid) { l.x += dx; l.y += dy; }
    this.fanned = { stack, laid };
    this.dirty();
  }

  closeFan(): void {
    clearTimeout(this.fanTimer);
    if (this.fanned) { this.fanned = undefined; this.dirty(); }
  }

  private onMove(e: PointerEvent): void {
    const hit = this.hit(e.offsetX, e.offsetY);
    this.handlers.hover(hit);
    if (e.pointerType === "touch" || e.buttons) return;
    clearTimeout(this.fanTimer);
    if (this.fanned) {
      const [x, y] = this.t.invert([e.offsetX, e.offsetY]);
      const side = this.fanned.laid[0]!.side;
      const b = grow(boxOf(this.fanned.laid.map((l) => [l.x, l.y])), side * 0.85);
      if (x < b.x0 || x > b.x1 || y < b.y0 || y > b.y1) this.closeFan();
    } else if (hit.stack?.heaped && !this.asksForPlaces) {
      const { stack } = hit;
      this.fanTimer = window.setTimeout(() => this.openFan(this.layStacks().find((s) => s.key === stack.key)), HOVER_FAN_MS);
    }
  }

  /** Whether places alone may be chosen: then no heap fans out over them, and a click is for the place under it. */
  private get asksForPlaces(): boolean { return this.lit.places.size > 0 && !this.lit.pieces.size; }

  /** A press on a counter that may be dragged does not move the map. What it becomes, a click or a drag, is seen later. */
  private grabs(e: Event): boolean {
    const touch = e.type === "touchstart" ? (e as TouchEvent).touches : undefined;
    if ((e.type !== "mousedown" && !touch) || (touch && touch.length > 1) || !this.handlers.mayDrag) return false;
    const page = this.top.getBoundingClientRect();
    const point = (p: { clientX: number; clientY: number }): [number, number] => [p.clientX - page.left, p.clientY - page.top];
    const [x, y] = point(touch?.[0] ?? (e as MouseEvent));
    const from = this.hit(x, y);
    if (!this.handlers.mayDrag(from)) return false;
    let dragging = false;
    const at = (m: PointerEvent): Hit => { const [mx, my] = point(m); return this.hit(mx, my); };
    const move = (m: PointerEvent): void => {
      const [mx, my] = point(m);
      if (!dragging && Math.hypot(mx - x, my - y) < 8) return;
      if (!dragging) { dragging = true; clearTimeout(this.fanTimer); this.handlers.drag?.(from); this.top.style.cursor = "grabbing"; }
      this.handlers.hover(at(m));
    };
    const up = (m: PointerEvent): void => {
      window.removeEventListener("pointermove", move);
      window.removeEventListener("pointerup", up);
      window.removeEventListener("pointercancel", up);
      this.top.style.cursor = "";
      if (!dragging) return;
      this.letGo = m.pointerType === "mouse";
      window.setTimeout(() => { this.letGo = false; }, 50);
      this.handlers.drop?.(m.type === "pointercancel" ? from : at(m));
    };
    window.addEventListener("pointermove", move);
    window.addEventListener("pointerup", up);
    window.addEventListener("pointercancel", up);
    return true;
  }
  /** The click that follows the end of a drag is none. */
  private letGo = false;

  private onLeave(e: PointerEvent): void {
    clearTimeout(this.fanTimer);
    // A finger leaves with every tap, just before its click: the fan that it taps on stays.
    if (e.pointerType !== "touch") this.closeFan();
    this.handlers.hover({ x: -1, y: -1, fanned: false });
  }

  // ----------------------------------------------------------------------------------------------- painting

  private paint(): void {
    this.frame = 0;
    const began = performance.now();
    let again = false;
    if (this.groundDirty) {
      this.groundDirty = false;
      again = this.paintGround(began);
    }
    if (this.topDirty) {
      this.topDirty = false;
      again = this.paintTop(began) || again;
    }
    this.frames.push(performance.now() - began);
    if (this.frames.length > 600) this.frames.shift();
    if (again && !this.frame) this.frame = requestAnimationFrame(() => this.paint());
  }

  private paintGround(now: number): boolean {
    const c = this.under.getContext("2d", { alpha: false })!;
    const scale = this.t.k * this.dpr;
    const still = now >= this.settleAt;
    if (still || !this.tiles.scale) this.tiles.settle(scale);
    c.setTransform(1, 0, 0, 1, 0, 0);
    c.fillStyle = this.theme === "light" ? "#e3d7c0" : "#141517";
    c.fillRect(0, 0, this.under.width, this.under.height);
    const exact = this.tiles.scale === scale;
    const x = this.t.x * this.dpr, y = this.t.y * this.dpr;
    const missing = this.tiles.draw(c, scale, exact ? Math.round(x) : x, exact ? Math.round(y) : y, this.under.width, this.under.height, 4);
    if (missing || !still) this.groundDirty = true;
    return missing || !still;
  }

  private paintTop(now: number): boolean {
    const c = this.top.getContext("2d")!;
    const k = this.t.k * this.dpr;
    c.setTransform(1, 0, 0, 1, 0, 0);
    c.clearRect(0, 0, this.top.width, this.top.height);
    c.setTransform(k, 0, 0, k, this.t.x * this.dpr, this.t.y * this.dpr);
    const view = grow(this.visibleBox(), this.board.counter);
    const paths = (id: string): Path2D | undefined => {
      const p = this.index.places.get(id);
      return p && this.ground.path(p);
    };
    const ctx = { c, k, board: this.board, places: this.index.places, path: paths, theme: this.theme, view };
    this.marks.draw(ctx, this.scene.marks ?? [], now >= this.settleAt);
    if (this.overlay) drawOverlay(ctx, this.overlay);
    // A goal is seen at once on any ground: the rest of the map steps back.
    if (this.asksForPlaces && this.chosen.pieces.size) drawVeil(ctx, this.lit.places, this.chosen.places);
    drawLit(ctx, this.lit.quiet, "lit", this.reach?.dear);
    drawLit(ctx, this.lit.fights, "fight");
    drawLit(ctx, this.chosen.places, "chosen");
    drawLit(ctx, this.focus.places, "focus");
    drawLit(ctx, this.bad.places, "bad");
    if (this.cursor) drawLit(ctx, new Set([this.cursor]), "cursor");
    const stacks = this.hidePieces ? NO_STACKS : this.layStacks();
    // While the zoom is under way, names stay as they were.
    if (now >= this.settleAt || this.hidePieces) this.names.place(this.tiles.labels, stacks, this.t.k, this.index.box);
    const offset: [number, number] = [this.t.x * this.dpr, this.t.y * this.dpr];
    this.names.draw(c, k, offset, view, this.theme, false);
    if (this.trails) drawTrails(ctx, this.trails, this.side());
    const again = this.hidePieces ? false : this.paintPieces(ctx, view, now);
    this.names.draw(c, k, offset, view, this.theme, true);
    const taken = this.overlay || this.reach || this.trails ? [...stacks.flatMap((s) => s.laid).map(boxOfLaid), ...this.names.boxes] : [];
    if (this.overlay) drawOverlayWords(ctx, this.overlay, taken);
    if (this.reach) drawCosts(ctx, this.reach, taken);
    drawExtras(ctx, this.noted, this.ruler);
    if (this.trails) drawFights(ctx, this.trails, taken);
    drawArrows(ctx, this.arrows, this.side());
    if (this.preview) drawPreview(ctx, this.preview);
    // After the last step of a way its counter is drawn once more, among the others in its place.
    const gliding = this.gliding.length > 0;
    const ends = (id: string): Point | undefined => { const l = stacks.flatMap((s) => s.laid).find((x) => x.piece.id === id); return l && [l.x, l.y]; };
    if (gliding && !drawGlides(ctx, this.gliding, now, (id) => this.pieceSprite(id, Math.round(this.side() * k)), ends, this.side())) this.gliding = [];
    if (this.fanned) this.paintFan(ctx);
    if (again || gliding) this.topDirty = true;
    return again || gliding;
  }

  private pieceSprite(id: string, px: number): HTMLCanvasElement | undefined {
    const p = this.scene.pieces.find((q) => q.id === id);
    return p && this.counters.sprite(p.face, px);
  }

  private paintPieces(ctx: Parameters<typeof drawLit>[0], view: Box, now: number): boolean {
    const { c, k } = ctx;
    const stacks = this.layStacks();
    const exact = Math.round(this.side() * k);
    const still = now >= this.settleAt;
    // Counters that nobody has seen yet come before a smooth frame.
    const until = performance.now() + (this.unseen ? 40 : 4);
    let waiting = !still, blank = false;
    const flying = new Set(this.gliding.map((g) => g.piece));
    const bursts = this.lit.foes.size > 0 && this.lit.fights.size <= MOST_BURSTS;
    for (const s of stacks) {
      if (s.x < view.x0 || s.x > view.x1 || s.y < view.y0 || s.y > view.y1) if (!s.laid.some((l) => l.x > view.x0 && l.x < view.x1 && l.y > view.y0 && l.y < view.y1)) continue;
      for (const [i, l] of s.laid.entries()) {
        // Of a heap only the upper four can be seen at all.
        if ((s.heaped && i < s.laid.length - 4) || flying.has(l.piece.id)) continue;
        const sprite = this.counters.ready(l.piece.face, exact, (still || this.unseen) && performance.now() < until);
        if (sprite.width) {
          const grown = l.side * (1 + (2 * margin(sprite.px)) / sprite.px);
          c.drawImage(sprite.canvas!, l.x - grown / 2, l.y - grown / 2, grown, grown);
          if (sprite.px !== exact) waiting = true;
        } else {
          c.fillStyle = this.counters.coloursOf(l.piece.face).fill;
          c.fillRect(l.x - l.side / 2, l.y - l.side / 2, l.side, l.side);
          waiting = blank = true;
        }
        const { id } = l.piece;
        if (this.lit.pieces.has(id)) drawRing(ctx, l, this.lit.foes.has(id) ? "fight" : "lit");
        if (this.focus.pieces.has(id)) drawRing(ctx, l, "focus");
        if (this.bad.pieces.has(id)) drawRing(ctx, l, "bad");
        if (this.chosen.pieces.has(id)) drawRing(ctx, l, "chosen");
      }
      if (s.heaped) drawStackCount(ctx, s, s.pieces.some((p) => this.lit.pieces.has(p.id)));
      if (bursts && s.pieces.some((p) => this.lit.foes.has(p.id))) drawBurst(ctx, s);
    }
    this.unseen = blank;
    return waiting;
  }

  private paintFan(ctx: Parameters<typeof drawLit>[0]): void {
    const { laid } = this.fanned!;
    const px = Math.round(laid[0]!.side * ctx.k);
    drawFan(ctx, laid, (l) => this.counters.sprite(l.piece.face, px), (l) =>
      this.chosen.pieces.has(l.piece.id) ? "chosen" : this.lit.pieces.has(l.piece.id) ? (this.lit.foes.has(l.piece.id) ? "fight" : "lit") : "");
  }
}

function under(laid: readonly Laid[], x: number, y: number): Laid | undefined {
  for (let i = laid.length - 1; i >= 0; i--) {
    const l = laid[i]!;
    if (Math.abs(x - l.x) <= l.side / 2 && Math.abs(y - l.y) <= l.side / 2) return l;
  }
  return undefined;
}
