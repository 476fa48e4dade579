/** The outlook of a game that is over, by turn, as it was learned from play: a curve, and when it changed most. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { at, heights, turningPoints } from "../outlook";
import type { OutlookAt, Summary } from "../protocol";
import type { Session } from "../session";
import { goTo } from "../time";
import { titled } from "./decision";

const shown = (worth: number, isChance: boolean): string => (isChance ? `${Math.round(100 * worth)} in 100` : `${Math.round(worth)} points`);
const changed = (p: OutlookAt, isChance: boolean): string => `${p.change > 0 ? "+" : "−"}${Math.abs(isChance ? Math.round(100 * p.change) : Number(p.change.toFixed(1)))}`;

export function Outlook({ s, story }: { s: Session; story: Summary }): JSX.Element | null {
  const points = story.outlook ?? [], whose = story.outlookOf ?? "";
  if (points.length < 2) return null;
  const isChance = whose !== "", wide = 100 / (points.length - 1);
  const tall = heights(points, isChance).map((h) => 38 - 36 * h);
  const now = s.replay.value?.step.n;
  const last = points[points.length - 1]!;
  return (
    <section data-testid="outlook">
      <h3>{isChance ? `Chance to win: ${titled(whose)}` : "The score to come"}</h3>
      <div class="outlook-frame">
      {isChance && <div class="scale" aria-hidden="true"><span>100 %</span><span>50 %</span><span>0 %</span></div>}
      <svg class="outlook" viewBox="0 0 100 40" preserveAspectRatio="none" role="img" aria-label={`${points[0]!.title}: ${shown(points[0]!.worth, isChance)}; ${last.title}: ${shown(last.worth, isChance)}.`}>
        {isChance && <line class="even" x1="0" x2="100" y1="20" y2="20" />}
        <polyline points={points.map((_, i) => `${i * wide},${tall[i]}`).join(" ")} />
        {now !== undefined && <line class="now" x1={wide * at(points, now)} x2={wide * at(points, now)} y1="0" y2="40" />}
      </svg>
      </div>
      <p class="quiet ends" aria-hidden="true"><span>{points[0]!.title}</span><span>{last.title}</span></p>
      <p class="quiet">Where it changed most, as judged by what was learned from play:</p>
      <ul>{turningPoints(points).map((p) => <li key={p.step}><button type="button" class="link" onClick={() => void goTo(s, p.step)}>{p.title}</button>: {shown(p.worth, isChance)} ({changed(p, isChance)})</li>)}</ul>
    </section>
  );
}

/** The same beside the replay of a game that is over. */
export function ReplayOutlook({ s }: { s: Session }): JSX.Element | null {
  const [story, setStory] = useState<Summary | null>(null);
  const over = !!s.state.value?.result;
  useEffect(() => { if (over) void s.ask("summary", {}).then(setStory).catch(() => undefined); }, [over]);
  return story && <Outlook s={s} story={story} />;
}
