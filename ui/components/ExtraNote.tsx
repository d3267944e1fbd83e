/** What a part that is not installed would add, for those who can install it. */
import { useCan } from "./Can";

export function ExtraNote({ text, install }: { text: string; install: string }) {
  const can = useCan();
  if (!can("manage", "all")) return null;
  return (
    <p className="small quiet">
      {text} <code dir="ltr">{install}</code>
    </p>
  );
}
