/** A picture of the board as it stands on the page: to keep, or to paste somewhere. */
import type { Session } from "./session";
import { toast } from "./store";

function picture(s: Session): HTMLCanvasElement | null {
  const layers = [...(s.map?.top.parentElement?.querySelectorAll("canvas") ?? [])];
  if (!layers.length) return null;
  const out = document.createElement("canvas");
  out.width = layers[0]!.width;
  out.height = layers[0]!.height;
  const c = out.getContext("2d")!;
  for (const layer of layers) c.drawImage(layer, 0, 0);
  return out;
}

const blobOf = (canvas: HTMLCanvasElement): Promise<Blob | null> => new Promise((done) => canvas.toBlob(done, "image/png"));

export async function savePicture(s: Session): Promise<void> {
  const canvas = picture(s), blob = canvas && await blobOf(canvas);
  if (!blob) return;
  const a = document.createElement("a");
  a.href = URL.createObjectURL(blob);
  a.download = `${s.info.value?.game ?? "board"}-${s.id}.png`;
  a.click();
  window.setTimeout(() => URL.revokeObjectURL(a.href), 10_000);
}

/** Into the clipboard; where the browser has none for pictures, a file. */
export async function copyPicture(s: Session): Promise<void> {
  const canvas = picture(s), blob = canvas && await blobOf(canvas);
  try {
    if (!blob) return;
    await navigator.clipboard.write([new ClipboardItem({ "image/png": blob })]);
    toast("The picture of the board is in the clipboard.", "good");
  } catch {
    await savePicture(s);
    toast("This browser copies no pictures: it is saved as a file.");
  }
}
