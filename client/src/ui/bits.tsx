/** Small parts that many pages use. */
import type { ComponentChildren, JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { RuleCase } from "../show";
import { dismiss, spoken, toasts } from "../store";

/** A rule's number; a click opens its text in place. */
export function RuleChip({ id, find, open }: { id: string; find: (id: string) => RuleCase | undefined; open?: ((id: string) => void) | undefined }): JSX.Element | null {
  const [shown, setShown] = useState(false);
  if (!id) return null;
  const rule = find(id);
  return (
    <span class="rule">
      <button type="button" class="chip" aria-expanded={shown} title={rule ? rule.title : `Rule ${id}`} onClick={(e) => { e.stopPropagation(); setShown(!shown); }}>
        <span class="sr">Rule </span>§ {id}
      </button>
      {shown && (
        <span class="rule-text" role="note">
          <b>{rule?.title ?? `Rule ${id}`}</b> {rule?.text ?? "There is no text for this number."}
          {open && rule && <button type="button" class="link" onClick={() => open(id)}>In the rules</button>}
        </span>
      )}
    </span>
  );
}

export function Dialog({ title, onClose, children, wide = false }: { title: string; onClose: () => void; children: ComponentChildren; wide?: boolean }): JSX.Element {
  const ref = useRef<HTMLDialogElement>(null);
  // Before the next key is handled, so that what is typed at once arrives in the dialog.
  useLayoutEffect(() => {
    const d = ref.current!;
    if (!d.open) d.showModal();
    const cancel = (e: Event): void => { e.preventDefault(); onClose(); };
    d.addEventListener("cancel", cancel);
    return () => d.removeEventListener("cancel", cancel);
  });
  return (
    <dialog ref={ref} class={wide ? "dialog wide" : "dialog"} aria-label={title} onClick={(e) => { if (e.target === ref.current) onClose(); }}>
      <header><h2>{title}</h2><button type="button" class="icon" aria-label="Close" onClick={onClose}>✕</button></header>
      <div class="dialog-body">{children}</div>
    </dialog>
  );
}

const PIPS: Record<number, [number, number][]> = {
  1: [[50, 50]], 2: [[28, 28], [72, 72]], 3: [[26, 26], [50, 50], [74, 74]], 4: [[28, 28], [72, 28], [28, 72], [72, 72]],
  5: [[27, 27], [73, 27], [50, 50], [27, 73], [73, 73]], 6: [[28, 24], [72, 24], [28, 50], [72, 50], [28, 76], [72, 76]],
};

export function Die({ value, sides = 6, falling = false, turn = 0 }: { value: number; sides?: number; falling?: boolean; turn?: number }): JSX.Element {
  return (
    <svg class={falling ? "die falling" : "die"} style={{ animationDelay: `${turn * 70}ms` }} viewBox="0 0 100 100" role="img" aria-label={`${value}`}>
      <rect x="4" y="4" width="92" height="92" rx="18" class="die-face" />
      {sides === 6 && PIPS[value] ? PIPS[value]!.map(([x, y]) => <circle cx={x} cy={y} r="9.5" class="die-pip" />) : <text x="50" y="67" text-anchor="middle" class="die-number">{value}</text>}
    </svg>
  );
}

export function Toasts({ find }: { find?: (id: string) => RuleCase | undefined }): JSX.Element {
  return (
    <div class="toasts" role="status">
      {toasts.value.map((t) => (
        <div class={`toast ${t.tone}`} key={t.id}>
          <span>{t.text}</span>
          {t.rule && find && <RuleChip id={t.rule} find={find} />}
          <button type="button" class="icon" aria-label="Dismiss" onClick={() => dismiss(t.id)}>✕</button>
        </div>
      ))}
    </div>
  );
}

export function Live(): JSX.Element {
  return <div class="sr" role="log" aria-live="polite" aria-atomic="true" data-testid="live">{spoken.value}</div>;
}

/** Arrow keys move along a row of tabs. */
export function Tabs<T extends string>({ tabs, now, pick, label }: { tabs: readonly { id: T; title: string; hint?: string }[]; now: T; pick: (id: T) => void; label: string }): JSX.Element {
  const onKey = (e: KeyboardEvent): void => {
    const at = tabs.findIndex((t) => t.id === now);
    const to = e.key === "ArrowRight" ? at + 1 : e.key === "ArrowLeft" ? at - 1 : -1;
    if (e.key !== "ArrowRight" && e.key !== "ArrowLeft") return;
    e.preventDefault();
    e.stopPropagation();
    const next = tabs[(to + tabs.length) % tabs.length]!;
    pick(next.id);
    document.getElementById(`tab-${next.id}`)?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label={label} onKeyDown={onKey}>
      {tabs.map((t) => (
        <button type="button" role="tab" id={`tab-${t.id}`} aria-selected={t.id === now} aria-controls={`panel-${t.id}`} tabIndex={t.id === now ? 0 : -1} title={t.hint} onClick={() => pick(t.id)}>{t.title}</button>
      ))}
    </div>
  );
}
