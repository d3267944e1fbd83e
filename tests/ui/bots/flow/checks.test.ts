/** The checks of a flow: each names its node, and languages in the words of the reader. */
import { expect, it } from "vitest";
import { answer } from "../../../ssr/examples";
import { flow } from "../../../ssr/flow";
import { opened } from "../../rendered";

const ISSUE = {
  level: "error",
  code: "missing_text",
  node: "hello",
  path: "nodes/hello/text",
  message: "“hello” has no text in hi, mr.",
};

it.each([
  ["en", "No text in Hindi and Marathi."],
  ["hi", "हिन्दी और मराठी में पाठ नहीं है।"],
  ["ar", "لا نص بهذه اللغات: الهندية والماراثية."],
] as const)("of missing texts in %s", async (locale, text) => {
  const read = (path: string) => {
    const fixture = flow(path) ?? answer(path);
    return path.endsWith("/working-copy") ? { ...(fixture as object), errors: [ISSUE], warnings: [] } : fixture;
  };
  const page = await opened("/admin/bots/7/flow", read, { session: { locale, dir: locale === "ar" ? "rtl" : "ltr" } });
  expect(page.texts(".fl-issue b")).toEqual(["Hello"]);
  expect(page.texts(".fl-issue .block")).toEqual([text]);
});
