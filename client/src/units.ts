/** The units that can still act, and those that their player has told to stay. */
import { computed, signal } from "@preact/signals";
import type { TableState } from "./protocol";
import type { Session } from "./session";
import type { Piece } from "./show";

/** Where in the sequence of play a decision stands: who stays, stays until that changes. */
export function phaseOf(st: Pick<TableState, "by" | "sequence" | "scene"> | null): string {
  if (!st) return "";
  return [st.by, st.scene.clock ?? "", ...st.sequence.filter((i) => i.now).map((i) => i.id)].join("|");
}

export class Units {
  /** Pieces that have been told to stay in this phase. They can still be chosen. */
  readonly staying = computed<ReadonlySet<string>>(() => (this.told.value.phase === phaseOf(this.s.state.value) ? this.told.value.ids : new Set()));
  private readonly told = signal<{ phase: string; ids: ReadonlySet<string> }>({ phase: "", ids: new Set() });

  constructor(private readonly s: Session) {}

  /** Own units that an action can begin with now, in the order of the map: north to south, west to east. */
  readonly able = computed<Piece[]>(() => {
    const st = this.s.state.value, index = this.s.map?.index;
    if (!st?.decision || this.s.replay.value) return [];
    const ids = new Set(st.choices.filter((c) => c.kind === "piece").map((c) => c.value));
    const enemies = this.s.enemies.value;
    const at = (p: Piece): [number, number] => { const a = index?.places.get(p.place)?.anchor; return a ? [a[1], a[0]] : [1e9, 1e9]; };
    return st.scene.pieces.filter((p) => ids.has(p.id) && !enemies.has(p.id))
      .sort((a, b) => { const [ay, ax] = at(a), [by, bx] = at(b); return ay - by || ax - bx; });
  });

  /** Those of them that have not been told to stay. */
  readonly waiting = computed<Piece[]>(() => this.able.value.filter((p) => !this.staying.value.has(p.id)));

  stay(ids: readonly string[], on = true): void {
    const next = new Set(this.staying.value);
    for (const id of ids) if (on) next.add(id); else next.delete(id);
    this.told.value = { phase: phaseOf(this.s.state.value), ids: next };
  }
}
