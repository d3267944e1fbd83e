/** The address a form sends its call to. */
import { expect, it } from "vitest";
import { submitPath } from "../../../ui/components/ActionForm";

const page = (of: string, done?: string) =>
  new URLSearchParams(submitPath({ call: "/api/v1/x", page: of, ...(done && { done }) }).split("?")[1]).get("page");

it("notes what was done in the query of the page, before its fragment", () => {
  expect(page("/list")).toBe("/list");
  expect(page("/list", "saved")).toBe("/list?done=saved");
  expect(page("/list?q=a", "saved")).toBe("/list?q=a&done=saved");
  expect(page("/list#b12", "saved")).toBe("/list?done=saved#b12");
  expect(page("/list?q=a#b12", "saved")).toBe("/list?q=a&done=saved#b12");
});
