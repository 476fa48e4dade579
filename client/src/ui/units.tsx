/** Who can still act: one after the other, or all in a list; and who stays where he is. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
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
