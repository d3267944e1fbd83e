// @vitest-environment happy-dom
/** The table one works in: values changed where they stand, rows walked and ticked by keys, states. */
import { act } from "react";
import { afterEach, describe, expect, it } from "vitest";
import { cards } from "../../../ssr/cards";
import { alive, click, gone, getElement, press, send, texts, type } from "../../alive";

const read = (path: string) => cards(path);
const ROW = (
  cards("/api/v1/datatables") as {
    items: { id: string; revision: number; full_name: string; city: string; post: string }[];
  }
).items[0]!;
const VIEWER = {
  user: {
    id: "2",
    fullName: "V",
    username: "v",
    email: "v@example.com",
    role: "subscriber",
    avatar: "",
    ability: [{ action: "read", subject: "Office" }],
  },
};
const none = (total: number) => (path: string) =>
  path.includes("/cities") ? read(path) : { items: [], total, page: 1, per: 10, next: null, previous: null };
const CITY = "details:has([name=city])";

afterEach(gone);

/** Open the form of the city. */
async function begin(): Promise<void> {
  await act(async () => {
    getElement<HTMLDetailsElement>(CITY).open = true;
    getElement(CITY).dispatchEvent(new Event("toggle"));
  });
}

describe("a value", () => {
  it("is saved where it is, on the revision that was shown, and its form closes", async () => {
    const page = await alive("/datatables", read);
    await begin();
    await type(`${CITY} [name=city]`, "Nashik");
    await send(`${CITY} form`);
    expect(page.sent).toEqual([
      {
        path: `/api/v1/datatables/${ROW.id}`,
        method: "PATCH",
        body: { city: "Nashik" },
        revision: String(ROW.revision),
      },
    ]);
    await page.settle({ data: { ...ROW, city: "Nashik" } });
    expect([getElement<HTMLDetailsElement>(CITY).open, document.activeElement?.tagName]).toEqual([false, "SUMMARY"]);
  });

  it.each([
    ["by its field", { status: 422, errors: { city: ["At most 80 signs."] } }, "At most 80 signs."],
    ["because somebody else has changed it", { status: 412 }, "latest version"],
    ["without a reason", { status: 500 }, "Not saved"],
  ])("that is refused %s stays as it was typed, with the reason beside it", async (_, error, why) => {
    const page = await alive("/datatables", read);
    await begin();
    await type(`${CITY} [name=city]`, "Nashik");
    await send(`${CITY} form`);
    await page.settle({ error });
    const input = getElement<HTMLInputElement>(`${CITY} [name=city]`);
    expect([getElement<HTMLDetailsElement>(CITY).open, input.value, input.getAttribute("aria-invalid")]).toEqual([
      true,
      "Nashik",
      "true",
    ]);
    expect(document.getElementById(input.getAttribute("aria-describedby")!)!.textContent).toContain(why);
  });

  it("is left as it was by Escape", async () => {
    const page = await alive("/datatables", read);
    await begin();
    await type(`${CITY} [name=city]`, "Nashik");
    getElement(`${CITY} [name=city]`).focus();
    await press("Escape");
    expect([getElement<HTMLDetailsElement>(CITY).open, page.sent]).toEqual([false, []]);
    await begin();
    expect(getElement<HTMLInputElement>(`${CITY} [name=city]`).value).toBe(ROW.city);
  });

  it("is only read by who may only read", async () => {
    await alive("/datatables", read, VIEWER);
    expect(document.querySelectorAll(".inline-edit")).toHaveLength(0);
    expect(texts("tbody tr").join()).toContain(ROW.city);
  });
});

describe("rows", () => {
  it("are ticked, counted, and sent as what the file is of", async () => {
    await alive("/datatables", read);
    await click("tbody input[type=checkbox]");
    expect(texts(".table-bulk, [role=toolbar], .bulk").join()).toContain("1 row selected");
    const chosen = getElement<HTMLInputElement>("tbody input[type=checkbox]");
    expect([chosen.checked, chosen.name, chosen.value]).toEqual([true, "ids", ROW.id]);
  });
});

describe("nothing", () => {
  it.each([
    ["found leads to everything", 0, "/datatables?q=zzz", "/datatables"],
    ["on a page beyond the last leads to the first", 1, "/datatables?page=9", "/datatables"],
  ])("%s", async (_, total, url, to) => {
    await alive(url, none(total));
    expect(getElement(".empty a").getAttribute("href")).toBe(to);
  });
});
