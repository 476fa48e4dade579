/** As last time: what a player put together when the same was asked of him before, such as the missions of his aircraft. */
import type { Session } from "./session";
import { kept, say } from "./store";

/** By table, seat and step the parts of the last draft that was finished; the oldest go when there are many. */
const last = kept<Record<string, string[]>>("again", {});
const MOST = 60;

function keyOf(s: Session): string {
  return `${s.id} ${s.state.value?.by ?? ""} ${s.state.value?.decision?.step ?? ""}`;
}

/** A draft is finished: its parts are noted for the next time. */
export function note(s: Session, action: string): void {
  const parts = s.state.value?.decision?.draft && action === "done" ? (s.state.value.decision.parts ?? []) : [];
  if (!parts.length) return;
  const { [keyOf(s)]: _, ...others } = last.value;
  last.value = Object.fromEntries([...Object.entries(others), [keyOf(s), [...parts]] as [string, string[]]].slice(-MOST));
}

/** What could be put together again now: only while nothing has been. */
export function before(s: Session): string[] {
  const asked = s.state.value?.decision;
  return asked?.draft && !(asked.parts ?? []).length && !s.prefix.value ? (last.value[keyOf(s)] ?? []) : [];
}

/** The same parts again, as far as they still can be; the rest is left to the player, and nothing is finished for him. */
export async function again(s: Session): Promise<void> {
  const actions = before(s).slice(0, 60);
  if (!actions.length || s.busy.value) return;
  s.busy.value = true;
  try {
    const got = await s.ask("several", { actions, rev: s.state.value?.rev ?? "" });
    s.group = { rev: s.state.value?.rev ?? "", times: got.undos };
    say(`${got.played} of ${actions.length} as last time.`);
  } catch (e) {
    s.complain(e);
  } finally {
    s.busy.value = false;
  }
}
