/** The plan of attack: the battles of a phase side by side, before they are declared. It is the page's own: nothing of
 * it is known to the table until a battle is declared. */
import { computed, signal } from "@preact/signals";
import type { Session } from "./session";
import type { Plan, Target, Wanted } from "./show";
import { phaseOf } from "./units";
import { say } from "./store";

/** The rows with this piece moved into a row, or out of it; a piece is in one row only. */
export function toggled(rows: readonly Target[], targets: readonly string[], pieces: readonly string[]): Wanted[] {
  const here = targets.join();
  const out = rows.some((r) => r.targets.join() === here && pieces.every((id) => r.attackers?.includes(id)));
  return wantedOf(rows.map((r) => {
    const rest = (r.attackers ?? []).filter((id) => !pieces.includes(id));
    return { ...r, attackers: r.targets.join() === here && !out ? [...rest, ...pieces.filter((id) => !rest.includes(id))] : rest };
  }));
}

/** The rows with one more place attacked together with those of a row; whoever stood in a row of that place goes along. */
export function joined(rows: readonly Target[], targets: readonly string[], place: string): Wanted[] {
  const here = targets.join();
  const other = rows.find((r) => r.targets.join() !== here && r.targets.includes(place));
  const all = [...new Set([...targets, ...(other?.targets ?? [place])])];
  return wantedOf(rows.flatMap((r) => {
    if (r === other) return [];
    return [r.targets.join() === here ? { ...r, targets: all, attackers: [...(r.attackers ?? []), ...(other?.attackers ?? [])] } : r];
  }));
}

export const wantedOf = (rows: readonly Pick<Target, "targets" | "attackers">[]): Wanted[] =>
  rows.filter((r) => r.attackers?.length).map((r) => ({ targets: [...r.targets], attackers: [...r.attackers!] }));

export class Planner {
  readonly plan = signal<Plan | null>(null);
  /** The row that is open, by its places. */
  readonly open = signal("");
  private wanted: Wanted[] = [];
  private phase = "";
  private asked = 0;

  constructor(private readonly s: Session) {}

  /** Whether battles are planned in what is asked now. */
  readonly here = computed(() => {
    const st = this.s.state.value, step = st?.decision?.step;
    return !!step && !this.s.replay.value && (this.s.book.value?.plans ?? []).includes(step);
  });

  readonly rows = computed<Target[]>(() => (this.here.value ? (this.plan.value?.rows ?? []) : []));

  /** The table has changed: what was planned for this phase is planned still, as far as it can be, also when the other
   * side has decided something meanwhile. */
  refresh(): void {
    if (!this.here.value) { this.asked++; this.plan.value = null; return; }
    const phase = phaseOf(this.s.state.value);
    if (phase !== this.phase) { this.wanted = []; this.open.value = ""; }
    this.phase = phase;
    void this.ask(this.wanted, false);
  }

  private async ask(wanted: Wanted[], propose: boolean): Promise<void> {
    const ask = ++this.asked;
    try {
      const got = await this.s.ask("plan", { wanted, propose });
      if (ask !== this.asked) return;
      this.plan.value = got.plan;
      this.wanted = wantedOf(got.plan?.rows ?? []);
    } catch (e) { this.s.complain(e); }
  }

  propose(): Promise<void> { return this.ask(this.wanted, true); }
  clear(): Promise<void> { return this.ask([], false); }

  async toggle(row: Target, pieces: readonly string[]): Promise<void> {
    const declared = pieces.filter((id) => row.declared?.includes(id));
    if (declared.length) { await this.drop(declared[0]!); return; }
    await this.ask(toggled(this.rows.value, row.targets, pieces), false);
  }

  join(row: Target, place: string): Promise<void> {
    this.open.value = "";
    return this.ask(joined(this.rows.value, row.targets, place), false);
  }

  /** What has been declared already is taken out of the draft. */
  private async drop(piece: string): Promise<void> {
    const index = (this.s.state.value?.parts ?? []).findIndex((p) => p.pieces.includes(piece));
    this.wanted = this.wanted.map((w) => ({ ...w, attackers: w.attackers.filter((id) => id !== piece) }));
    if (index >= 0) await this.s.drop(index);
  }

  /** Declares these battles, and fights the one where battles are fought one by one. */
  async declare(rows: readonly Target[]): Promise<void> {
    const actions = rows.flatMap((r) => r.actions ?? []);
    if (!actions.length || this.s.busy.value) return;
    if (actions.length === 1 || this.s.info.value?.kind === "lesson") { // a lesson looks at every action
      for (const action of actions) await this.s.play(action);
      return;
    }
    this.s.busy.value = true;
    try {
      const got = await this.s.ask("several", { actions, rev: this.s.state.value?.rev ?? "" });
      this.s.group = { rev: this.s.state.value?.rev ?? "", times: got.undos };
      const reasons = got.stayed.flatMap((x) => x.reasons);
      if (reasons.length) this.s.refused.value = { text: reasons[0]!.text, reasons };
      say(`${got.played} of ${actions.length} done.`);
    } catch (e) { this.s.complain(e); } finally { this.s.busy.value = false; }
  }

  /** From every attacker of the plan, if it is on the map, to what it attacks. */
  arrows(at: ReadonlyMap<string, string>): string[][] {
    return this.rows.value.flatMap((r) => (r.attackers ?? []).flatMap((id) => {
      const from = at.get(id);
      return from ? r.targets.filter((to) => to !== from).map((to) => [from, to]) : [];
    }));
  }
}
