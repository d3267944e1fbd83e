// @vitest-environment happy-dom
/** Plots: their axes and paths, and how they are read without seeing them. */
import { act } from "react";
import { describe, expect, it } from "vitest";
import { BarList } from "../../../ui/components/charts/BarList";
import { ColumnChart } from "../../../ui/components/charts/ColumnChart";
import { Funnel } from "../../../ui/components/charts/Funnel";
import { Gauge } from "../../../ui/components/charts/Gauge";
import { Doubts, Legend } from "../../../ui/components/charts/Legend";
import { areaPath, LineChart, linePath } from "../../../ui/components/charts/LineChart";
import { axis } from "../../../ui/components/charts/scale";
import { stacked, total, twinOf, type Bucket, type Series } from "../../../ui/components/charts/series";
import { StackedColumns } from "../../../ui/components/charts/StackedColumns";
import { HeatMap } from "../../../ui/components/charts/HeatMap";
import { mount, press, went } from "./mount";

const buckets: Bucket[] = [
  { key: "a", label: "1 July", tick: "1 Jul" },
  { key: "b", label: "2 July", provisional: true },
  { key: "c", label: "3 July", tick: "3 Jul", partial: true },
];
const series: Series[] = [
  { key: "s", name: "Service", tone: 1, values: [4, null, 6], previous: [3, 5, 2] },
  { key: "p", name: "PSF", tone: 3, values: [1, 2, 3] },
];
const number = (value: number | null) => (value === null ? "—" : String(value));
const same = (value: number) => value;

describe("an axis", () => {
  it("always holds zero and has at most four lines besides it", () => {
    for (const values of [[3, 7], [42, 18, -26, -61], [-5, -1], [790], [0.2, -900], [null, 12]]) {
      const lines = axis(values);
      const known = values.filter((value) => value !== null);
      expect(lines, String(values)).toContain(0);
      expect(lines.filter((line) => line !== 0).length, String(values)).toBeLessThanOrEqual(4);
      expect(lines[0], String(values)).toBeLessThanOrEqual(Math.min(...known));
      expect(lines.at(-1), String(values)).toBeGreaterThanOrEqual(Math.max(...known));
    }
    expect(axis([42, 18, -26, -61])).toEqual([-100, -50, 0, 50]);
    expect(Object.is(axis([-5])[axis([-5]).length - 1], 0)).toBe(true);
  });
});

describe("a line", () => {
  it("lifts the pen where there is no value, and dots a value alone", () => {
    expect(linePath([1, 2, null, 4, 5], same)).toBe("M5 1L15 2M35 4L45 5");
    expect(linePath([1, null, 3], same)).toBe("M5 1h0M25 3h0");
    expect(linePath([null, null], same)).toBe("");
  });

  it("is drawn in two pieces that meet: what is sure, and what may still change", () => {
    const unsure = (index: number) => index >= 2;
    expect(linePath([1, 2, 3, 4], same, (index) => !unsure(index))).toBe("M5 1L15 2");
    expect(linePath([1, 2, 3, 4], same, unsure)).toBe("M15 2L25 3L35 4");
  });

  it("has an area that closes at zero, or at the line below", () => {
    expect(areaPath([1, 2, null, 4], same)).toBe("M5 1L15 2L15 0L5 0zM35 4L35 0z");
    expect(areaPath([3, 4], same, [1, 2])).toBe("M5 3L15 4L15 2L5 1z");
  });
});

it("sums know what is not known", () => {
  expect([total([1, null, 2]), total([null]), total([])]).toEqual([3, null, null]);
  expect(stacked(series)).toEqual([
    [4, 0, 6],
    [5, 2, 9],
  ]);
});

it("the table twin has every number of the picture, and a dash for none", () => {
  const twin = twinOf(buckets, series, number, {
    summary: "As a table",
    caption: "Sessions",
    when: "Day",
    previous: "before",
  });
  expect(twin.head).toEqual(["Day", "Service", "Service (before)", "PSF"]);
  expect(twin.rows.map((row) => row.cells)).toEqual([
    ["1 July", "4", "3", "1"],
    ["2 July", "—", "5", "2"],
    ["3 July", "6", "2", "3"],
  ]);
});

describe.each([
  ["a line chart", LineChart],
  ["a column chart", ColumnChart],
  ["a chart of stacked columns", StackedColumns],
] as const)("%s", (_, Chart) => {
  const chart = () => mount(<Chart label="Sessions by day" summary="10 sessions" {...{ buckets, series, number }} />);

  it("is one slider named as the chart, that says the whole until a bucket is chosen", async () => {
    await chart();
    const slider = document.querySelector("input[type=range]")!;
    expect([
      slider.getAttribute("aria-label"),
      slider.getAttribute("aria-valuetext"),
      slider.getAttribute("dir"),
    ]).toEqual(["Sessions by day", "10 sessions", "ltr"]);
    expect(document.querySelector(".plot-read")!.textContent).toBe("10 sessions");
  });

  it("is read by arrow keys, a bucket at a time, and let go on leaving", async () => {
    await chart();
    const slider = document.querySelector<HTMLInputElement>("input[type=range]")!;
    await act(async () => slider.focus());
    expect(slider.getAttribute("aria-valuetext")).toBe("3 July: Service 6, PSF 3");
    await act(async () => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!.set!.call(slider, "1");
      slider.dispatchEvent(new Event("input", { bubbles: true }));
    });
    expect(slider.getAttribute("aria-valuetext")).toBe("2 July: Service —, PSF 2");
    expect(document.querySelector(".plot-read")!.textContent).toBe("2 July: Service —, PSF 2");
    await act(async () => slider.blur());
    expect(document.querySelector(".plot-read")!.textContent).toBe("10 sessions");
  });

  it("is let go by Escape, stays where it was left, and is taken up again at its end", async () => {
    await chart();
    const slider = document.querySelector<HTMLInputElement>("input[type=range]")!;
    await act(async () => slider.focus());
    await press("Escape");
    expect([slider.getAttribute("aria-valuetext"), document.querySelector(".at"), document.activeElement]).toEqual([
      "10 sessions",
      null,
      slider,
    ]);
    await press("ArrowRight");
    expect(slider.getAttribute("aria-valuetext")).toBe("3 July: Service 6, PSF 3");
    expect(document.querySelector(".at line")!.getAttribute("x1")).toBe("83.33%");
  });

  it("opens what is behind the bucket with Enter, and by a link without script", async () => {
    await mount(
      <Chart
        label="Sessions by day"
        summary="10 sessions"
        {...{ series, number }}
        buckets={buckets.map((bucket) => ({ ...bucket, to: `/of/${bucket.key}` }))}
      />,
    );
    expect([...document.querySelectorAll(".ht a")].map((link) => link.getAttribute("href"))).toEqual([
      "/of/a",
      "/of/b",
      "/of/c",
    ]);
    await press("Enter");
    await act(async () => document.querySelector<HTMLElement>("input[type=range]")!.focus());
    await press("Enter");
    expect(went).toEqual(["/of/c"]);
  });

  it("follows the pointer, and goes back to what the keys chose", async () => {
    await chart();
    const over = document.querySelector<SVGElement>(".ca")!;
    over.getBoundingClientRect = () => ({ left: 100, top: 0, width: 300, height: 244 }) as DOMRect;
    const slider = document.querySelector<HTMLInputElement>("input[type=range]")!;
    await act(async () => slider.focus());
    await act(
      async () =>
        void over.dispatchEvent(new PointerEvent("pointermove", { bubbles: true, clientX: 120, clientY: 30 })),
    );
    expect(document.querySelector(".plot-read")!.textContent).toBe("1 July: Service 4, PSF 1");
    expect(slider.getAttribute("aria-valuetext")).toBe("3 July: Service 6, PSF 3");
    await act(
      async () =>
        void over.dispatchEvent(new PointerEvent("pointerout", { bubbles: true, relatedTarget: document.body })),
    );
    expect(document.querySelector(".plot-read")!.textContent).toBe("3 July: Service 6, PSF 3");
  });

  it("hides its drawing from screen readers and gives each bucket a title without script", async () => {
    await chart();
    for (const picture of document.querySelectorAll(".cc svg"))
      expect(picture.closest("[aria-hidden=true]")).not.toBeNull();
    expect([...document.querySelectorAll(".ht title")].map((title) => title.textContent)).toEqual([
      "1 July: Service 4, PSF 1",
      "2 July: Service —, PSF 2",
      "3 July: Service 6, PSF 3",
    ]);
  });
});

describe("a map", () => {
  const chart = () =>
    mount(
      <HeatMap
        label="Map"
        summary="peak Mon"
        read={(row, column) => `cell ${row * 3 + column}`}
        cells={[
          [1, 2, 3],
          [4, 5, 6],
        ]}
        max={6}
        rows={["Mon", "Tue"]}
        columns={["0", "1", "2"]}
        peak={null}
      />,
    );
  const valueText = () => document.querySelector("input[type=range]")!.getAttribute("aria-valuetext");

  it("is read row by row with up and down, and not beyond its edges", async () => {
    await chart();
    expect(valueText()).toBe("peak Mon");
    await act(async () => document.querySelector<HTMLElement>("input[type=range]")!.focus());
    expect(valueText()).toBe("cell 5");
    await press("ArrowUp");
    expect([valueText(), document.querySelector(".plot-read")!.textContent]).toEqual(["cell 2", "cell 2"]);
    expect([
      document.querySelector(".at rect")!.getAttribute("x"),
      document.querySelector(".at rect")!.getAttribute("y"),
    ]).toEqual(["66.67%", "0"]);
    await press("ArrowUp");
    expect(valueText()).toBe("cell 2");
    await press("ArrowDown");
    expect(valueText()).toBe("cell 5");
  });
});

describe("doubt", () => {
  it("is drawn: what is not over is hatched, what may change has a dashed cap, what was before a stroke", async () => {
    await mount(<ColumnChart label="l" summary="s" {...{ buckets, series, number }} />);
    const hatched = [...document.querySelectorAll("rect[fill^=url]")];
    expect(hatched).toHaveLength(2);
    const fill = hatched[0]!.getAttribute("fill")!.slice(5, -1);
    expect(document.getElementById(fill)!.tagName.toLowerCase()).toBe("pattern");
    expect(document.querySelector(".cq")!.getAttribute("d")!.match(/M/g)).toHaveLength(1);
    expect(document.querySelector(".pv")!.getAttribute("d")!.match(/M/g)).toHaveLength(3);
  });

  it("is named in the legend, with totals beside names", async () => {
    const body = await mount(
      <>
        <Legend
          items={[
            { key: "s", name: "Service", tone: 1, total: "11,184" },
            { key: "b", name: "Previous" },
          ]}
        />
        <Doubts partial provisional restated />
      </>,
    );
    expect([...body.querySelectorAll("li")].map((item) => item.textContent)).toEqual([
      "Service 11,184",
      "Previous ",
      "In progress",
      "Provisional",
      "▲ Revised after it was final",
    ]);
  });
});

describe("lists of bars", () => {
  it("are tables whose numbers stand beside the bars", async () => {
    await mount(
      <BarList
        caption="Why"
        heads={{ label: "Reason", values: ["Messages"] }}
        number={number}
        rows={[
          { key: "a", label: "Limit", values: [50] },
          { key: "b", label: "Changed", values: [null] },
        ]}
        limit={{ value: 100, text: "limit 100" }}
      />,
    );
    expect([...document.querySelectorAll("tbody tr")].map((row) => row.textContent)).toEqual(["Limit50", "Changed—"]);
    expect(document.querySelector("rect")!.getAttribute("width")).toBe("50%");
    expect(document.querySelector(".legend")!.textContent).toBe("limit 100");
  });

  it("of a funnel say the share of the stage before and of the first, and mark a great loss", async () => {
    await mount(
      <Funnel
        caption="Funnel"
        unit="Contacts"
        stages={[
          { key: "a", label: "Asked", value: 200 },
          { key: "b", label: "Came", value: 100, to: "/came" },
          { key: "c", label: "Paid", value: 20, partial: true },
        ]}
      />,
    );
    expect(
      [...document.querySelectorAll("tbody tr")].map((row) => [...row.children].map((cell) => cell.textContent)),
    ).toEqual([
      ["1", "Asked", "", "200", "—", "100.0%"],
      ["2", "Came", "", "100", "50.0%", "50.0%"],
      ["3", "Paid", "", "20", "20.0%", "10.0%"],
    ]);
    expect([...document.querySelectorAll("td .bad")].map((element) => element.textContent)).toEqual(["20.0%"]);
    expect(document.querySelector("th a")!.getAttribute("href")).toBe("/came");
    expect(document.querySelectorAll(".funnel [fill^=url]")).toHaveLength(1);
  });

  it("of nothing have no share", async () => {
    await mount(
      <Funnel
        caption="Funnel"
        unit="Contacts"
        stages={[
          { key: "a", label: "Asked", value: 0 },
          { key: "b", label: "Came", value: 0 },
        ]}
      />,
    );
    expect(
      [...document.querySelectorAll("tbody tr")].map((row) =>
        [...row.children].slice(3).map((cell) => cell.textContent),
      ),
    ).toEqual([
      ["0", "—", "—"],
      ["0", "—", "—"],
    ]);
  });
});

describe("a gauge", () => {
  it("says its value and its limit, and draws no value as none", async () => {
    await mount(
      <Gauge
        label="CSAT"
        value={84}
        max={100}
        text="84%"
        ends={["0%", "100%"]}
        limit={{ value: 80, text: "goal 80%" }}
      />,
    );
    expect(document.querySelector("[role=img]")!.getAttribute("aria-label")).toBe("CSAT: 84%, goal 80%");
    expect(document.querySelector(".s1")!.getAttribute("stroke-dasharray")).toBe("84 100");
    await mount(<Gauge label="CSAT" value={null} max={100} text="—" ends={["0%", "100%"]} />);
    expect(document.querySelector(".s1")).toBeNull();
  });
});
