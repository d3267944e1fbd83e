import { useLayoutEffect, useRef, useState } from "react";

/**
 * The field that the server's document has in place of a scripted one: what was typed or chosen there is taken over
 * once, before the field goes with the first commit.
 */
export function useEarlyField<Field extends HTMLElement>(take: (field: Field) => void) {
  const field = useRef<Field>(null);
  const [isFocused, setIsFocused] = useState(false);
  useLayoutEffect(() => {
    if (!field.current) return;
    take(field.current);
    setIsFocused(field.current === document.activeElement);
  }, []); // eslint-disable-line react-hooks/exhaustive-deps -- once
  return { field, isFocused };
}
