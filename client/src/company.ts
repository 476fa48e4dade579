/** Several units, one goal: a stack that is dragged or chosen as a whole, or put together unit by unit. */
import type { Hit } from "./map/view";
import type { Choice, Stayed } from "./protocol";
import type { Session } from "./session";
import type { Piece, Reason } from "./show";
import { say } from "./store";

const isStack = (c: Choice): boolean => c.kind === "piece" && c.more === "repeat" && !c.complete;

/** What can be begun with a piece and then asks where to: the usual verb first, as the game lists them. */
export function beginnings(choices: readonly Choice[], id: string): Choice[] {
  return choices.filter((c) => c.kind === "piece" && c.value === id && !c.complete && !isStack(c));
}

/** The same action for each of these instead of the leader. */
export function inStep(action: string, leader: string, ids: readonly string[]): string[] {
  return ids.map((id) => action.split(" ").map((word, i) => (i > 0 && word === leader ? id : word)).join(" "));
}

/** The unit with which the action so far began, if it has only been begun. */
function leader(s: Session): Choice | undefined {
  const first = s.trail.value[0];
  return s.trail.value.length === 1 && first?.kind === "piece" && !isStack(first) ? first : undefined;
}

/** May this unit go along with the one that is chosen? */
export function mayJoin(s: Session, id: string): boolean {
  const first = leader(s);
  return !!first && first.value !== id && beginnings(s.state.value?.choices ?? [], id).some((c) => c.verb === first.verb);
}

/** The units in the place of the one that is chosen that could go along and do not yet. */
export function besides(s: Session): Piece[] {
  const first = leader(s), pieces = s.state.value?.scene.pieces ?? [];
  const at = first && pieces.find((p) => p.id === first.value)?.place;
  return at ? pieces.filter((p) => p.place === at && !s.company.value.includes(p.id) && mayJoin(s, p.id)) : [];
}

export function join(s: Session, ids: readonly string[]): void {
  const out = ids.every((id) => s.company.value.includes(id));
  s.company.value = out ? s.company.value.filter((id) => !ids.includes(id)) : [...new Set([...s.company.value, ...ids])];
  if (s.target.value) s.looks.show(s.choices.value.find((x) => x.kind === "place" && x.value === s.target.value && x.complete)?.action ?? "");
  say(`${s.company.value.length + 1} units chosen.`);
}

/** Plays the action for the leader and his company, one after the other; who cannot follow stays, and it is said why. */
export async function playTogether(s: Session, action: string): Promise<void> {
  const first = s.trail.value[0]!.value!, company = s.company.value;
  if (s.busy.value) return;
  s.busy.value = true;
  try {
    const got = await s.ask("several", { actions: [action, ...inStep(action, first, company)], rev: s.state.value?.rev ?? "" });
    s.group = { rev: s.state.value?.rev ?? "", times: got.undos };
    if (s.state.value?.decision?.draft) got.stayed = await joined(s, got.stayed);
    const reasons = got.stayed.flatMap((x) => x.reasons.map((r): Reason => ({ ...r, pieces: r.pieces?.length ? r.pieces : x.action.split(" ").slice(1, 2) })));
    if (reasons.length) {
      const who = got.stayed.map((x) => s.state.value?.scene.pieces.find((p) => p.id === x.action.split(" ")[1])?.face.name ?? "");
      s.refused.value = { text: `${who.filter(Boolean).join(", ")} cannot follow.`, reasons };
      say(`${got.played} done. ${reasons.map((r) => r.text).join(" ")}`);
    }
  } catch (e) {
    s.complain(e);
  } finally {
    s.busy.value = false;
  }
}

/** Where a draft has one battle at a time, the others join it by what is offered once it is declared. */
async function joined(s: Session, stayed: Stayed[]): Promise<Stayed[]> {
  const offers = stayed.map((x) => s.state.value!.choices.find((c) => c.kind === "piece" && c.complete && c.value === x.action.split(" ")[1]));
  const actions = offers.flatMap((c) => (c ? [c.action] : []));
  if (!actions.length) return stayed;
  const more = await s.ask("several", { actions, rev: s.state.value?.rev ?? "" });
  s.group = { rev: s.state.value?.rev ?? "", times: (s.group?.times ?? 0) + more.undos };
  return [...stayed.filter((_, i) => !offers[i]), ...more.stayed];
}

/** Battle by its target: everyone who can go to a place, or attack it, is chosen at once; a second click sends them.
 * Says whether there is anybody. */
export async function against(s: Session, place: string): Promise<boolean> {
  const { actions } = await s.ask("toward", { place });
  const top = s.state.value?.choices ?? [];
  const first = actions[0]?.split(" ");
  const lead = first && top.find((c) => c.action === `${first[0]} ${first[1]}`);
  if (!first || !lead) return false;
  await s.choose(lead);
  s.company.value = actions.slice(1).map((a) => a.split(" ")).filter((w) => w[0] === first[0]).map((w) => w[1]!);
  s.target.value = place;
  s.looks.show(actions[0]!);
  say(`${s.company.value.length + 1} can. Choose the place again to send them; a click with Shift held leaves one out.`);
  return true;
}

/** Choices that each add one unit to what is put together, by their verb, where several can be added. */
export function everyone(s: Session): Choice[][] {
  const several = s.state.value?.several ?? [];
  if (!several.length || s.prefix.value) return [];
  const byVerb = new Map<string, Choice[]>();
  for (const c of s.choices.value) if (c.kind === "piece" && c.complete && !c.more && several.includes(c.action.split(" ")[0]!)) byVerb.set(c.verb, [...(byVerb.get(c.verb) ?? []), c]);
  return [...byVerb.values()].filter((list) => list.length > 1);
}

/** All of them, one after the other; who may not join stays out. */
export async function addEveryone(s: Session, list: readonly Choice[]): Promise<void> {
  if (s.busy.value) return;
  s.busy.value = true;
  try {
    const got = await s.ask("several", { actions: list.slice(0, 60).map((c) => c.action), rev: s.state.value?.rev ?? "" });
    s.group = { rev: s.state.value?.rev ?? "", times: got.undos };
  } catch (e) {
    s.complain(e);
  } finally {
    s.busy.value = false;
  }
}

// ---------------------------------------------------------------------------------------------- drag and drop

/** The units that a drag from here takes along: the whole heap, or the one counter that can be seen. */
export function carried(s: Session, hit: Hit): Piece[] {
  if (!hit.piece || !hit.stack || s.prefix.value || s.replay.value || !s.state.value?.decision || s.busy.value) return [];
  const from = hit.fanned || !hit.stack.heaped ? [hit.piece] : [...hit.stack.pieces].reverse();
  const able = from.filter((p) => beginnings(s.state.value!.choices, p.id).length);
  const verb = able[0] && beginnings(s.state.value.choices, able[0].id)[0]!.verb;
  return able.filter((p) => beginnings(s.state.value!.choices, p.id).some((c) => c.verb === verb));
}

/** The counters are lifted: their goals light up. */
export async function lift(s: Session, hit: Hit): Promise<void> {
  const [first, ...rest] = carried(s, hit);
  if (!first) return;
  s.map?.closeFan();
  s.hover.value = null;
  await s.choose(beginnings(s.state.value!.choices, first.id)[0]!);
  s.company.value = rest.map((p) => p.id);
}
