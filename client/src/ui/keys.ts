/** Choosing by number keys, and a focus and a view that stay with what is asked. */
import { useEffect, useRef } from "preact/hooks";
import type { Session } from "../session";
import { isFinger } from "../touch";

/** The choices that can be seen, in their order on the page; a menu on the map comes before all others. */
function seen(): HTMLButtonElement[] {
  const menu = document.querySelectorAll<HTMLButtonElement>(".pick [data-action]");
  return [...(menu.length ? menu : document.querySelectorAll<HTMLButtonElement>(".decision [data-action]"))].filter((b) => !b.disabled);
}

/** A number key takes the choice with that number. */
export function chooseNumber(n: number): boolean {
  const button = seen()[n - 1];
  button?.click();
  return !!button;
}

/** When a choice was made with the focus in the decision, it goes to what is asked next and not back to the page. */
export function useKeptFocus(s: Session): { current: HTMLElement | null } {
  const box = useRef<HTMLElement | null>(null), inside = useRef(false);
  useEffect(() => {
    const look = (): void => { inside.current = !!box.current?.contains(document.activeElement); };
    const leave = (e: PointerEvent): void => { if (!box.current?.contains(e.target as Node)) inside.current = false; };
    const key = (e: KeyboardEvent): void => { if (e.key === "Tab") inside.current = false; };
    document.addEventListener("focusin", look);
    document.addEventListener("pointerdown", leave);
    document.addEventListener("keydown", key, true);
    return () => { document.removeEventListener("focusin", look); document.removeEventListener("pointerdown", leave); document.removeEventListener("keydown", key, true); };
  }, []);
  const state = s.state.value, asked = s.choices.value, busy = s.busy.value;
  useEffect(() => {
    if (busy || !inside.current || document.activeElement !== document.body) return;
    (box.current?.querySelector<HTMLElement>("[data-action]:not([disabled])") ?? box.current?.querySelector<HTMLElement>(".prompt"))?.focus({ preventScroll: isFinger.value });
  }, [state, asked, busy]);
  // A new question is read from its beginning, however far down the last one was answered.
  useEffect(() => { if (box.current) box.current.scrollTop = 0; }, [state?.by, state?.decision?.step]);
  return box;
}
