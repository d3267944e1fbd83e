/** A text with what was looked for marked. */
export function Highlight({ parts }: { parts: readonly { text: string; hit: boolean }[] }) {
  return <bdi>{parts.map((part, index) => (part.hit ? <mark key={index}>{part.text}</mark> : part.text))}</bdi>;
}
