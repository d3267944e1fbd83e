/** Two short tones that a visitor waits; of several tabs one rings. */
const KEY = "inbox.rung";
const APART_MS = 4000;
const TONES = [660, 880] as const;
const TONE_S = 0.16;
const VOLUME = 0.12;

/** Whether another tab has rung just now; if not, this one does. */
function isFirst(now: number): boolean {
  try {
    if (now - Number(localStorage.getItem(KEY) ?? 0) < APART_MS) return false;
    localStorage.setItem(KEY, String(now));
  } catch {
    // A browser that keeps nothing rings in every tab.
  }
  return true;
}

/** Ring; a browser in which nobody has pressed anything yet stays silent. */
export function ring(now = Date.now()): void {
  if (typeof AudioContext === "undefined" || !isFirst(now)) return;
  const context = new AudioContext();
  const volume = context.createGain();
  volume.gain.value = VOLUME;
  volume.connect(context.destination);
  TONES.forEach((frequency, n) => {
    const tone = context.createOscillator();
    tone.frequency.value = frequency;
    tone.connect(volume);
    tone.start(context.currentTime + n * TONE_S);
    tone.stop(context.currentTime + (n + 1) * TONE_S);
    if (n === TONES.length - 1) tone.onended = () => void context.close();
  });
}
