/** What a lead's page says of a message that failed. */
import { expect, test } from "vitest";
import { DETAIL, leads } from "../../ssr/leads";
import { answer } from "../../ssr/examples";
import { opened } from "../rendered";

test.each([
  ["interrupted", "sending was interrupted, and whether it arrived is not known."],
  ["no_server", "No mail server is set up."],
  ["470", "the provider refused it (470)."],
])("%s has its words", async (failure, words) => {
  const touches = DETAIL.touches.map((touch) => ({ ...touch, ...(touch.delivery === "failed" && { failure }) }));
  const page = await opened(`/ew-leads/${DETAIL.id}`, (path) =>
    path.endsWith(`/leads/${DETAIL.id}`) ? { ...DETAIL, touches } : (leads(path) ?? answer(path)),
  );
  expect(page.texts(".ld-bad")).toContainEqual(expect.stringContaining(words));
});
