/** Other addresses that lead to a page. */
import { describe, expect, it } from "vitest";
import { find, readQuery } from "../../../../ui/page";
import { pages } from "../../../../ui/routes";

const loaded = await Promise.all(pages.map((row) => row.load()));
const also = loaded.flatMap((page) => Object.entries(page.also).map(([from, query]) => ({ page, from, query })));

describe("other addresses of pages", () => {
  it("are those of the to-do list's views and tags, among others", () => {
    expect(also.map(({ from }) => from)).toEqual(expect.arrayContaining(["/login", "/register", "/dashboard"]));
    expect(also.map(({ from }) => from)).toEqual(
      expect.arrayContaining(
        ["important", "completed", "deleted", "tag/team", "tag/low", "tag/medium", "tag/high", "tag/update"].map(
          (end) => `/apps/todo/${end}`,
        ),
      ),
    );
  });

  it.each(also.map(({ from, page, query }) => [from, page, query] as const))(
    "%s opens its page in a view there is, and is no page itself",
    (from, page, query) => {
      expect(find(pages, from)).toBeNull();
      const { problem, extra } = readQuery(page.query, new URLSearchParams(query));
      expect([problem, extra]).toEqual([null, []]);
    },
  );
});
