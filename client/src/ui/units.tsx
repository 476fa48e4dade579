/** Who can still act: one after the other, or all in a list; and who stays where he is. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { again, before } from "../again";
import { addEveryone, besides, everyone, join } from "../company";
import type { Session } from "../session";
import type { Piece } from "../show";
import { nextLit } from "./mapbox";

export function UnitsBox({ s }: { s: Session }): JSX.Element | null {
  const [open, setOpen] = useState(false);
  const able = s.units.able.value, waiting = s.units.waiting.value, staying = s.units.staying.value;
  if (s.prefix.value || able.length < 3) return null;
  const stays = able.length - waiting.length;
  return (
    <div class="units" data-testid="units">
      <div class="buttons">
        <button type="button" aria-expanded={open} onClick={() => setOpen(!open)}>{`${waiting.length} can still act${stays ? `, ${stays} stay` : ""} ${open ? "▴" : "▾"}`}</button>
        <button type="button" data-testid="next-unit" disabled={!waiting.length} onClick={() => nextLit(s, 1)}>Next unit <kbd>N</kbd></button>
        <button type="button" data-testid="stay" disabled={!s.cursor.value} title="The units in the place under the cursor are not asked about again in this phase (S)" onClick={() => stayHere(s)}>These stay <kbd>S</kbd></button>
      </div>
      {open && (
        <ul class="unit-list">
          {able.map((p) => (
            <li key={p.id} class={staying.has(p.id) ? "stays" : ""}>
              <button type="button" class="link plain" onClick={() => s.reveal([p.id], [p.place])}>{p.face.name} {p.face.factors?.join("-")}</button>
              <span class="quiet">{s.map?.index.places.get(p.place)?.name ?? p.place}</span>
              <label class="check"><input type="checkbox" checked={staying.has(p.id)} onChange={(e) => s.units.stay([p.id], e.currentTarget.checked)} /> stays</label>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** The unit that is chosen, or those under the cursor, stay; then on to the next. */
export function stayHere(s: Session): void {
  const chosen = [...s.chosen.value.pieces], able = s.units.able.value;
  const ids = chosen.length ? chosen : able.filter((p: Piece) => p.place === s.cursor.value).map((p) => p.id);
  if (!ids.length) return;
  if (chosen.length) s.back();
  const all = ids.every((id) => s.units.staying.value.has(id));
  s.units.stay(ids, !all);
  if (!all) nextLit(s, 1);
}

/** Who goes along with the chosen unit, and what else could be done with it. */
export function Company({ s }: { s: Session }): JSX.Element | null {
  const more = besides(s), along = s.company.value.length, instead = s.instead.value;
  if (!more.length && !along && !instead.length) return null;
  return (
    <div class="units buttons" data-testid="company">
      {along > 0 && <span class="quiet">and {along} more</span>}
      {more.length > 0 && <button type="button" data-testid="all-here" title="All units of this place go along, as far as they can (A). A click with Shift held adds one." onClick={() => join(s, more.map((p) => p.id))}>All here, {more.length + along + 1} <kbd>A</kbd></button>}
      {instead.map((c) => <button type="button" class="instead" key={c.action} data-action={c.action} onClick={() => { s.back(); void s.choose(c); }}>{c.verb}</button>)}
    </div>
  );
}

export function allHere(s: Session): void {
  const more = besides(s);
  if (more.length) join(s, more.map((p) => p.id));
}

/** Where units are added one by one, such as to a battle: all who can at once. */
export function Everyone({ s }: { s: Session }): JSX.Element | null {
  const lists = everyone(s), same = before(s);
  if (!lists.length && !same.length) return null;
  return <div class="units buttons">{same.length > 0 && <button type="button" data-testid="again" title="What you put together when this was asked before, as far as it still can be (Y)" onClick={() => void again(s)}>As last time, {same.length} <kbd>Y</kbd></button>}{lists.map((list) => <button type="button" key={list[0]!.verb} data-testid="everyone" onClick={() => void addEveryone(s, list)}>{list[0]!.verb}: all {list.length}</button>)}</div>;
}
