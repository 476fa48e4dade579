/** Fingers cannot hover: the first tap on a choice shows what it would do, the second does it. */
import { signal } from "@preact/signals";
import type { Choice } from "./protocol";
import type { Session } from "./session";
import { say } from "./store";

/** The page was last touched by a finger; before that, whether it has nothing better. */
export const isFinger = signal(window.matchMedia("(hover: none)").matches);
window.addEventListener("pointerdown", (e) => { isFinger.value = e.pointerType === "touch"; }, true);
window.addEventListener("keydown", () => { isFinger.value = false; }, true);

/** Shows a choice that a finger has tapped for the first time; says whether that was all. What has nothing to show, or
 * asks by itself, is done at once. */
export async function showsFirst(s: Session, choice: Choice): Promise<boolean> {
  if (!isFinger.value || choice.ends || s.tapped.value === choice.action) return false;
  const look = await s.ask("look", { action: choice.action });
  if (!look.preview && !look.odds) return false;
  s.tapped.value = choice.action;
  s.looks.show(choice.action);
  say("Tap again to do it.");
  return true;
}
