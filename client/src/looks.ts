/** The card that shows what an action would do, and its odds. */
import { signal } from "@preact/signals";
import type { Look } from "./protocol";
import type { Session } from "./session";

export class Looks {
  readonly shown = signal<{ action: string; look: Look } | null>(null);
  /** The card stands on the side of the map where its choice is not. */
  readonly left = signal(false);
  private readonly known = new Map<string, Look>();
  private wanted = "";
  private held = false;
  private timer = 0;

  constructor(private readonly s: Session) {}

  /** Shows what an action would do; "" shows nothing. */
  show(action: string): void {
    if (action === this.wanted) return;
    this.wanted = action;
    clearTimeout(this.timer);
    if (!action) {
      // A moment's grace, to bring the pointer from the choice to the card.
      this.s.map?.setPreview(null);
      if (this.shown.value && !this.held) this.timer = window.setTimeout(() => { if (!this.held) this.shown.value = null; }, 450);
      return;
    }
    const known = this.known.get(action);
    if (known) { this.lay(action, known); return; }
    this.timer = window.setTimeout(() => {
      void this.s.ask<Look>("look", { action }).then((look) => {
        this.known.set(action, look);
        if (this.wanted === action) this.lay(action, look);
      }).catch(() => undefined);
    }, 50);
  }

  /** The card stays while the pointer is on it. */
  hold(on: boolean): void {
    this.held = on;
    if (!on && !this.wanted) this.shown.value = null;
  }

  private lay(action: string, look: Look): void {
    const { map } = this.s, last = action.split(" ").at(-1)!;
    const place = map?.index.places.get(last);
    const at = map?.whereIs(last) ?? (place && map?.toScreen(place.anchor[0], place.anchor[1]));
    this.left.value = !!at && !!map && at[0] > map.top.clientWidth * 0.45;
    this.shown.value = look.preview || look.odds ? { action, look } : null;
    map?.setPreview(look.preview);
  }

  /** The position has changed: nothing that was looked at holds any more. */
  forget(): void {
    this.close();
    this.shown.value = null;
    this.held = false;
    this.wanted = "";
    this.known.clear();
    this.s.map?.setPreview(null);
  }

  close(): void { clearTimeout(this.timer); }
}
