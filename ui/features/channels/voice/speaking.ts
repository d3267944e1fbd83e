/** Saying texts by the browser's own voices; nothing leaves the browser. */

/** Whether the browser speaks. */
export const speaks = () => typeof window !== "undefined" && "speechSynthesis" in window;

interface Said {
  text: string;
  locale: string;
}

/** Says texts one after the other; `began` and `ended` are called once each. */
export function say(texts: readonly Said[], began: () => void, ended: () => void): void {
  const voice = window.speechSynthesis;
  voice.cancel();
  if (texts.length === 0) return ended();
  texts.forEach(({ text, locale }, at) => {
    const spoken = new SpeechSynthesisUtterance(text);
    spoken.lang = locale;
    if (at === 0) spoken.onstart = began;
    if (at === texts.length - 1) spoken.onend = spoken.onerror = ended;
    voice.speak(spoken);
  });
}

/** Is quiet at once. */
export const hush = () => window.speechSynthesis.cancel();
