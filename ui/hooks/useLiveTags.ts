import { useDispatch } from "react-redux";
import { useLiveChanges } from "./useLiveChanges";

/** While the page is open, ask again for what others – or another tab – have changed of some kinds. */
export function useLiveTags(kinds: readonly string[], invalidate: () => { type: string }): void {
  const dispatch = useDispatch();
  useLiveChanges({
    tell: (changes) => {
      if (!changes || changes.some(({ kind }) => kinds.includes(kind))) dispatch(invalidate());
    },
  });
}
