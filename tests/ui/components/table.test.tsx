// @vitest-environment happy-dom
/** A list one works in: what is ticked, what keys do, what the address remembers. */
import { describe, expect, it } from "vitest";
import { act } from "react";
import { chosen, toggled, type DataColumn } from "../../../ui/components/table/columns";
import { DataTable } from "../../../ui/components/table/DataTable";
import { TreeTable, type TreeRow } from "../../../ui/components/table/TreeTable";
import { again, click, mount, byName, press, went } from "./mount";

interface Row {
  id: string;
  name: string;
  n: number;
}

const rows: Row[] = [
  { id: "1", name: "Pune", n: 7 },
  { id: "2", name: "Jaipur", n: 3 },
  { id: "3", name: "Mysuru", n: 1 },
];
const columns: DataColumn<Row>[] = [
  {
    key: "name",
    name: "Outlet",
    head: "Outlet",
    rowHead: true,
    fixed: true,
    sort: { to: "?sort=-name", dir: "asc" },
    cell: (row) => <a href={`/o/${row.id}`}>{row.name}</a>,
  },
  { key: "n", name: "Sessions", head: "Sessions", numeric: true, cell: (row) => row.n, total: 11 },
  { key: "twice", name: "Twice", head: "Twice", numeric: true, cell: (row) => row.n * 2 },
];
const shared = { caption: "Outlets", columns, rows, rowKey: (row: Row) => row.id, rowName: (row: Row) => row.name };
const bulk = {
  page: "/list",
  actions: [
    { key: "pause", label: "Pause", call: "/api/v1/outlets/pause", done: "paused" },
    { key: "remove", label: "Remove", call: "/api/v1/outlets/remove", method: "DELETE" as const, danger: true },
  ],
};
const box = (name: string) => byName("input[type=checkbox]", name) as HTMLInputElement;

describe("columns", () => {
  it("that are fixed stay, and no choice is all of them", () => {
    expect(chosen(columns, []).map((dataColumn) => dataColumn.key)).toEqual(["name", "n", "twice"]);
    expect(chosen(columns, ["twice"]).map((dataColumn) => dataColumn.key)).toEqual(["name", "twice"]);
  });

  it("toggle one at a time; all of them, or none, is no choice", () => {
    expect(toggled(columns, [], "n")).toEqual(["twice"]);
    expect(toggled(columns, ["twice"], "n")).toEqual([]);
    expect(toggled(columns, ["twice"], "twice")).toEqual([]);
  });

  it("and density are links, the chosen ones marked", async () => {
    await mount(
      <DataTable
        {...shared}
        view={{
          columns: ["twice"],
          dense: true,
          to: ({ columns: keys, dense }) =>
            `?${keys ? `columns=${keys.join(",")}` : ""}${dense === undefined ? "" : `dense=${dense}`}`,
        }}
      />,
    );
    expect([...document.querySelectorAll("th[scope=col]")].map((head) => head.textContent)).toEqual([
      "Outlet",
      "Twice",
    ]);
    expect(document.querySelector("table")!.className).toContain("compact");
    const links = [...document.querySelectorAll(".table-tools a")].map((link) => [
      link.textContent,
      link.getAttribute("href"),
      link.getAttribute("aria-current"),
    ]);
    expect(links).toContainEqual(["Comfortable", "?dense=false", null]);
    expect(links).toContainEqual(["Compact", "?dense=true", "true"]);
    expect(links).toContainEqual(["Sessions", "?columns=", null]);
    expect(links).toContainEqual(["Twice", "?columns=", "true"]);
  });
});

describe("ticked rows", () => {
  it("are counted aloud, and all of the page are ticked and let go at once", async () => {
    await mount(<DataTable {...shared} bulk={bulk} />);
    const status = () => document.querySelector(".bulk [role=status]")!.textContent;
    await click(box("Select Pune"));
    expect(status()).toBe("1 row selected");
    expect(box("Select all rows on this page").indeterminate).toBe(true);
    await click(box("Select all rows on this page"));
    expect(status()).toBe("3 rows selected");
    expect(box("Select all rows on this page").checked).toBe(true);
    await click(box("Select all rows on this page"));
    expect(rows.some((row) => box(`Select ${row.name}`).checked)).toBe(false);
  });

  it("belong to one form whose buttons name their calls, with the token", async () => {
    await mount(<DataTable {...shared} bulk={bulk} />);
    const form = document.querySelector<HTMLFormElement>("form.bulk")!;
    expect(box("Select Jaipur").getAttribute("form")).toBe(form.id);
    expect([box("Select Jaipur").name, box("Select Jaipur").value]).toEqual(["ids[]", "2"]);
    expect(form.querySelector<HTMLInputElement>("[name=csrf]")!.value).toBe("token");
    expect(byName("button", "Pause").getAttribute("formaction")).toBe(
      "/submit?call=%2Fapi%2Fv1%2Foutlets%2Fpause&method=POST&page=%2Flist%3Fdone%3Dpaused",
    );
    expect(byName("button", "Remove").getAttribute("formaction")).toContain("method=DELETE");
    expect(form.getAttribute("aria-label")).toBe("Actions for selected rows");
  });

  it("go to a page by a form that keeps the rest of its address, and sends no token", async () => {
    await mount(
      <DataTable
        {...shared}
        bulk={{ to: "/list?s=table&dense=1", field: "compare", actions: [{ key: "c", label: "Compare" }] }}
      />,
    );
    const form = document.querySelector<HTMLFormElement>("form.bulk")!;
    expect([form.method.toLowerCase(), form.getAttribute("action")]).toEqual(["get", "/list"]);
    expect(
      [...form.querySelectorAll<HTMLInputElement>("input[type=hidden]")].map((input) => [input.name, input.value]),
    ).toEqual([
      ["s", "table"],
      ["dense", "1"],
    ]);
    expect(box("Select Pune").name).toBe("compare");
  });

  it("are none once other rows are listed", async () => {
    await mount(<DataTable {...shared} bulk={bulk} />);
    await click(box("Select Pune"));
    await again(<DataTable {...shared} rows={[{ id: "9", name: "Nashik", n: 2 }]} bulk={bulk} />);
    expect(document.querySelector(".bulk [role=status]")!.textContent).toBe("0 rows selected");
  });
});

describe("keys", () => {
  it("go from row to row, stop at the ends, and tick", async () => {
    await mount(<DataTable {...shared} bulk={bulk} keys />);
    await press("j");
    expect(document.activeElement!.textContent).toBe("Pune");
    await press("k");
    expect(document.activeElement!.textContent).toBe("Pune");
    await press("j");
    await press("x");
    expect([box("Select Pune").checked, box("Select Jaipur").checked]).toEqual([false, true]);
    await press("j");
    await press("j");
    expect(document.activeElement!.textContent).toBe("Mysuru");
  });

  it("go on from a ticked box, as no text is typed there", async () => {
    await mount(<DataTable {...shared} bulk={bulk} keys />);
    await act(async () => box("Select Pune").focus());
    await press("j");
    expect(document.activeElement!.textContent).toBe("Jaipur");
  });

  it("are left alone by a table a page is not about", async () => {
    await mount(<DataTable {...shared} bulk={bulk} />);
    await press("j");
    expect(document.activeElement).toBe(document.body);
  });
});

describe("a table", () => {
  it("names its sorting, its menus and its totals", async () => {
    await mount(<DataTable {...shared} menu={(row) => <a href={`/o/${row.id}/edit`}>{"Edit"}</a>} total="Total" />);
    expect(document.querySelector("[aria-sort=ascending] a")!.getAttribute("href")).toBe("?sort=-name");
    expect(
      [...document.querySelectorAll("tbody [aria-haspopup=menu]")].map((element) => element.getAttribute("aria-label")),
    ).toEqual(["Actions for Pune", "Actions for Jaipur", "Actions for Mysuru"]);
    const foot = [...document.querySelectorAll("tfoot tr > *")].map((cell) => cell.textContent);
    expect(foot).toEqual(["Total", "Sessions11", "", ""]);
  });

  it("says that it is busy and keeps its rows; without rows it says why", async () => {
    const body = await mount(<DataTable {...shared} busy />);
    expect(document.querySelector(".data-table")!.getAttribute("aria-busy")).toBe("true");
    expect(document.querySelector("[role=status]")!.textContent).toBe("Loading");
    expect(document.querySelectorAll("tbody tr")).toHaveLength(3);
    await again(<DataTable {...shared} rows={[]} instead={<p>{"No outlets yet"}</p>} />);
    expect(body.textContent).toContain("No outlets yet");
    expect(document.querySelector("table")).toBeNull();
  });
});

describe("a tree", () => {
  const tree: TreeRow<Row>[] = [
    {
      key: "a",
      level: 1,
      open: true,
      toggle: "?open=",
      name: "Maharashtra",
      row: { id: "a", name: "Maharashtra", n: 10 },
    },
    { key: "b", level: 2, open: null, toggle: "", name: "Pune", row: { id: "b", name: "Pune", n: 7 } },
    {
      key: "c",
      level: 1,
      open: false,
      toggle: "?open=a,c",
      name: "Karnataka",
      row: { id: "c", name: "Karnataka", n: 1 },
    },
  ];
  const table = () => mount(<TreeTable caption="Outlets" rows={tree} columns={columns} total="Total" />);
  const first = () => act(async () => document.querySelector<HTMLElement>("tbody tr")!.focus());
  const current = () => document.activeElement!.querySelector("th")!.textContent;

  it("says how deep a row is and whether it is open, and has one row to tab to", async () => {
    await table();
    expect(document.querySelector("table")!.getAttribute("role")).toBe("treegrid");
    expect(
      [...document.querySelectorAll("tbody tr")].map((row) => [
        row.getAttribute("aria-level"),
        row.getAttribute("aria-expanded"),
        row.getAttribute("tabindex"),
      ]),
    ).toEqual([
      ["1", "true", "0"],
      ["2", null, "-1"],
      ["1", "false", "-1"],
    ]);
    expect(byName("a", "Collapse Maharashtra").getAttribute("href")).toBe("?open=");
    expect(byName("a", "Expand Karnataka").getAttribute("href")).toBe("?open=a,c");
  });

  it("is walked by arrows: down, in, out, to the ends", async () => {
    await table();
    await first();
    await press("ArrowRight");
    expect(current()).toBe("Pune");
    await press("ArrowLeft");
    expect(current()).toBe("Maharashtra");
    await press("End");
    expect(current()).toBe("Karnataka");
    await press("ArrowUp");
    expect(current()).toBe("Pune");
    await press("Home");
    expect(current()).toBe("Maharashtra");
  });

  it("opens and closes by arrows, at the address the link has", async () => {
    await table();
    await first();
    await press("ArrowLeft");
    await press("End");
    await press("ArrowRight");
    expect(went).toEqual(["in place ?open=", "in place ?open=a,c"]);
  });
});
