/** Why something cannot be done. */
import { Refused } from "./net";
import type { Session } from "./session";
import type { Reason } from "./show";

/** The reasons against each of the actions that a click or a key could have meant, the same one told once. */
export async function whyNot(s: Session, actions: string[], about: string): Promise<void> {
  try {
    const all = await Promise.all(actions.slice(0, 6).map((action) => s.ask("why", { action })));
    const reasons = telling(s, all.flatMap((a) => a.reasons), about);
    if (reasons.length) s.complain(new Refused({ kind: "refused", text: about, reasons }));
  } catch (e) {
    s.complain(e);
  }
}

/** The reasons that tell something, each once. Where none does, what is asked here is told instead. */
function telling(s: Session, reasons: readonly Reason[], about: string): Reason[] {
  const out = new Map<string, Reason>();
  for (const r of reasons) if (r.kind !== "unknown" && !out.has(r.text)) out.set(r.text, r);
  if (out.size || !reasons.length) return [...out.values()].slice(0, 5);
  const asked = s.state.value?.decision;
  return [{ rule: asked?.rule ?? "", text: `${about} ${asked?.prompt ?? ""}` }];
}
