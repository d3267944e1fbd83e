/** Imports as their pages show them: a client to choose, values to decide, and what is said once something is saved. */
import { describe, expect, it } from "vitest";
import type { MasterImport } from "../../../../ui/features/masters/imports/types";
import { IMPORT, masters } from "../../../ssr/masters";
import { opened, SESSION } from "../../rendered";

const listing = (items: readonly unknown[]) => ({ items, total: items.length, page: 1, per: 100, next: null });
const client = (id: string, name: string, state = "active") => ({ id, name, state });
const entry = (code: string) => ({ code, labels: { en: code }, active: true });
const read = { action: "read", subject: "all" };
const importing = { user: { ...SESSION.user!, ability: [read, { action: "create", subject: "Master" }] } };

/** Answers with some clients, an import that differs in parts, and the lists it refers to. */
const answers =
  (clients: readonly unknown[], changes: Partial<MasterImport> = {}) =>
  (path: string): unknown => {
    if (path.startsWith("/api/v1/clients")) return listing(clients);
    if (path.startsWith("/api/v1/outlets")) return listing([{ id: "1", code: "NSK", name: "Nashik" }]);
    if (path.startsWith("/api/v1/reference/")) return listing([entry("arka"), entry("vela")]);
    return /\/imports\/\d+$/.test(path) ? { ...IMPORT, ...changes } : masters(path);
  };

const optionsOf = (select: { querySelectorAll: (of: string) => Iterable<{ textContent: string | null }> }) =>
  [...select.querySelectorAll("option")].map(({ textContent }) => textContent);

describe("the upload", () => {
  const page = async (clients: readonly unknown[]) =>
    (await opened("/admin/masters/imports", answers(clients))).document.querySelector("select[name=client]");

  it("has the client chosen where there is one that takes new things", async () => {
    const select = (await page([client("7", "Meridian"), client("8", "Past", "closed")]))!;
    expect(optionsOf(select)).toEqual(["Meridian"]);
  });

  it("asks for the client where there are several", async () => {
    const select = (await page([client("7", "Meridian"), client("8", "Northern")]))!;
    expect(optionsOf(select)).toEqual(["Choose", "Meridian", "Northern"]);
    expect(select.querySelector("option[selected]")?.getAttribute("value") ?? "").toBe("");
  });
});

describe("an import", () => {
  const address = "/admin/masters/imports/1";
  const page = async (changes: Partial<MasterImport> = {}, options = {}) =>
    (await opened(address, answers([], changes), options)).document;

  it("asks once for a value that all rows lack, and for each text that is in no list", async () => {
    const document = await page();
    const selects = [...document.querySelectorAll("select[name^='values.']")];
    expect(selects.map(optionsOf)).toEqual([
      ["Choose", "Nashik"],
      ["Leave these rows out", "Add “Nova <b>” to the list", "arka", "vela"],
      // To a list of variants is added with a model only.
      ["Leave these rows out", "arka-1.5-zx", "arka", "vela"],
    ]);
    expect(document.querySelector("#values")?.textContent).toContain("500 rows");
  });

  it("says beside a column how its days are read, with only new rows, too", async () => {
    const columns = [{ column: "Sold", first: "04/05/2026", field: "sale_date" }];
    const marks = [{ field: "sale_date", mark: "month_first" as const }];
    const changes = { new: 1, changed: 0, unchanged: 0, by_field: [], undecided: [], items: [], marks };
    const document = await page({ columns, changes, fields_known: ["vin", "sale_date"] });
    const order = document.querySelector("select[name='columns.0.order']")!;
    expect([order.getAttribute("aria-label"), optionsOf(order)]).toEqual([
      "Order of day and month in Sold",
      ["Day before month", "Month before day"],
    ]);
    expect(order.querySelector("option[selected]")?.getAttribute("value")).toBe("month_first");
    const both = { ...changes, marks: [{ field: "sale_date", mark: "both_orders" as const }] };
    const contradicting = await page({ columns, changes: both, fields_known: ["vin", "sale_date"] });
    expect(optionsOf(contradicting.querySelector("select[name='columns.0.order']")!)).toEqual([
      "Days both before and after the month",
      "Day before month",
      "Month before day",
    ]);
  });

  it("names what no column holds", async () => {
    const document = await page({ state: "columns", changes: null, lacking: ["vin", "outlet"] });
    expect(document.querySelector(".notice.warn")?.textContent?.trim()).toBe("No column holds: VIN and Outlet");
  });

  it("offers adding only to who may add", async () => {
    const document = await page({}, { session: importing });
    expect(document.querySelectorAll("select[name='values.1.value'] option[value='+']")).toHaveLength(0);
  });

  it("says that nothing is saved before it begins, and not afterwards", async () => {
    expect((await page()).body.textContent).toContain("nothing is saved yet");
    const counts = { new: 3, changed: 0, unchanged: 1 };
    const over = await page({ state: "done", new: 3, counts, undecided: [], chosen: [] });
    expect(over.body.textContent).not.toContain("nothing is saved yet");
    // The page counts what was done, and nothing of what the check had found.
    expect([...over.querySelectorAll(".ms-numbers dt + dd")].slice(0, 3).map((dd) => dd.textContent)).toEqual([
      "3",
      "0",
      "1",
    ]);
    expect(over.body.textContent).not.toContain("196");
  });
});
