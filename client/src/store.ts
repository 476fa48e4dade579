/** What the page knows: settings that last, and the table that is open. */
import { computed, effect, signal } from "@preact/signals";
import type { Theme } from "./map/colour";

// --------------------------------------------------------------------------------------------- settings

export function kept<T>(name: string, first: T) {
  let start = first;
  try {
    const text = localStorage.getItem(`grognard.${name}`);
    if (text !== null) start = JSON.parse(text) as T;
  } catch { /* a private window keeps nothing, and that is all right */ }
  const s = signal<T>(start);
  effect(() => {
    const value = s.value;
    try { localStorage.setItem(`grognard.${name}`, JSON.stringify(value)); } catch { /* as above */ }
  });
  return s;
}

export const themeChoice = kept<"auto" | Theme>("theme", "auto");
export const counterSize = kept<number>("counters", 1);
export const motionChoice = kept<boolean>("motion", true);
export const panelOpen = kept<boolean>("panel", true);
/** The height of the books on a phone, in hundredths of the screen's. */
export const sheetHeight = kept<number>("sheet", 38);
export const showMinimap = kept<boolean>("minimap", true);
export const diceShown = kept<boolean>("dice", true);
/** Whether what others do is played step by step, and how fast. */
export const followTurns = kept<boolean>("follow", true);
export const pace = kept<number>("pace", 1);
export const soundsOn = kept<boolean>("sounds", false);
export const coachOn = kept<boolean>("coach", false);
export const overlaysOpen = signal(false);
/** Whether the ways of the last turn stay on the map. */
export const trailsShown = kept<boolean>("trails", true);

const darkQuery = window.matchMedia("(prefers-color-scheme: dark)");
const stillQuery = window.matchMedia("(prefers-reduced-motion: reduce)");
const systemDark = signal(darkQuery.matches);
const systemStill = signal(stillQuery.matches);
darkQuery.addEventListener("change", (e) => (systemDark.value = e.matches));
stillQuery.addEventListener("change", (e) => (systemStill.value = e.matches));

export const theme = computed<Theme>(() =>
  themeChoice.value === "auto" ? (systemDark.value ? "dark" : "light") : themeChoice.value);
export const motion = computed(() => motionChoice.value && !systemStill.value);

effect(() => {
  document.documentElement.dataset["theme"] = theme.value;
});

export function nextTheme(): void {
  themeChoice.value = theme.value === "dark" ? "light" : "dark";
}

// ----------------------------------------------------------------------------------------------- routes

export const route = signal(location.pathname);
window.addEventListener("popstate", () => (route.value = location.pathname));

export function go(path: string): void {
  history.pushState(null, "", path);
  route.value = location.pathname;
  window.scrollTo(0, 0);
}

// --------------------------------------------------------------------------------------- words and toasts

export interface Toast { id: number; text: string; tone: "plain" | "good" | "bad"; rule?: string | undefined; reasons?: { rule: string; text: string }[] | undefined }
export const toasts = signal<Toast[]>([]);
let toastId = 0;

export function toast(text: string, tone: Toast["tone"] = "plain", extra: Partial<Toast> = {}, ms = 6500): void {
  const id = ++toastId;
  toasts.value = [...toasts.value.slice(-2), { id, text, tone, ...extra }];
  window.setTimeout(() => dismiss(id), ms);
}

export function dismiss(id: number): void {
  toasts.value = toasts.value.filter((t) => t.id !== id);
}

/** What a screen reader is told; the same words twice are told twice. */
export const spoken = signal("");
/** Forget what was said and shown in passing: the next person at this screen must not read it. */
export function hush(): void {
  spoken.value = "";
  toasts.value = [];
}

export function say(text: string): void {
  spoken.value = text === spoken.value ? `${text} ` : text;
}
