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

/** A socket whose other end the test is. */
export class FakeSocket {
  static all: FakeSocket[] = [];
  static readonly OPEN = 1;
  static get last(): FakeSocket { return this.all[this.all.length - 1]!; }
  readyState = 0;
  readonly sent: { id: number; op: string; [field: string]: unknown }[] = [];
  onopen: () => void = () => undefined;
  onmessage: (e: { data: string }) => void = () => undefined;
  onclose: (e: { code: number; reason: string }) => void = () => undefined;

  constructor(readonly url: URL) { FakeSocket.all.push(this); }
  send(text: string): void { this.sent.push(JSON.parse(text)); }
  close(): void { this.readyState = 3; }
  open(): void { this.readyState = 1; this.onopen(); }
  tell(message: unknown): void { this.onmessage({ data: JSON.stringify(message) }); }
  /** Answers the latest question of this kind. */
  answer(op: string, ok: unknown): void { this.tell({ re: this.sent.filter((m) => m.op === op).at(-1)!.id, ok }); }
  refuse(op: string, error: unknown): void { this.tell({ re: this.sent.filter((m) => m.op === op).at(-1)!.id, error }); }
  lose(code = 1006, reason = ""): void { this.readyState = 3; this.onclose({ code, reason }); }
}

Object.assign(globalThis, { WebSocket: FakeSocket, fetch: () => Promise.reject(new Error("no network in tests")) });

/** Lets what waits for an answer go on. */
export const soon = (): Promise<void> => new Promise((done) => setTimeout(done));
