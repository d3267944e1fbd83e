/** The sound of test calls, by a stand-in for the browser's voices. */
import { afterEach, describe, expect, it, vi } from "vitest";
import { listens } from "../../../../ui/features/channels/voice/listening";
import { say, speaks } from "../../../../ui/features/channels/voice/speaking";

class Utterance {
  lang = "";
  onstart: (() => void) | null = null;
  onend: (() => void) | null = null;
  onerror: (() => void) | null = null;
  constructor(readonly text: string) {}
}

afterEach(() => vi.unstubAllGlobals());

describe("what the bot says", () => {
  it("is said in order, in its language; the first begins and the last ends it", () => {
    const spoken: Utterance[] = [];
    vi.stubGlobal("SpeechSynthesisUtterance", Utterance);
    vi.stubGlobal("window", {
      speechSynthesis: { cancel: () => undefined, speak: (utterance: Utterance) => spoken.push(utterance) },
    });
    const events: string[] = [];
    const texts = [
      { text: "Hello", locale: "en-IN" },
      { text: "नमस्ते", locale: "hi-IN" },
    ];
    say(
      texts,
      () => events.push("began"),
      () => events.push("ended"),
    );
    for (const utterance of spoken) {
      utterance.onstart?.();
      utterance.onend?.();
    }
    expect(spoken.map(({ text, lang }) => `${lang} ${text}`)).toEqual(["en-IN Hello", "hi-IN नमस्ते"]);
    expect(events).toEqual(["began", "ended"]);
    expect(speaks()).toBe(true);
  });

  it("is silent where the browser has no voice, and nothing listens by itself", () => {
    expect([speaks(), listens()]).toEqual([false, false]);
  });
});
