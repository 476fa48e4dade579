/** One open table: its state, the action that is being put together, and what is shown about it. */
import { batch, computed, signal } from "@preact/signals";
import { note } from "./again";
import { boxesOf } from "./boxes";
import { cardsOf } from "./cards";
import { inStep, playTogether } from "./company";
import { asksFirst, type Ending } from "./ends";
import { countAction } from "./first";
import { choosable, enemiesOf, heldAgainst, inTheThick } from "./lit";
import { Looks } from "./looks";
import { type Goals, goalsOf } from "./map/reach";
import { bind } from "./map/bind";
import type { Choosable, Glide, Hit, Lit, MapView } from "./map/view";
import { type Asking, call, type Line, Refused, Socket } from "./net";
import type { Answers, Book, Choice, GameInfo, Hint, LogEntry, Luck, Part, Push, Question, TableInfo, TableState } from "./protocol";
import type { Board, Overlay, Reason, RuleCase, Scene } from "./show";
import type { Ruler } from "./ruler";
import { Planner } from "./planner";
import { plainCase } from "./rulebook";
import { sound } from "./sound";
import { diceShown, followTurns, hush, motion, say, toast, trailsShown } from "./store";
import { follow, followFrom, goTo, leaveReplay, type Replay } from "./time";
import { trailsOf, type Trails } from "./trails";
import { showsFirst } from "./touch";
import { Units } from "./units";
import { nearest } from "./ways";

export interface Picking { x: number; y: number; title: string; choices: Choice[]; longer: boolean }
export type Tab = "log" | "rules" | "charts" | "map" | "units" | "pages" | "notes" | "time" | "analysis" | "help";

/** The latest rolls that stand next to one another in the log: at most four. */
export function lastRolls(log: readonly LogEntry[]): LogEntry[] {
  let end = log.length;
  while (end && !log[end - 1]!.dice?.length) end--;
  let start = end;
  while (start && end - start < 4 && log[start - 1]!.dice?.length) start--;
  return log.slice(start, end);
}

/** The pieces and places that reasons name. */
const named = (reasons: readonly Reason[]): Lit => ({
  pieces: new Set(reasons.flatMap((r) => r.pieces ?? [])), places: new Set(reasons.flatMap((r) => r.places ?? [])),
});

export class Session {
  readonly info = signal<TableInfo | null>(null);
  readonly game = signal<GameInfo | null>(null);
  readonly board = signal<Board | null>(null);
  readonly book = signal<Book | null>(null);
  readonly state = signal<TableState | null>(null);
  readonly log = signal<LogEntry[]>([]);
  readonly line = signal<Line>("connecting");
  readonly gone = signal("");
  readonly fault = signal("");
  /** The action so far; "" before the first click. */
  readonly prefix = signal("");
  /** The choices that led to it: they know what its words are called and what they name. */
  readonly trail = signal<Choice[]>([]);
  readonly choices = signal<Choice[]>([]);
  /** How the game asks for the next word. */
  readonly slotPrompt = signal("");
  /** What the action so far still lacks. */
  readonly lacking = signal<Reason[]>([]);
  /** The next choice is not played at once where more can be said of it, such as by which way. */
  readonly longer = signal(false);
  readonly busy = signal(false);
  /** What the goals of the action so far cost. */
  readonly reach = signal<Goals | null>(null);
  readonly looks = new Looks(this);
  readonly units: Units = new Units(this);
  readonly planner: Planner = new Planner(this);
  /** The choice that a finger has tapped once. */
  readonly tapped = signal("");
  /** The place at which everyone who can has been aimed. */
  readonly target = signal("");
  /** The units that go along with the one that is chosen. */
  readonly company = signal<string[]>([]);
  /** Other things that a click on the chosen unit could have meant. */
  readonly instead = signal<Choice[]>([]);
  /** How many actions the last one was made of, while the table stands as it left it: they are taken back together. */
  group: { rev: string; times: number } | null = null;
  /** What an end would waste, while its player is asked. */
  readonly ending = signal<Ending | null>(null);
  readonly refused = signal<{ text: string; reasons: Reason[] } | null>(null);
  readonly picking = signal<Picking | null>(null);
  readonly tab = signal<Tab>("log");
  readonly sheet = signal(false);
  readonly overlay = signal<Overlay | null>(null);
  readonly overlayAsk = signal("");
  /** The side, unit or place that the overlay is about. */
  readonly overlayAbout = signal("");
  readonly rule = signal("");
  readonly hover = signal<Hit | null>(null);
  readonly cursor = signal<string | null>(null);
  /** The keyboard is at the map, so its cursor shows. */
  readonly atMap = signal(false);
  /** The counters are put aside, to look at the ground. */
  readonly peeking = signal(false);
  /** Whether the game on one page is open in the rules. */
  readonly onePage = signal(false);
  readonly focus = signal<Lit>({ pieces: new Set(), places: new Set() });
  /** Dice on the table: the rolls that fell together, such as those of both sides of a combat. */
  readonly dice = signal<LogEntry[]>([]);
  readonly replay = signal<Replay | null>(null);
  /** How often a step or the present was asked for: an answer to an earlier question is not shown. */
  glances = 0;
  /** The seat of this page: one of the game's, the public's, or "open" where one screen lies before several people. */
  readonly chair = signal("");
  /** The page of the result is open. */
  readonly theEnd = signal(false);
  readonly palette = signal(false);
  /** What this seat has noted, by place; "" is the margin. */
  readonly notes = signal<Record<string, string>>({});
  /** The ruler, while it is out: where it begins, and the way to where it ends. */
  readonly ruler = signal<Ruler | null>(null);
  /** What a bot would do, and for which position it said so. */
  readonly advice = signal<{ hint: Hint; about: string } | null>(null);
  readonly lessonAt = signal(0);
  readonly lessonId = signal("first");
  readonly finding = signal("");
  map: MapView | null = null;
  private readonly socket: Socket;
  private diceTimer = 0;
  /** The step up to which everybody at an open table has seen the game, while one of them is alone with the screen. */
  private seenBy: number | null = null;
  private wasMine = false;
  private asked = 0;
  private readonly nonced = new Set<string>();

  constructor(readonly id: string) {
    this.socket = new Socket(
      () => `/ws/${encodeURIComponent(this.id)}${this.chair.value ? `?seat=${encodeURIComponent(this.chair.value)}` : ""}`,
      (p) => this.onPush(p),
      (l) => this.onLine(l),
    );
  }

  close(): void {
    this.looks.close();
    clearTimeout(this.diceTimer);
    this.socket.close();
  }

  // ------------------------------------------------------------------------------------------ what arrives

  private onLine(line: Line): void {
    const before = this.line.value;
    this.line.value = line;
    if (line === "lost" && before === "open") say("The connection is lost. Trying again.");
    if (line === "open" && before === "lost") say("Connected again.");
  }

  private onPush(push: Push): void {
    if (push.type === "gone") {
      this.gone.value = push.text;
    } else if (push.type === "laid") {
      void this.addNonces(push.missing);
    } else if (push.type === "fault") {
      this.fault.value = push.text;
    } else if (push.type === "notice") {
      toast(push.text, "bad", {}, 15_000);
    } else if (push.type === "undo") {
      const now = this.state.value;
      if (now?.rev === push.rev) this.state.value = { ...now, undo: push.undo };
    } else if (push.type === "hello") {
      this.info.value = push.table;
      this.chair.value = push.seat;
      void this.socket.ask("notes", {}).then((got) => this.takeNotes(got.notes)).catch(() => undefined);
      if (this.game.value?.id !== push.table.game) void this.loadGame(push.table.game);
    } else {
      this.onState(push.state);
    }
  }

  /** The dice are committed to: what this page adds was made after that, so nobody can have chosen the rolls. */
  private async addNonces(seats: readonly string[]): Promise<void> {
    for (const seat of seats) {
      if (this.nonced.has(seat)) continue;
      this.nonced.add(seat);
      const nonce = [...crypto.getRandomValues(new Uint8Array(16))].map((b) => b.toString(16).padStart(2, "0")).join("");
      try {
        await call(`/api/tables/${encodeURIComponent(this.id)}/nonce`, { method: "POST", body: { seat, nonce } });
      } catch (e) {
        this.nonced.delete(seat);
        if (e instanceof Refused && e.refusal.kind === "bad") continue; // another page of ours was first
        toast(e instanceof Error ? e.message : String(e), "bad");
      }
    }
  }

  private takeNotes(notes: Record<string, string>): void {
    this.notes.value = notes;
  }

  async note(place: string, text: string): Promise<void> {
    try { this.takeNotes((await this.socket.ask("note", { place, text })).notes); } catch (e) { this.complain(e); }
  }

  private async loadGame(id: string): Promise<void> {
    try {
      const [home, board, book] = await Promise.all([
        call<{ games: GameInfo[] }>("/api/home"), call<Board>(`/api/games/${id}/board?table=${encodeURIComponent(this.id)}`), call<Book>(`/api/games/${id}/book?table=${encodeURIComponent(this.id)}`),
      ]);
      batch(() => {
        this.game.value = home.games.find((g) => g.id === id) ?? null;
        this.board.value = board;
        this.book.value = { ...book, rules: book.rules.map((r) => ({ ...r, text: plainCase(r.text) })) };
      });
      this.planner.refresh();
    } catch (e) {
      this.gone.value = e instanceof Refused ? e.message : String(e);
    }
  }

  private onState(next: TableState): void {
    const before = this.state.value;
    const sameSeat = before?.seat === next.seat;
    const kept = sameSeat ? this.log.value.slice(0, next.logFrom) : [];
    const log = next.logFrom === 0 ? next.log : [...kept, ...next.log];
    const fresh = before && sameSeat ? log.slice(this.log.value.length) : [];
    const from = this.follows(before, next);
    batch(() => {
      if (from !== null && before) follow(this, from, before);
      else if (this.replay.value && this.replay.value.step.n > next.steps) leaveReplay(this);
      if (!this.replay.value) this.glide(next.scene, fresh);
      this.log.value = log;
      this.state.value = next;
      if (!before || before.rev !== next.rev || !sameSeat) this.forget();
      if (next.lesson) { this.lessonAt.value = next.lesson.at; this.lessonId.value = next.lesson.id ?? "first"; }
    });
    if (fresh.length) this.tell(fresh, next);
    if (before && !before.result && next.result && next.seat === before.seat) this.theEnd.value = true;
    this.checkChair();
    if (!before || before.rev !== next.rev || !sameSeat) this.planner.refresh();
    if (from !== null && !before) void goTo(this, from, next.seat, true);
    this.lookFirst(next);
    if (next.decision && !this.replay.value && before?.rev !== next.rev) this.lookAround();
  }

  /** From which step on what has happened is played now; null where it is not. People at one screen see what is done
   * as it is done, but for what one of them did while he was alone with it: that is played to the others afterwards. */
  private follows(before: TableState | null, next: TableState): number | null {
    const info = this.info.value;
    if (!followTurns.value || this.replay.value || !info) return null;
    if (this.chair.value === "open") {
      const seen = before ? null : this.seenBy;
      return seen !== null && next.steps > seen ? seen : null;
    }
    return before?.seat === next.seat ? followFrom(before, next, this.people(info).includes(next.seat)) : null;
  }

  /** The places where something can be chosen. */
  private litPlaces(): string[] {
    const lit = this.lit.value;
    return [...lit.places, ...(this.state.value?.scene.pieces ?? []).filter((p) => lit.pieces.has(p.id)).map((p) => p.place)];
  }

  readonly cards = computed(() => cardsOf(this.book.value?.charts ?? []));

  /** The boxes off the map in which something lies, or which are asked for. */
  readonly boxes = computed(() => boxesOf(this.board.value, this.scene.value?.pieces ?? [], this.lit.value));
  readonly drawer = signal(false);
  /** All of them can be read where they lie. */
  readonly boxesSeen = signal(false);
  lookAtBoxes(): void {
    this.boxesSeen.value = !!this.map && this.boxes.peek().every((b) => this.map!.isReadable(b.place.id));
  }

  /** The decision for which the player has shut the drawer: it does not open again by itself. */
  private shut = "";
  private get decisionKey(): string { return `${this.state.value?.by} ${this.state.value?.decision?.step}`; }

  pullDrawer(): void {
    this.drawer.value = !this.drawer.value;
    this.shut = this.drawer.value ? "" : this.decisionKey;
  }

  /** What is asked for comes into view: on the map by the camera, else in the drawer, which would hide some of the map. */
  private lookAround(): void {
    const lit = this.litPlaces().filter((id) => this.onMap.value.has(id));
    this.map?.revealIfHidden(lit);
    const asked = this.boxes.value.filter((b) => b.asked);
    this.drawer.value = !lit.length && this.shut !== this.decisionKey && asked.length > 0 && !!this.map && !asked.some((b) => this.map!.isReadable(b.place.id));
  }

  /** The first view is for the first question: what stood on the map before it, such as a set-up half made, tells little. */
  private looked = false;
  private lookFirst(next: TableState): void {
    if (!this.looked) this.map?.lookFirst(this.firstPlaces());
    this.looked ||= !!next.decision;
  }

  /** Where to look first: where something can be chosen on the map, else where most of the troops on it stand; nowhere
   * in particular while all that can be chosen waits beside the map. */
  private firstPlaces(): string[] {
    const board = this.board.value, maps = new Set((board?.surfaces ?? []).filter((x) => x.kind === "map").map((x) => x.id));
    const anchors = new Map((board?.places ?? []).filter((p) => maps.has(p.surface)).map((p) => [p.id, p.anchor]));
    const lit = this.litPlaces().filter((id) => anchors.has(id));
    if (!lit.length && (this.litPlaces().length || !this.state.value?.steps)) return []; // nobody has come anywhere yet
    return lit.length ? lit : inTheThick((this.state.value?.scene.pieces ?? []).map((p) => p.place).filter((id) => anchors.has(id)), (id) => anchors.get(id)!);
  }

  /** Sounds, shows and speaks what has just happened. */
  private tell(fresh: LogEntry[], next: TableState): void {
    if (!this.replay.value) sound(fresh.some((e) => e.dice?.length) ? "dice" : next.decision && !this.wasMine ? "turn" : "move");
    this.wasMine = !!next.decision;
    const rolled = this.replay.value ? [] : lastRolls(fresh);
    if (rolled.length && diceShown.value) {
      this.dice.value = rolled;
      clearTimeout(this.diceTimer);
      this.diceTimer = window.setTimeout(() => (this.dice.value = []), 2200 + 1400 * rolled.length);
    }
    const asked = next.decision ? ` ${next.decision.prompt}` : "";
    say(fresh.slice(-6).map((e) => e.text).join(" ") + asked);
  }

  private people(info: TableInfo): string[] {
    return Object.keys(info.who).filter((s) => !info.who[s]!.startsWith("bot:"));
  }

  /** One screen lies before several people, who have secrets from one another. */
  readonly shared = computed(() => {
    const info = this.info.value;
    return !!info && this.people(info).length > 1 && !info.practice;
  });

  /** The people who are asked now, and not at this page. */
  readonly others = computed(() => {
    const info = this.info.value, st = this.state.value;
    return !info || !st || st.result || st.decision ? [] : st.owing.filter((s) => this.people(info).includes(s));
  });

  /** Alone at a practice table one takes the other chair at once. */
  private checkChair(): void {
    const to = this.others.value[0];
    if (to && this.info.value?.practice) this.sit(to, true);
  }

  /** Somebody takes the screen for himself, or gives it back to all: only now the server is asked for that view. */
  sit(seat: string, alone = false): void {
    if (this.chair.value === "open") this.seenBy = this.state.value?.steps ?? null;
    this.chair.value = seat;
    if (!alone) { // who plays both sides goes on looking at the dice that he has rolled
      hush();
      this.dice.value = [];
    }
    this.hover.value = null;
    this.replay.value = null;
    this.log.value = [];
    this.notes.value = {};
    this.state.value = null;
    this.forget();
    this.socket.restart();
  }

  // -------------------------------------------------------------------------------- putting an action together

  private forget(): void {
    this.asked++;
    this.prefix.value = "";
    this.trail.value = [];
    this.lacking.value = [];
    this.company.value = [];
    this.target.value = "";
    this.instead.value = [];
    this.tapped.value = "";
    this.longer.value = false;
    this.reach.value = null;
    this.choices.value = this.state.value?.choices ?? [];
    this.picking.value = null;
    this.ending.value = null;
    // What the pointer rested on may be gone, and then nothing tells that it has left; a lesson points by itself.
    if (this.info.value?.kind !== "lesson") this.point();
    this.refused.value = null;
    this.looks.forget();
  }

  readonly lit = computed<Choosable>(() => choosable(this.replay.value ? [] : nearest(this.choices.value, this.longer.value).filter((c) => c.kind !== "piece" || this.prefix.value || !this.units.staying.value.has(c.value ?? "")), this.state.value?.scene.pieces ?? [], this.enemies.value, heldAgainst(this.state.value)));

  /** What happened since this seat last acted, as it lies on the map. */
  readonly lastTrails = computed<Trails>(() => {
    const st = this.state.value;
    const first = st ? st.steps - st.since : 0;
    return trailsOf(st?.since ? this.log.value.filter((e) => (e.step ?? 0) > first) : [], st?.scene.pieces ?? [], this.board.value);
  });

  /** The ways that the map shows: those of the step that is looked at, else those of the last turn. */
  readonly trails = computed<Trails | null>(() => {
    const r = this.replay.value;
    if (r) return trailsOf(r.step.log, r.step.scene.pieces, this.board.value);
    return trailsShown.value && !this.prefix.value ? this.lastTrails.value : null;
  });

  /** The pieces of other sides that the seat sees. */
  readonly enemies = computed<ReadonlySet<string>>(() => enemiesOf(this.state.value, this.board.value));

  readonly chosen = computed<Lit>(() => {
    const pieces = new Set<string>(), places = new Set<string>();
    for (const c of this.trail.value) {
      if (c.kind === "piece") pieces.add(c.value!);
      else if (c.kind === "place") places.add(c.value!);
    }
    for (const id of this.company.value) pieces.add(id);
    return { pieces, places };
  });

  /** The action so far can be played as it stands. */
  readonly playable = computed(() => this.prefixComplete.value && this.prefix.value !== "");
  readonly prefixComplete = signal(false);

  async choose(choice: Choice, longer = false): Promise<void> {
    this.picking.value = null;
    const aimed = choice.complete && this.target.value !== "" && choice.value === this.target.value;
    if (aimed && !longer) { await playTogether(this, choice.action); return; }
    if (choice.complete && (!choice.more || (choice.more === "keyword" && !longer && !this.longer.value))) {
      if (await showsFirst(this, choice).catch(() => false)) return;
      if (this.company.value.length && this.trail.value.length) { await playTogether(this, choice.action); return; }
      try {
        if (await asksFirst(this, choice)) return;
      } catch (e) { this.complain(e); return; }
      await this.play(choice.action);
      return;
    }
    await this.begin([...this.trail.value, choice]);
  }

  /** The same action for those who go along, where all of them make one battle. */
  alongside(action: string): string[] {
    const lead = this.trail.value[0]?.value;
    return lead && this.company.value.length && this.state.value?.decision?.draft ? inStep(action, lead, this.company.value) : [];
  }

  /** What a finger has tapped once is done. */
  async confirm(): Promise<void> {
    const choice = [...this.choices.value, ...(this.picking.value?.choices ?? [])].find((c) => c.action === this.tapped.value);
    if (choice) await this.choose(choice);
  }

  /** Asks what may follow the last choice of the trail. */
  private async begin(trail: Choice[]): Promise<void> {
    const { action: prefix, complete } = trail[trail.length - 1]!;
    const ask = ++this.asked;
    try {
      const got = await this.socket.ask("choices", { prefix });
      if (ask !== this.asked) return;
      batch(() => {
        this.longer.value = false;
        this.prefix.value = prefix;
        this.trail.value = trail;
        this.slotPrompt.value = got.prompt ?? "";
        this.lacking.value = this.notYetTold(got.duties ?? []);
        this.prefixComplete.value = complete;
        this.choices.value = got.choices;
        this.refused.value = null;
        this.reach.value = null;
      });
      if (got.choices.some((c) => c.kind === "place" && c.complete)) void this.askReach(prefix, ask);
      this.looks.show(complete ? prefix : "");
      this.lookAround();
      const only = got.choices[0];
      if (!got.choices.length && complete) await this.play(prefix);
      else if (only) say(`${got.choices.length} to choose from.`);
    } catch (e) {
      this.complain(e);
    }
  }

  private async askReach(prefix: string, ask: number): Promise<void> {
    const got = await this.socket.ask("reach", { prefix }).catch(() => null);
    if (!got || ask !== this.asked) return;
    this.reach.value = goalsOf(got.goals);
  }

  /** Of the duties of an action those that the decision does not name anyway. */
  private notYetTold(duties: readonly Reason[]): Reason[] {
    const told = new Set((this.state.value?.decision?.duties ?? []).map((r) => r.text));
    return duties.filter((r) => !told.has(r.text));
  }

  /** One word back, or the whole action away. */
  back(): void {
    if (this.picking.value) { this.picking.value = null; return; }
    if (this.refused.value) this.refused.value = null;
    this.map?.closeFan();
    const before = this.trail.value.slice(0, -1);
    if (before.length) { void this.begin(before); return; }
    this.forget();
    if (this.state.value?.decision) this.lookAround();
  }

  async play(action: string): Promise<void> {
    if (this.busy.value) return;
    if (this.company.value.length && this.trail.value.length && action === this.prefix.value) { await playTogether(this, action); return; }
    const rev = this.rev;
    this.busy.value = true;
    note(this, action);
    try {
      await this.socket.ask("play", { action, rev });
      countAction(this.info.value?.game ?? "");
      this.refused.value = null;
    } catch (e) {
      this.complain(e);
    } finally {
      this.busy.value = false;
    }
  }

  /** Plays an action, or the first way to make a whole one of its beginning. */
  async playCompleted(action: string): Promise<void> {
    try {
      for (let i = 0; i < 6; i++) {
        const done = await this.socket.ask("play", { action, rev: this.rev }).then(() => true, (e: unknown) => {
          if (e instanceof Refused && e.refusal.kind === "bad") return false;
          throw e;
        });
        if (done) return;
        const { choices } = await this.socket.ask("choices", { prefix: action });
        const next = choices.find((c) => c.complete) ?? choices[0];
        if (!next) return;
        action = next.action;
      }
    } catch (e) {
      this.complain(e);
    }
  }

  async drop(index: number): Promise<void> {
    try { await this.socket.ask("drop", { index, rev: this.rev }); } catch (e) { this.complain(e); }
  }

  async undo(): Promise<void> { await this.simple("undo"); }
  async redo(): Promise<void> { await this.simple("redo"); }

  private async simple(op: "undo" | "redo"): Promise<void> {
    if (this.prefix.value && op === "undo") { this.back(); return; }
    try {
      const times = op === "undo" && this.group?.rev === this.rev ? Math.max(1, this.group.times) : 1;
      await (times > 1 ? this.socket.ask("undo", { rev: this.rev, times }) : this.socket.ask(op, { rev: this.rev }));
      say(op === "undo" ? "Taken back." : "Played again.");
    } catch (e) {
      this.complain(e);
    }
  }

  complain(e: unknown): void {
    if (!(e instanceof Refused)) { toast(String(e), "bad"); return; }
    const { refusal } = e;
    if (refusal.kind === "lost") return;
    if (refusal.kind === "fault") { this.fault.value = refusal.text; return; }
    const reasons = refusal.reasons ?? [];
    this.refused.value = { text: refusal.text, reasons };
    say(reasons.length ? reasons.map((r) => r.text).join(" ") : refusal.text);
    if (refusal.kind === "stale") toast(refusal.text, "bad");
  }

  // -------------------------------------------------------------------------------------------- the map

  /** What stands on the map: the present, or the moment that is looked at. */
  readonly scene = computed<Scene | null>(() => this.replay.value?.step.scene ?? this.state.value?.scene ?? null);
  private readonly glides = new WeakMap<Scene, Glide[]>();

  /** The units of these lines go to their places in the scene along their ways. */
  glide(scene: Scene, log: readonly LogEntry[]): void {
    if (motion.value) this.glides.set(scene, log.filter((e) => e.piece && e.path).map((e) => ({ piece: e.piece!, path: e.path! })));
  }

  /** What glides when this scene is first shown; afterwards it stands. */
  takeGlides(scene: Scene): Glide[] {
    const found = this.glides.get(scene) ?? [];
    this.glides.delete(scene);
    return found;
  }

  /** What a refusal is about. */
  readonly bad = computed<Lit>(() => named(this.refused.value?.reasons ?? []));
  /** What is pointed at, else what the action so far lacks. */
  readonly pointed = computed<Lit>(() => {
    const { pieces, places } = this.focus.value;
    return pieces.size || places.size ? this.focus.value : named(this.replay.value ? [] : [...this.lacking.value, ...this.advised.value.map((p): Reason => ({ rule: "", text: p.text, pieces: p.pieces, places: p.places }))]);
  });

  /** The position that is shown. */
  get about(): string { return `${this.state.value?.seat} ${this.rev}`; }

  /** The parts of the advice that is about this very position. */
  readonly advised = computed<Part[]>(() => {
    const a = this.advice.value;
    return a && a.about === this.about && !this.replay.value && !this.prefix.value ? (a.hint.parts ?? []) : [];
  });

  point(pieces: string[] = [], places: string[] = []): void {
    this.focus.value = { pieces: new Set(pieces), places: new Set(places) };
  }

  reveal(pieces: string[] = [], places: string[] = [], near = false): void {
    const at = (this.scene.value?.pieces ?? []).filter((p) => pieces.includes(p.id)).map((p) => p.place);
    const all = [...places, ...at], seen = this.mapped(all), boxed = this.boxes.value.filter((b) => all.includes(b.place.id));
    if (window.matchMedia("(max-width: 760px)").matches) this.drawer.value = false; // it would hide most of the map
    if (seen.length || !boxed.length) this.map?.[near ? "approach" : "reveal"](seen.length ? seen : all);
    else if (boxed.some((b) => !this.map?.isReadable(b.place.id))) this.drawer.value = true;
    this.point(pieces, places);
  }

  private readonly onMap = computed(() => {
    const maps = new Set((this.board.value?.surfaces ?? []).filter((x) => x.kind === "map").map((x) => x.id));
    return new Set((this.board.value?.places ?? []).filter((p) => maps.has(p.surface)).map((p) => p.id));
  });

  /** Of these places those on the map: the camera does not leave it for the boxes, which are in the drawer. */
  mapped(ids: readonly string[]): string[] { return ids.filter((id) => this.onMap.value.has(id)); }

  /** From the unit of each part of the draft, if it is on the map, to the places that it names; and the plan's. */
  readonly arrows = computed<string[][]>(() => {
    if (this.replay.value) return [];
    const at = new Map((this.state.value?.scene.pieces ?? []).filter((p) => this.onMap.value.has(p.place)).map((p) => [p.id, p.place]));
    const out: string[][] = [];
    for (const part of [...(this.state.value?.parts ?? []), ...this.advised.value])
      for (const piece of part.pieces) for (const place of part.places) if (at.get(piece) && at.get(piece) !== place) out.push([at.get(piece)!, place]);
    return [...new Map([...out, ...this.planner.arrows(at)].map((a) => [a.join(), a])).values()];
  });

  /** This map shows the table from now on; answers how to put it away. */
  attach(map: MapView): () => void {
    this.map = map;
    const stop = bind(this, map);
    if (this.state.value) {
      map.lookFirst(this.firstPlaces());
      this.looked ||= !!this.state.value.decision;
      if (this.state.value.decision) this.lookAround();
    }
    return () => { stop(); this.map = null; };
  }

  // --------------------------------------------------------------------------------------- asking for help

  async showOverlay(id: string, about = ""): Promise<void> {
    const kind = this.book.value?.overlays.find((o) => o.id === id);
    if (!id) { this.overlay.value = null; this.overlayAsk.value = ""; return; }
    if (kind?.about && kind.about !== "side" && !about) {
      this.overlayAsk.value = id;
      toast(`${kind.title}: click a ${kind.about === "piece" ? "unit" : "place"} on the map.`);
      return;
    }
    try {
      this.overlay.value = await this.socket.ask("overlay", { name: id, about });
      this.overlayAbout.value = about;
      this.overlayAsk.value = "";
      if (this.overlay.value.text) say(this.overlay.value.text);
    } catch (e) {
      this.overlayAsk.value = "";
      toast(e instanceof Error ? e.message : String(e), "bad");
    }
  }

  async answerOverlay(hit: Hit): Promise<void> {
    const kind = this.book.value?.overlays.find((o) => o.id === this.overlayAsk.value);
    const about = kind?.about === "piece" ? hit.piece?.id : hit.place?.id;
    if (kind && about) await this.showOverlay(kind.id, about);
  }

  ruleCase(id: string): RuleCase | undefined {
    return this.book.value?.rules.find((r) => r.id === id);
  }

  openRule(id: string): void {
    this.rule.value = id;
    this.tab.value = "rules";
    this.sheet.value = true;
  }

  /** Asks what a bot would do; its units and places are marked on the map while the table stands so. */
  async hint(): Promise<Hint | null> {
    const { about } = this, prompt = this.state.value?.decision?.prompt ?? "";
    this.weighing.value = prompt;
    try {
      const hint = await this.socket.ask("hint", {});
      this.advice.value = { hint, about };
      return hint;
    } catch (e) {
      toast(e instanceof Error ? e.message : String(e), "bad");
      return null;
    } finally {
      if (this.weighing.value === prompt) this.weighing.value = "";
    }
  }

  /** The question about which a bot thinks that was asked for advice; one plays on meanwhile. */
  readonly weighing = signal("");

  ask<K extends Question["op"]>(op: K, fields: Asking<K>): Promise<Answers[K]> { return this.socket.ask(op, fields); }

  /** The mark of what is shown now. */
  private get rev(): string { return this.state.value?.rev ?? ""; }

  luck(): Promise<Luck> { return this.socket.ask("luck", {}); }

  async order(id: string, on: boolean): Promise<void> {
    try { await this.socket.ask("order", { order: id, on }); } catch (e) { this.complain(e); }
  }

  async lessonTo(at: number): Promise<void> {
    this.lessonAt.value = at;
    await this.socket.ask("lesson", { at }).catch(() => undefined);
  }
}
