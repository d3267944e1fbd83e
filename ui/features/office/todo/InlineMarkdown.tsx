/** Text with a few Markdown marks as elements: it never becomes markup of its own, so nothing in it can do harm. */
import type { ReactNode } from "react";

const MARK =
  /\*\*([^*\n]+)\*\*|\*(?!\s)([^*\n]+)(?<!\s)\*|`([^`\n]+)`|\[([^[\]\n]+)\]\(((?:https?:\/\/|mailto:)[^\s()]+)\)|(https?:\/\/[^\s<>()]+)/g;
const ITEM = /^\s*(?:[-*]|(\d{1,3})[.)])\s(.*)$/;

/** Bold, italics, code and links within a line. */
function inline(text: string): ReactNode[] {
  const out: ReactNode[] = [];
  let at = 0;
  for (const match of text.matchAll(MARK)) {
    const [whole, bold, italic, code, label, href, bare] = match;
    out.push(text.slice(at, match.index));
    const key = match.index;
    if (bold) out.push(<strong key={key}>{bold}</strong>);
    else if (italic) out.push(<em key={key}>{italic}</em>);
    else if (code) out.push(<code key={key}>{code}</code>);
    else
      out.push(
        <a key={key} href={href ?? bare} target="_blank" rel="noopener noreferrer nofollow">
          {label ?? bare}
        </a>,
      );
    at = match.index + whole.length;
  }
  return [...out, text.slice(at)];
}

interface Block {
  kind: "ul" | "ol" | "p";
  lines: string[];
}

/** Lines as blocks: lists where they begin with a mark, else paragraphs between empty lines. */
export function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  let open = false;
  for (const line of text.split("\n")) {
    const item = ITEM.exec(line);
    const kind = item ? (item[1] ? "ol" : "ul") : "p";
    const last = blocks.at(-1);
    if (!line.trim()) open = false;
    else if (open && last?.kind === kind) last.lines.push(item?.[2]?.trimStart() ?? line);
    else {
      blocks.push({ kind, lines: [item?.[2]?.trimStart() ?? line] });
      open = true;
    }
  }
  return blocks;
}

/** A description as it reads. */
export function InlineMarkdown({ text }: { text: string }) {
  return (
    <div className="marked rows breaks" dir="auto">
      {blocksOf(text).map(({ kind: Kind, lines }, i) => (
        <Kind key={i}>
          {lines.map((line, n) =>
            Kind === "p" ? (
              <span key={n} className="block">
                {inline(line)}
              </span>
            ) : (
              <li key={n}>{inline(line)}</li>
            ),
          )}
        </Kind>
      ))}
    </div>
  );
}
