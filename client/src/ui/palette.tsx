/** The command palette: typed orders, units and places by name, and everything that has a key. */
import { useEffect, useMemo, useState } from "preact/hooks";
import type { JSX } from "preact";
import type { Choice } from "../protocol";
import type { Session, Tab } from "../session";
import { go, nextTheme } from "../store";
import { sinceMine } from "../time";
import { Dialog } from "./bits";

interface Item { key: string; label: string; note: string; run: () => void | Promise<void>; fill?: string }

export function commands(s: Session): Item[] {
  const open = (tab: Tab) => () => { s.tab.value = tab; s.sheet.value = true; };
  return [
    { key: "undo", label: "Undo", note: "U", run: () => s.undo() },
    { key: "redo", label: "Redo", note: "Shift+U", run: () => s.redo() },
    { key: "log", label: "Show the log", note: "L", run: open("log") },
    { key: "rules", label: "Show the rules", note: "R", run: open("rules") },
    { key: "charts", label: "Show the charts", note: "C", run: open("charts") },
    { key: "map", label: "Show overlays and legend", note: "O", run: open("map") },
    { key: "time", label: "Look back in time", note: "T", run: open("time") },
    { key: "help", label: "Help and keys", note: "?", run: open("help") },
    { key: "fit", label: "Whole map; again: with the boxes beside it", note: "0", run: () => s.map?.fit() },
    { key: "theme", label: "Light or dark", note: "", run: nextTheme },
    { key: "since", label: "What happened since my last action", note: "", run: () => sinceMine(s) },
    { key: "home", label: "Leave the table", note: "", run: () => go("/") },
    ...(s.book.value?.overlays ?? []).filter((o) => o.about !== "side").map((o) => ({ key: `overlay ${o.id}`, label: `Overlay: ${o.title}`, note: "", run: () => s.showOverlay(o.id) })),
  ];
}

export function Palette({ s }: { s: Session }): JSX.Element {
  const [text, setText] = useState(s.finding.value);
  const [at, setAt] = useState(0);
  const [more, setMore] = useState<{ prefix: string; choices: Choice[] }>({ prefix: "", choices: [] });
  const close = (): void => { s.palette.value = false; s.finding.value = ""; };
  const words = text.trim().split(/\s+/).filter(Boolean);
  const prefix = (text.endsWith(" ") ? words : words.slice(0, -1)).join(" ");

  useEffect(() => {
    // Orders are completed word by word, as `legal` lists them.
    if (!prefix || !s.state.value?.decision) { setMore({ prefix: "", choices: [] }); return; }
    let alive = true;
    void s.ask("choices", { prefix }).then((got) => { if (alive) setMore({ prefix, choices: got.choices }); }).catch(() => undefined);
    return () => { alive = false; };
  }, [prefix]);

  const items = useMemo(() => find(s, text, more.choices), [text, more, s.state.value]);
  useEffect(() => setAt(0), [text]);
  const run = (item: Item): void => {
    if (item.fill !== undefined) { setText(item.fill); return; }
    close();
    void item.run();
  };
  const onKey = (e: KeyboardEvent): void => {
    e.stopPropagation();
    if (e.key === "ArrowDown") { e.preventDefault(); setAt(Math.min(items.length - 1, at + 1)); }
    else if (e.key === "ArrowUp") { e.preventDefault(); setAt(Math.max(0, at - 1)); }
    else if (e.key === "Tab" && items[at]?.fill !== undefined) { e.preventDefault(); setText(items[at]!.fill!); }
    else if (e.key === "Enter") {
      e.preventDefault();
      // Quick fingers are ahead of the list: what counts is what has been typed.
      const typed = (e.currentTarget as HTMLInputElement).value;
      const said = typed.trim().split(/\s+/).join(" ");
      const now = typed === text ? items : find(s, typed, []);
      const item = now[typed === text ? at : 0];
      const isOrder = said !== "" && (s.state.value?.choices ?? []).some((c) => c.action.split(" ")[0] === said.split(" ")[0]);
      if (item && !(isOrder && !item.key.startsWith("do "))) run(item);
      else if (said) { close(); void s.play(said); }
    }
  };
  return (
    <Dialog title="Type an order, a unit or a command" onClose={close}>
      <input class="palette-input" type="text" role="combobox" aria-expanded="true" aria-controls="palette-list" aria-activedescendant={items[at] ? `pal-${at}` : undefined} aria-label="Order, unit or command"
        placeholder="move … · 7th Panzer · rules" value={text} autocomplete="off" spellcheck={false}
        autofocus onInput={(e) => setText(e.currentTarget.value)} onKeyDown={onKey} />
      <ul class="palette" id="palette-list" role="listbox" aria-label="Matches">
        {items.map((item, i) => (
          <li key={item.key} id={`pal-${i}`} role="option" aria-selected={i === at} class={i === at ? "on" : ""} onMouseEnter={() => setAt(i)} onClick={() => run(item)}>
            <span>{item.label}</span><span class="quiet">{item.note}</span>
          </li>
        ))}
      </ul>
      {!items.length && words.length > 0 && <p class="quiet">Enter plays “{words.join(" ")}”, and says why if it cannot.</p>}
    </Dialog>
  );
}

function find(s: Session, text: string, more: Choice[]): Item[] {
  const q = text.trim().toLowerCase();
  const hit = (t: string): boolean => q.split(/\s+/).every((w) => t.toLowerCase().includes(w));
  const out: Item[] = [];
  const orders = more.length ? more : (s.state.value?.choices ?? []);
  for (const c of orders) {
    if (q && !c.action.toLowerCase().startsWith(q) && !hit(`${c.action} ${c.label}`)) continue;
    const needs = !c.complete;
    out.push({ key: `do ${c.action}`, label: `${c.action}${needs ? " …" : ""}`, note: c.label, run: () => s.choose(c), ...(needs ? { fill: `${c.action} ` } : {}) });
    if (out.length >= (q ? 40 : 12)) break;
  }
  if (q) {
    for (const p of s.scene.value?.pieces ?? []) {
      if (!hit(`${p.face.name} ${p.id} ${p.face.short ?? ""}`)) continue;
      out.push({ key: `unit ${p.id}`, label: p.face.name, note: `unit at ${s.board.value?.places.find((x) => x.id === p.place)?.name ?? p.place}`, run: () => { s.reveal([p.id]); s.cursor.value = p.place; } });
      if (out.length > 70) break;
    }
    for (const p of s.board.value?.places ?? []) {
      if (!hit(`${p.name} ${p.id}`)) continue;
      out.push({ key: `place ${p.id}`, label: p.name, note: "place", run: () => { s.reveal([], [p.id]); s.cursor.value = p.id; } });
      if (out.length > 90) break;
    }
    for (const r of s.book.value?.rules ?? []) {
      if (!hit(`${r.id} ${r.title}`)) continue;
      out.push({ key: `rule ${r.id}`, label: `${r.id} ${r.title}`, note: "rule", run: () => s.openRule(r.id) });
      if (out.length > 105) break;
    }
  }
  for (const c of commands(s)) if (!q || hit(c.label)) out.push(c);
  return out.slice(0, 120);
}
