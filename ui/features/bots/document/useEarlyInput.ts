import { useEffect, useState, type RefObject } from "react";
import { takeEarlyInput, watchEarlyInput } from "../../../components/forms/earlyInput";
import { useScripted } from "../../../hooks/useScripted";

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
