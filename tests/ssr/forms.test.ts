// @vitest-environment happy-dom
/** Browsers say what is wrong in bubbles of their own, in their own language and for a moment: our forms want none. */
import { describe, expect, it } from "vitest";
import { pages } from "../../ui/routes";
import { rounds, SESSION } from "./examples";
import { opened, visit } from "./visits";

/**
 * What makes a browser look at a value before it sends it. A field without a name goes nowhere: only the browser can
 * look at the word that confirms something.
 */
const JUDGED = ["required", "pattern", "min", "max", "minlength", "type=email", "type=url", "type=number"];
const FIELDS = JUDGED.map((one) => `[name][${one}]:not([type=hidden])`).join();
const visits = [...pages.map((page) => visit(page)), ...opened.map((url) => [url, SESSION] as const)];

describe("the forms of a page", () => {
  it.each(visits)("%s: leave it to us to say what is wrong", async (url, session) => {
    const result = await rounds({ url, session });
    if (!("page" in result)) throw new Error(JSON.stringify(result));
    document.body.innerHTML = result.page.html;
    const judging = [...document.querySelectorAll("form:not([novalidate])")].filter((form) =>
      form.querySelector(FIELDS),
    );
    expect(judging.map((form) => form.outerHTML)).toEqual([]);
  });
});
