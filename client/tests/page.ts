/** A page for tests without a browser: import it first. */
const quiet = { matches: false, addEventListener: () => undefined };
const kept = new Map<string, string>();

Object.assign(globalThis, {
  window: globalThis,
  matchMedia: () => quiet,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  localStorage: { getItem: (k: string) => kept.get(k) ?? null, setItem: (k: string, v: string) => void kept.set(k, v) },
  location: { pathname: "/", href: "http://127.0.0.1:8000/table/t" },
  history: { pushState: () => undefined },
  document: { documentElement: { dataset: {} } },
});

export {};
