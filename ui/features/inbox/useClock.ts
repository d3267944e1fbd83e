import { useEffect, useState } from "react";
import { usePage } from "../../page";

/** How often what waits is looked at again. */
const EVERY_MS = 10_000;

/** The time now, in milliseconds: the document's own until a script goes on from it. */
export function useClock(): number {
  const { session } = usePage();
  const [now, setNow] = useState(() => Date.parse(session.now));
  useEffect(() => {
    const tick = () => setNow(Date.now());
    tick();
    const clock = setInterval(tick, EVERY_MS);
    return () => clearInterval(clock);
  }, []);
  return now;
}
