import { useEffect, useState, type RefObject } from "react";
import { useScripted } from "../../../hooks/useScripted";
import { takeEarlyInput, watchEarlyInput } from "./earlyInput";

/** Carry over what was typed into the forms of the server's document, and chosen, before the editor was there. */
export function useEarlyInput(box: RefObject<HTMLElement | null>): void {
  const scripted = useScripted();
  const [isSent] = useState(() => {
    if (scripted || typeof document === "undefined") return false;
    watchEarlyInput();
    return true;
  });
  useEffect(() => {
    if (isSent && box.current) void takeEarlyInput(box.current);
  }, [isSent, box]);
}
