/** A text laid over another word by word: struck through what only the one has, underlined what only the other has. */
import type { Shape } from "../../api";

/** The pieces in their order. */
export function TextParts({ parts }: { parts: readonly Shape<"TextPart">[] }) {
  return parts.map((part, at) =>
    part.op === "added" ? (
      <ins key={at}>{part.text}</ins>
    ) : part.op === "removed" ? (
      <del key={at}>{part.text}</del>
    ) : (
      <span key={at}>{part.text}</span>
    ),
  );
}
