import { createElement, type ReactNode } from "react";

const TAGS = new Set(["p", "h2", "h3", "ul", "ol", "li", "blockquote", "pre", "code", "strong", "em", "a"]);
const PIECE = /<(\/?)([a-z0-9]{1,10})((?:[^a-z0-9<>][^<>]*)?)>|([^<]+)/g;
const SIGNS: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#x27;": "'",
  "&amp;": "&",
};
const plain = (text: string) => text.replace(/&(?:lt|gt|quot|#x27|amp);/g, (sign) => SIGNS[sign] ?? sign);

/** The few tags our server writes from Markdown, as elements: our policy lets nobody write markup into a page. */
function elements(html: string): ReactNode[] {
  const root: ReactNode[] = [];
  const open: { tag: string; attributes: string; inside: ReactNode[] }[] = [];
  for (const [, end, tag = "", attributes = "", text] of html.matchAll(PIECE)) {
    const inside = open.at(-1)?.inside ?? root;
    if (text !== undefined) inside.push(plain(text));
    else if (tag === "br") inside.push(<br key={inside.length} />);
    else if (!end && TAGS.has(tag)) open.push({ tag, attributes, inside: [] });
    else if (end && open.at(-1)?.tag === tag) {
      const done = open.pop()!;
      const href = done.tag === "a" ? /href="([^"]*)"/.exec(done.attributes)?.[1] : undefined;
      const around = open.at(-1)?.inside ?? root;
      around.push(
        createElement(
          done.tag,
          { key: around.length, ...(href !== undefined && { href: plain(href), rel: "noopener nofollow" }) },
          ...done.inside,
        ),
      );
    }
  }
  return root;
}

/** A text as our own server has written it from Markdown. */
export function Prose({ html }: { html: string }) {
  return (
    <div className="prose" dir="auto">
      {elements(html)}
    </div>
  );
}
