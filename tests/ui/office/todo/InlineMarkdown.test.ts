/** The few marks of a description: what they become, what they never become, and how the buttons set them. */
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { marked } from "../../../../ui/features/office/todo/DescriptionField";
import { InlineMarkdown } from "../../../../ui/features/office/todo/InlineMarkdown";

const html = (text: string) =>
  renderToStaticMarkup(createElement(InlineMarkdown, { text })).replace(/^<div[^>]*>|<\/div>$/g, "");

describe("a description", () => {
  it.each([
    ["**a** *b* `c`", '<p><span class="block"><strong>a</strong> <em>b</em> <code>c</code></span></p>'],
    ["- a\n- b\n\n1. c", "<ul><li>a</li><li>b</li></ul><ol><li>c</li></ol>"],
    ["a\nb\n\nc", '<p><span class="block">a</span><span class="block">b</span></p><p><span class="block">c</span></p>'],
    ["2 * 3 * 4_x", '<p><span class="block">2 * 3 * 4_x</span></p>'],
  ])("%j reads so", (text, expected) => {
    expect(html(text)).toBe(expected);
  });

  it("leads to the web and to mail only", () => {
    expect(html("[a](https://x.example/b)")).toContain(
      '<a href="https://x.example/b" target="_blank" rel="noopener noreferrer nofollow">a</a>',
    );
    expect(html("see https://x.example.")).toContain('href="https://x.example');
    for (const text of ["[a](javascript:alert(1))", "[a](data:text/html,x)", "[a](//x.example)"])
      expect(html(text)).not.toContain("href");
  });

  it("is never markup", () => {
    expect(html("<img src=x onerror=alert(1)>")).not.toContain("<img");
  });
});

describe("a button", () => {
  it("sets its mark around what is chosen", () => {
    expect(marked("one two", 4, 7, { id: "bold", around: "**" })).toEqual({ text: "one **two**", from: 6, to: 9 });
  });

  it("makes items of the lines that are chosen", () => {
    expect(marked("x\none\ntwo", 2, 9, { id: "list", around: "- " }).text).toBe("x\n- one\n- two");
  });

  it("puts the cursor where an address belongs", () => {
    const { text, from, to } = marked("see this", 4, 8, { id: "link", around: "](https://)" });
    expect(text).toBe("see [this](https://)");
    expect(text.slice(from, to)).toBe("https://");
  });
});
