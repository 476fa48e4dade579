/** What a click on the map means, and what the pointer shows there. */
import { against, carried, join, lift, mayJoin } from "./company";
import type { Hit } from "./map/view";
import type { Choice } from "./protocol";
import type { Session } from "./session";
import type { Piece } from "./show";
import { wayBetween } from "./ruler";
import { say } from "./store";
import { nearest } from "./ways";
import { whyNot } from "./why";

/** A click; `longer` where it is to begin something longer than the nearest action. */
export function click(s: Session, hit: Hit, longer: boolean): void {
  clearTimeout(tipTimer);
  s.hover.value = null;
  s.refused.value = null;
  if (s.picking.value) { s.picking.value = null; return; }
  if (s.dice.value.length) s.dice.value = [];
  s.map?.skipMotion();
  if (hit.place) s.cursor.value = hit.place.id;
  if (s.overlayAsk.value && (hit.piece || hit.place)) { void s.answerOverlay(hit); return; }
  if (s.ruler.value && hit.place && s.map) { measure(s, hit.place.id); return; }
  const choices = nearest(s.choices.value, longer || s.longer.value);
  if (s.replay.value || !s.state.value?.decision) { inspect(s, hit); return; }
  if (longer && hit.piece && mayJoin(s, hit.piece.id)) { join(s, [hit.piece.id]); return; }
  const forPiece = (id: string): Choice[] => choices.filter((c) => c.kind === "piece" && c.value === id);
  const here = hit.place ? choices.filter((c) => c.kind === "place" && c.value === hit.place!.id) : [];
  if (hit.piece && hit.stack) {
    const inStack = hit.stack.pieces.filter((p) => forPiece(p.id).length);
    const own = forPiece(hit.piece.id);
    if (hit.fanned || !hit.stack.heaped) {
      if (own.length) { offer(s, own, hit, longer, hit.piece); s.map?.closeFan(); return; }
    } else if (inStack.length === 1 && !here.length) {
      offer(s, forPiece(inStack[0]!.id), hit, longer, inStack[0]!);
      return;
    } else if (inStack.length > 1 || (inStack.length && here.length)) {
      s.map?.openFan(hit.stack);
      return;
    }
    if (!here.length) { explain(s, hit); return; }
  }
  if (here.length) offer(s, here, hit, longer);
  else if (hit.place) explain(s, hit);
  else { s.map?.closeFan(); s.back(); }
}

/** With the ruler out, the first click is where it begins, the next where it ends; one more begins anew. */
function measure(s: Session, to: string): void {
  const { from, way } = s.ruler.value!;
  const next = from && !way.length ? wayBetween(s.map!.index.places, from, to) : [];
  s.ruler.value = from && !way.length ? { from, way: next } : { from: to, way: [] };
  const name = s.map!.index.places.get(to)?.name ?? to;
  say(next.length ? `${next.length - 1} to ${name}.` : from && !way.length ? `No way leads to ${name}.` : `From ${name}.`);
}

/** Would a click there choose something? */
export function chooses(s: Session, hit: Hit): boolean {
  const { places, pieces } = s.lit.value;
  return (!!hit.place && places.has(hit.place.id)) || !!hit.stack?.pieces.some((p) => pieces.has(p.id));
}

/** One way to mean the click is taken; of several, the player picks. A plain click is for the unit alone; with Shift
 *  held it is for the stack that it begins, to which further units may be clicked. */
function offer(s: Session, all: Choice[], hit: Hit, longer: boolean, piece?: Piece): void {
  const stacks = all.filter(beginsStack);
  const alone = all.filter((c) => !beginsStack(c));
  const list = stacks.length && alone.length ? (longer || s.longer.value ? stacks : alone) : all;
  if (list.length === 1) { void s.choose(list[0]!, longer); return; }
  // The usual verb is taken at once; the others stand beside it.
  const first = list[0]!;
  if (piece && !s.prefix.value && !first.complete && first.kind === "piece" && list.every((c) => c.value === first.value)) {
    void s.choose(first, longer).then(() => { if (s.prefix.value === first.action) s.instead.value = list.slice(1); });
    return;
  }
  s.picking.value = { x: hit.x, y: hit.y, title: piece?.face.name ?? hit.place?.name ?? "", choices: list, longer };
}

/** A choice that begins a set of units, of which one alone is not enough. */
export const beginsStack = (c: Choice): boolean => c.kind === "piece" && c.more === "repeat" && !c.complete;

/** A click on what cannot be chosen says why. */
function explain(s: Session, hit: Hit): void {
  const token = tokenFor(s, hit);
  const chosen = s.chosen.value.pieces;
  // The way has been named as far as its goal.
  if (s.playable.value && hit.place && s.trail.value.some((c) => c.more === "keyword" && c.value === hit.place!.id)) { void s.play(s.prefix.value); return; }
  if (hit.piece && chosen.has(hit.piece.id)) { s.back(); return; }
  // Another unit that could be chosen instead is.
  const other = hit.piece && s.trail.value.length === 1 ? (s.state.value?.choices ?? []).filter((c) => c.kind === "piece" && c.value === hit.piece!.id) : [];
  if (other.length && (hit.fanned || !hit.stack?.heaped)) { s.back(); s.map?.closeFan(); offer(s, other, hit, false, hit.piece); return; }
  const name = hit.piece?.face.name ?? hit.place?.name ?? "";
  if (s.prefix.value) {
    const next = s.choices.value.find((c) => !c.way);
    const kind = next?.kind ?? "place";
    const id = kind === "piece" ? (hit.piece?.id ?? hit.place?.id) : (hit.place?.id ?? hit.piece?.id);
    const lead = next ? next.action.split(" ").slice(0, -1).join(" ") : s.prefix.value;
    void whyNot(s, [`${lead} ${id}`], `${name} cannot be chosen here.`);
  } else if (hit.place && enemyHeld(s, hit.place.id)) {
    void against(s, hit.place.id).then((any) => { if (!any && token) return whyNot(s, token.verbs.map((verb) => `${verb} ${token.id}`), `${name} cannot be chosen now.`); }).catch((e) => s.complain(e));
  } else if (token) {
    void whyNot(s, token.verbs.map((verb) => `${verb} ${token.id}`), `${name} cannot be chosen now.`);
  } else {
    inspect(s, hit);
  }
}

/** Troops of another side are seen there. */
const enemyHeld = (s: Session, place: string): boolean => (s.state.value?.scene.pieces ?? []).some((p) => p.place === place && s.enemies.value.has(p.id));

/** What a click could have meant: the piece or the place, with the verbs that take such a one first. */
function tokenFor(s: Session, hit: Hit): { verbs: string[]; id: string } | undefined {
  const slots = s.state.value?.decision?.slots ?? [];
  const verbs = (kind: string): string[] => [...new Set(slots.filter((x) => x.kind === kind).map((x) => x.verb))];
  if (hit.piece && slots.some((x) => x.kind === "piece")) return { verbs: verbs("piece"), id: hit.piece.id };
  if (hit.place && slots.some((x) => x.kind === "place")) return { verbs: verbs("place"), id: hit.place.id };
  return undefined;
}

function inspect(s: Session, hit: Hit): void {
  if (hit.stack && hit.stack.pieces.length > 1 && !s.map?.isFanned) s.map?.openFan(hit.stack);
  else s.map?.closeFan();
  say(describe(s, hit));
}

/** A drag begins on a counter: may it, and what is taken along? */
export const mayDrag = (s: Session, hit: Hit): boolean => carried(s, hit).length > 0;
let lifted: Promise<void> = Promise.resolve();
export function dragged(s: Session, hit: Hit): void { lifted = lift(s, hit); }

/** It ends over a place: as if that were clicked. */
export async function dropped(s: Session, hit: Hit): Promise<void> {
  await lifted;
  const ends = hit.place ? nearest(s.choices.value, false).filter((c) => c.kind === "place" && c.value === hit.place!.id) : [];
  if (ends.length > 1) { offer(s, ends, hit, false); return; }
  if (ends[0]) { s.tapped.value = ends[0].action; await s.choose(ends[0]); return; }
  if (hit.place && s.prefix.value) {
    const lead = s.choices.value.find((c) => !c.way)?.action.split(" ").slice(0, -1).join(" ") ?? s.prefix.value;
    const why = whyNot(s, [`${lead} ${hit.place.id}`], `${hit.place.name} cannot be chosen here.`);
    await why;
  } else s.back();
}

/** What stands in a place and can be chosen there, in words. */
export function describe(s: Session, hit: Hit): string {
  const place = hit.place;
  if (!place) return "";
  const pieces = (s.scene.value?.pieces ?? []).filter((p) => p.place === place.id);
  const lit = s.lit.value;
  const can = lit.fights.has(place.id) ? " Can be chosen; the enemy is there." : lit.places.has(place.id) ? " Can be chosen." : "";
  const units = pieces.map((p) => `${p.face.name}${p.face.factors?.length ? ` ${p.face.factors.join("-")}` : ""}${lit.pieces.has(p.id) ? ", can be chosen" : ""}`);
  return `${place.name}.${can} ${place.about ?? ""} ${units.length ? `${units.join("; ")}.` : ""}`;
}

/** The pointer, or the cursor, is there now. */
export function hovered(s: Session, hit: Hit): void {
  tip(s, hit);
  const choices = nearest(s.choices.value, s.longer.value);
  const c = hit.piece && choices.find((x) => x.kind === "piece" && x.value === hit.piece!.id)
    || hit.place && choices.find((x) => x.kind === "place" && x.value === hit.place!.id);
  s.looks.show(c?.complete ? c.action : s.playable.value ? s.prefix.value : "");
}

let tipTimer = 0;
/** The card of a place comes after a moment's rest, and goes with the next move. */
function tip(s: Session, hit: Hit): void {
  const now = s.hover.value;
  if (now && now.place?.id === hit.place?.id && now.piece?.id === hit.piece?.id) return;
  clearTimeout(tipTimer);
  s.hover.value = null;
  if (hit.place) tipTimer = window.setTimeout(() => { if (!s.map?.isFanned) s.hover.value = hit; }, 450);
}
