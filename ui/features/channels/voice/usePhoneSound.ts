/** The sound of a test call: says what the bot says, listens when asked to, and knows when who has spoken. */
import { useEffect, useRef, useState } from "react";
import type { PhoneCall } from "./api";
import { listen } from "./listening";
import type { Heard } from "./phoneApi";
import { hush, say, speaks } from "./speaking";

type Times = Pick<Heard, "from_ms" | "to_ms" | "bot_from_ms" | "bot_to_ms" | "interrupts">;

export function usePhoneSound(call: PhoneCall, send: (heard: Omit<Heard, "token">) => void) {
  const [isOn, setOn] = useState(true);
  const [isListening, setListening] = useState(false);
  const times = useRef<Times>({});
  const speaking = useRef(false);
  const newest = call.turns.at(-1);
  const number = newest?.number ?? 0;
  /** The moment here at which the call began: the server's clock is another one. */
  const began = useRef(0);
  const now = () => Math.max(0, Math.round(performance.now() - began.current));
  useEffect(() => {
    began.current = performance.now() - (newest?.at_ms ?? 0) - (newest?.ms.answer ?? 0);
    times.current = {};
    if (!isOn || !speaks() || !newest?.says.length) return undefined;
    say(
      newest.says,
      () => {
        speaking.current = true;
        times.current.bot_from_ms = now();
      },
      () => {
        if (times.current.bot_from_ms !== undefined) times.current.bot_to_ms ??= now();
        speaking.current = false;
      },
    );
    return hush;
    // Each turn is said once, also where the sound is switched on later.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [number]);
  const stop = () => {
    if (!speaking.current) return;
    times.current.bot_to_ms = now();
    times.current.interrupts = true;
    speaking.current = false;
    hush();
  };
  return {
    isOn,
    isListening,
    stop,
    toggle: () => {
      if (isOn) hush();
      setOn(!isOn);
    },
    /** The times of what comes next. */
    times: (): Times => {
      const { bot_from_ms, bot_to_ms, ...heard } = times.current;
      const marks = bot_from_ms !== undefined ? { bot_from_ms, bot_to_ms: bot_to_ms ?? now() } : {};
      return heard.to_ms !== undefined ? { ...heard, ...marks } : marks;
    },
    listen: () => {
      if (isListening) return;
      setListening(true);
      listen({
        locale: call.locale,
        began: () => {
          stop();
          times.current.from_ms = now();
        },
        paused: () => {
          times.current.to_ms = now();
        },
        heard: ({ text, confidence }) => {
          times.current.to_ms ??= now();
          send({ speech: text.slice(0, 500), confidence: Math.min(Math.max(confidence, 0), 1) });
        },
        ended: () => setListening(false),
      });
    },
  };
}
