/** Notes of one's own, on places and in the margin: private, and kept with the game. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Session } from "../session";

function Note({ s, place, label }: { s: Session; place: string; label: string }): JSX.Element {
  const kept = s.notes.value[place] ?? "";
  const save = (now: string): void => { if (now.trim() !== kept) void s.note(place, now); };
  return (
    <label class="note"><span>{place ? <button type="button" class="link plain" onClick={() => s.reveal([], [place])}>{label}</button> : label}</span>
      <textarea rows={place ? 2 : 6} maxLength={4000} aria-label={place ? `Note on ${label}` : label} key={kept} defaultValue={kept} onBlur={(e) => save(e.currentTarget.value)} />
    </label>
  );
}

export function NotesPanel({ s }: { s: Session }): JSX.Element {
  const name = (id: string): string => s.board.value?.places.find((p) => p.id === id)?.name ?? id;
  const [open, setOpen] = useState("");
  const at = s.cursor.value ?? "";
  const places = [...new Set([...Object.keys(s.notes.value).filter(Boolean), ...(open ? [open] : [])])];
  return (
    <div class="notes" data-testid="notes">
      <p class="quiet">Only you see them; they are kept with the game.</p>
      <Note s={s} place="" label="In the margin" />
      <h3>On places</h3>
      {at && !places.includes(at) && <div class="buttons"><button type="button" data-testid="note-here" onClick={() => setOpen(at)}>Note on {name(at)}</button></div>}
      {!at && !places.length && <p class="quiet">Click a place on the map, then come here.</p>}
      {places.map((id) => <Note key={id} s={s} place={id} label={name(id)} />)}
    </div>
  );
}
