/** The card that shows what an action would do, and its odds. */
import { signal } from "@preact/signals";
import type { Point, Preview } from "./show";
import type { Look } from "./protocol";
import type { Session } from "./session";

interface Size { width: number; height: number }
export interface Corner { left: boolean; low: boolean }

/** How far a card stands from the edges of the map, and from a choice beside it. */
const EDGE = 10, NEAR = 12;

function covers(card: Size, stage: Size, { left, low }: Corner, [x, y]: Point): boolean {
  const x0 = left ? EDGE : stage.width - EDGE - card.width, y0 = low ? stage.height - EDGE - card.height : EDGE;
  return x > x0 - NEAR && x < x0 + card.width + NEAR && y > y0 - NEAR && y < y0 + card.height + NEAR;
}

/** The corner of the map for a card: never on what it is about, and where it covers nothing that may be chosen.
 * Where no corner is free, it stands on the side where its choice is not. A card as wide as the map stands low. */
export function cornerFor(card: Size, stage: Size, about: Point | undefined, choices: readonly Point[]): Corner {
  const left = !!about && about[0] > stage.width * 0.45, wide = card.width + 3 * EDGE > stage.width;
  const corners: Corner[] = wide ? [{ left, low: true }, { left, low: false }]
    : [{ left, low: false }, { left, low: true }, { left: !left, low: false }, { left: !left, low: true }];
  const beside = corners.filter((c) => !about || !covers(card, stage, c, about));
  return beside.find((c) => !choices.some((p) => covers(card, stage, c, p))) ?? beside[0] ?? corners[0]!;
}

export class Looks {
  readonly shown = signal<{ action: string; look: Look } | null>(null);
  /** The way and the effects of what is looked at, on the map. */
  readonly preview = signal<Preview | null>(null);
  readonly corner = signal<Corner>({ left: false, low: false });
  private readonly known = new Map<string, Look>();
  private wanted = "";
  private held = false;
  private timer = 0;

  constructor(private readonly s: Session) {}

  /** Shows what an action would do; "" shows nothing. */
  show(action: string): void {
    const before = this.s.alongside(action), key = [action, ...before].join("; ");
    if (key === this.wanted) return;
    this.wanted = key;
    clearTimeout(this.timer);
    if (!action) {
      // A moment's grace, to bring the pointer from the choice to the card.
      this.preview.value = null;
      if (this.shown.value && !this.held) this.timer = window.setTimeout(() => { if (!this.held) this.shown.value = null; }, 450);
      return;
    }
    const known = this.known.get(key);
    if (known) { this.lay(action, known); return; }
    this.timer = window.setTimeout(() => {
      void this.s.ask("look", before.length ? { action, before } : { action }).then((look) => {
        this.known.set(key, look);
        if (this.wanted === key) this.lay(action, look);
      }).catch(() => undefined);
    }, 50);
  }

  /** The card stays while the pointer is on it. */
  hold(on: boolean): void {
    this.held = on;
    if (!on && !this.wanted) this.shown.value = null;
  }

  /** What may be chosen comes first: a card that is in its way goes. */
  away(): void {
    clearTimeout(this.timer);
    this.held = false;
    this.shown.value = null;
  }

  /** A card of this size goes to its corner. */
  place(card: Size): void {
    const { map } = this.s, action = this.shown.value?.action;
    if (!map || !action) return;
    const last = action.split(" ").at(-1)!, place = map.index.places.get(last);
    const about = map.whereIs(last) ?? (place && map.toScreen(place.anchor[0], place.anchor[1]));
    const next = cornerFor(card, { width: map.top.clientWidth, height: map.top.clientHeight }, about, map.litSpots());
    const now = this.corner.value;
    if (next.left !== now.left || next.low !== now.low) this.corner.value = next;
  }

  private lay(action: string, look: Look): void {
    this.shown.value = look.preview || look.odds ? { action, look } : null;
    this.preview.value = look.preview;
  }

  /** The position has changed: nothing that was looked at holds any more. */
  forget(): void {
    this.close();
    this.shown.value = null;
    this.held = false;
    this.wanted = "";
    this.known.clear();
    this.preview.value = null;
  }

  close(): void { clearTimeout(this.timer); }
}
