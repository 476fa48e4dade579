/** HTTP calls, and a socket that comes back by itself and never plays a move twice. */
import type { Answers, Push, Question, Refusal, Reply } from "./protocol";

export class Refused extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.text);
  }
}

export async function call<T>(path: string, options: { method?: string; body?: unknown; text?: string } = {}): Promise<T> {
  const init: RequestInit = { method: options.method ?? "GET", headers: { accept: "application/json" } };
  if (options.body !== undefined) {
    init.body = JSON.stringify(options.body);
    init.headers = { ...init.headers, "content-type": "application/json" };
  } else if (options.text !== undefined) {
    init.body = options.text;
    init.headers = { ...init.headers, "content-type": "text/plain" };
  }
  let answer: Response;
  try {
    answer = await fetch(path, init);
  } catch {
    throw new Refused({ kind: "lost", text: "The server does not answer. It may have been stopped." });
  }
  const data: unknown = await answer.json().catch(() => null);
  if (!answer.ok) {
    const error = (data as { error?: Refusal } | null)?.error;
    throw new Refused(error ?? { kind: "bad", text: `The server answered ${answer.status}.` });
  }
  return data as T;
}

/** What a question needs to say beside its number and what it is. */
export type Asking<K extends Question["op"]> = Omit<Extract<Question, { op: K }>, "id" | "op">;

export type Line = "connecting" | "open" | "lost" | "closed";

interface Waiting { message: string; resolve: (v: unknown) => void; reject: (e: Refused) => void; again: boolean }

/** One table's socket. Questions that were under way when the line broke are asked again when it is back;
 * an action names the position that it answers, so one that had arrived is refused as stale, never done twice. */
export class Socket {
  private socket: WebSocket | undefined;
  private waiting = new Map<number, Waiting>();
  private next = 1;
  private tries = 0;
  private timer = 0;
  line: Line = "connecting";

  constructor(
    private readonly address: () => string,
    private readonly onPush: (push: Push) => void,
    private readonly onLine: (line: Line, tries: number) => void,
  ) {
    this.open();
    window.addEventListener("online", this.wake);
  }

  private readonly wake = (): void => {
    if (this.line === "lost") this.open();
  };

  private open(): void {
    clearTimeout(this.timer);
    const url = new URL(this.address(), window.location.href);
    url.protocol = url.protocol.replace("http", "ws");
    const socket = (this.socket = new WebSocket(url));
    socket.onopen = () => {
      this.tries = 0;
      this.say("open");
      for (const w of this.waiting.values()) if (w.again) socket.send(w.message);
    };
    socket.onmessage = (e) => {
      if (socket !== this.socket) return;
      const message = JSON.parse(String(e.data)) as Push | Reply;
      if ("re" in message) this.answer(message);
      else this.onPush(message);
    };
    socket.onclose = (e) => {
      if (socket !== this.socket || this.line === "closed") return;
      if (e.code === 4410) { // the table that waited has begun
        this.open();
        return;
      }
      if (e.code === 4403 || e.code === 4404) {
        this.say("closed");
        if (e.code === 4403) this.onPush({ type: "gone", text: e.reason || "The server does not know this page; open the address that it printed." });
        return;
      }
      this.tries++;
      this.say("lost");
      this.timer = window.setTimeout(() => this.open(), Math.min(3000, 150 * 1.6 ** this.tries));
    };
  }

  private say(line: Line): void {
    this.line = line;
    this.onLine(line, this.tries);
  }

  private answer(message: Reply): void {
    if (message.re === null) return;
    const w = this.waiting.get(message.re);
    if (!w) return;
    this.waiting.delete(message.re);
    if ("error" in message) w.reject(new Refused(message.error));
    else w.resolve(message.ok);
  }

  ask<K extends Question["op"]>(op: K, fields: Asking<K>): Promise<Answers[K]> {
    const id = this.next++;
    const message = JSON.stringify({ id, op, ...fields });
    return new Promise<Answers[K]>((resolve, reject) => {
      this.waiting.set(id, { message, resolve: resolve as (v: unknown) => void, reject, again: true });
      if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(message);
    });
  }

  /** Connect afresh, for another seat. */
  restart(): void {
    const old = this.socket;
    const left = [...this.waiting.values()];
    this.waiting.clear();
    for (const w of left) w.reject(new Refused({ kind: "lost", text: "The seat was changed." }));
    this.say("connecting");
    this.open();
    old?.close();
  }

  close(): void {
    this.line = "closed";
    clearTimeout(this.timer);
    window.removeEventListener("online", this.wake);
    this.socket?.close();
  }
}
