/** The browser's own recognition of speech; it begins only when it is asked for. */

interface Result {
  text: string;
  confidence: number;
}

interface Recognition {
  lang: string;
  start: () => void;
  stop: () => void;
  onspeechstart: (() => void) | null;
  onspeechend: (() => void) | null;
  onresult: ((event: { results: ArrayLike<ArrayLike<{ transcript: string; confidence: number }>> }) => void) | null;
  onend: (() => void) | null;
  onerror: (() => void) | null;
}

type Maker = new () => Recognition;

const maker = (): Maker | undefined => {
  if (typeof window === "undefined") return undefined;
  const host = window as unknown as { SpeechRecognition?: Maker; webkitSpeechRecognition?: Maker };
  return host.SpeechRecognition ?? host.webkitSpeechRecognition;
};

/** Whether the browser recognises speech. */
export const listens = () => maker() !== undefined;

interface Wanted {
  locale: string;
  began: () => void;
  paused: () => void;
  heard: (result: Result) => void;
  ended: () => void;
}

/** Listens once; returns what stops it. */
export function listen({ locale, began, paused, heard, ended }: Wanted): () => void {
  const Recognise = maker()!;
  const recognition = new Recognise();
  recognition.lang = locale;
  recognition.onspeechstart = began;
  recognition.onspeechend = paused;
  recognition.onresult = ({ results }) => {
    const first = results[0]?.[0];
    if (first) heard({ text: first.transcript, confidence: first.confidence });
  };
  recognition.onend = recognition.onerror = ended;
  recognition.start();
  return () => recognition.stop();
}
