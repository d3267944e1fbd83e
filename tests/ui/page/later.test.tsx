// @vitest-environment happy-dom
/** Parts that come later: none is forgotten while it is under way, and what is open comes with its document. */
import { renderToString } from "react-dom/server";
import { afterEach, expect, it } from "vitest";
import { later, loadParts, loadShownParts } from "../../../ui/page";

/** A part whose script comes when it is let. */
function slow(text: string) {
  let come = () => undefined as void;
  const module = new Promise<{ Part: () => string }>((done) => (come = () => done({ Part: () => text })));
  return { Part: later(() => module, "Part"), come: () => come() };
}

const html = (markup: string) => void (document.body.innerHTML = markup);
afterEach(() => html(""));

it("waits for a part that someone else has begun to fetch", async () => {
  const { Part, come } = slow("here");
  const first = loadParts();
  let done = false;
  const second = loadParts().then(() => (done = true));
  await new Promise((passed) => setTimeout(passed));
  expect(done).toBe(false);
  come();
  await Promise.all([first, second]);
  expect(renderToString(<Part />)).toContain("here");
});

it.each(["<dialog open></dialog>", "<main><div data-whole></div></main>"])(
  "fetches parts with a document that shows %s",
  async (markup) => {
    const { Part, come } = slow("with it");
    html(markup);
    come();
    await loadShownParts();
    expect(renderToString(<Part />)).toContain("with it");
  },
);

it("leaves parts for later where nothing is open", () => {
  slow("later");
  html("<dialog></dialog>");
  expect(loadShownParts()).toBeUndefined();
});
