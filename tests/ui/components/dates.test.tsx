// @vitest-environment happy-dom
/** Days, the calendar's keys, and ranges as a form sends them. */
import { act, useState } from "react";
import { describe, expect, it } from "vitest";
import { Calendar } from "../../../ui/components/dates/Calendar";
import { DateRange } from "../../../ui/components/dates/DateRange";
import {
  addDays,
  addMonths,
  dayByKey,
  daysIn,
  monthOf,
  todayIn,
  weekday,
  weeksOf,
  weekStart,
  type Day,
} from "../../../ui/components/dates/days";
import { presetsOf } from "../../../ui/components/dates/presets";
import { all, click, mounted, press, the, announcements, written } from "./mounted";

describe("days", () => {
  it("go over months and leap years", () => {
    expect([addDays("2026-02-28", 1), addDays("2028-02-28", 1), addDays("2026-01-01", -1)]).toEqual([
      "2026-03-01",
      "2028-02-29",
      "2025-12-31",
    ]);
    expect([addMonths("2026-01-31", 1), addMonths("2028-02-29", 12), addMonths("2026-01-15", -1)]).toEqual([
      "2026-02-28",
      "2029-02-28",
      "2025-12-15",
    ]);
  });

  it("are counted with both ends", () => {
    expect([
      daysIn("2026-06-18", "2026-07-15"),
      daysIn("2026-06-18", "2026-06-18"),
      daysIn("2026-06-19", "2026-06-18"),
    ]).toEqual([28, 1, 0]);
  });

  it("begin where the reader's clock says so", () => {
    const late = "2026-07-15T20:00:00Z";
    expect([todayIn("Asia/Kolkata", late), todayIn("UTC", late)]).toEqual(["2026-07-16", "2026-07-15"]);
  });

  it("stand under their weekday, whichever a week begins with", () => {
    expect(weekday("2026-06-18")).toBe(4);
    const monday = weeksOf("2026-06-18", 1);
    expect([monday[0]![0], monday.at(-1)!.slice(0, 3)]).toEqual(["2026-06-01", ["2026-06-29", "2026-06-30", null]]);
    expect(weeksOf("2026-06-18", 7)[0]).toEqual([
      null,
      "2026-06-01",
      "2026-06-02",
      "2026-06-03",
      "2026-06-04",
      "2026-06-05",
      "2026-06-06",
    ]);
  });

  it("begin their week as the reader's language does", () => {
    expect([1, 6, 7]).toContain(weekStart("ar"));
    expect(weekStart("en")).toBe(7);
  });

  it.each([
    ["ArrowLeft", {}, "2026-06-17"],
    ["ArrowRight", {}, "2026-06-19"],
    ["ArrowLeft", { rtl: true }, "2026-06-19"],
    ["ArrowUp", {}, "2026-06-11"],
    ["ArrowDown", {}, "2026-06-25"],
    ["Home", {}, "2026-06-15"],
    ["End", {}, "2026-06-21"],
    ["Home", { first: 7 }, "2026-06-14"],
    ["PageUp", {}, "2026-05-18"],
    ["PageDown", { shift: true }, "2027-06-18"],
    ["a", {}, null],
  ])("follow %s with %j to %s", (key, how, day) =>
    expect(dayByKey("2026-06-18", key, { shift: false, rtl: false, first: 1, ...how })).toBe(day),
  );

  it("make the ranges reports know", () => {
    const ranges = Object.fromEntries(
      presetsOf("2026-07-16", String).map(({ id, from, to }) => [id, `${from}..${to}`]),
    );
    expect(ranges).toEqual({
      today: "2026-07-16..2026-07-16",
      last_7_days: "2026-07-09..2026-07-15",
      last_28_days: "2026-06-18..2026-07-15",
      this_month: "2026-07-01..2026-07-16",
      last_month: "2026-06-01..2026-06-30",
      this_year: "2026-01-01..2026-07-16",
    });
  });
});

/** A calendar that remembers. */
function Months({ onChoose = () => undefined }: { onChoose?: (day: Day) => void }) {
  const [month, setMonth] = useState("2026-06-01");
  const [cursor, setCursor] = useState("2026-07-15");
  return (
    <Calendar
      month={month}
      cursor={cursor}
      today="2026-07-16"
      from="2026-06-18"
      to="2026-07-15"
      max="2026-07-16"
      onCursor={setCursor}
      onMonth={setMonth}
      onChoose={onChoose}
    />
  );
}
const day = (name: string) => the<HTMLButtonElement>("button", name);

describe("a calendar", () => {
  it("shows two months as named grids with their weekdays in full", () => {
    mounted(<Months />);
    expect(
      all("grid").map((grid) => document.getElementById(grid.getAttribute("aria-labelledby")!)!.textContent),
    ).toEqual(["June 2026", "July 2026"]);
    expect(document.querySelector("th")!.getAttribute("abbr")).toBe("Sunday");
  });

  it("has one way in by Tab, tells the range, today, and what cannot be chosen", () => {
    mounted(<Months />);
    expect(
      all("button")
        .filter((button) => button.dataset.day && button.tabIndex === 0)
        .map((button) => button.dataset.day),
    ).toEqual(["2026-07-15"]);
    expect(all("gridcell").filter((cell) => cell.getAttribute("aria-selected") === "true")).toHaveLength(28);
    expect(day("Thursday, 16 July 2026").getAttribute("aria-current")).toBe("date");
    expect(day("Friday, 17 July 2026").disabled).toBe(true);
  });

  it("moves the focus by keys and brings the month in sight", () => {
    mounted(<Months />);
    act(() => day("Wednesday, 15 July 2026").focus());
    press("ArrowUp");
    expect((document.activeElement as HTMLElement).dataset.day).toBe("2026-07-08");
    ["PageUp", "PageUp"].forEach((key) => press(key));
    expect((document.activeElement as HTMLElement).dataset.day).toBe("2026-05-08");
    expect(document.querySelector("caption")!.textContent).toBe("May 2026");
  });

  it("can be entered by Tab after its buttons brought other months", () => {
    mounted(<Months />);
    click(the("button", "Previous month"));
    click(the("button", "Previous month"));
    expect(
      all("button")
        .filter((button) => button.dataset.day && button.tabIndex === 0)
        .map((button) => button.dataset.day),
    ).toEqual([monthOf("2026-04-01")]);
  });
});

const range = (
  <DateRange
    label="Range"
    name="r"
    from="2026-06-18"
    to="2026-07-15"
    preset="last_28_days"
    presets={[
      { id: "last_28_days", label: "Last 28 days", from: "2026-06-18", to: "2026-07-15" },
      { id: "today", label: "Today", from: "2026-07-16", to: "2026-07-16" },
    ]}
    today="2026-07-16"
    zone="Asia/Kolkata"
    action="/reports"
    hidden={<input type="hidden" name="grp" value="sales" />}
  />
);
const form = () => document.querySelector<HTMLFormElement>(".range-days")!;
const query = () =>
  new URLSearchParams([...new FormData(form())].map(([key, value]) => [key, String(value)])).toString();

describe("a range of days", () => {
  it("is reported by its button and in whole sentences", () => {
    mounted(range);
    expect(the("button", "Range Last 28 days 18 Jun – 15 Jul 2026")).toBeTruthy();
    expect(announcements()).toEqual([
      "June 2026 and July 2026",
      "18 Jun – 15 Jul 2026, 28 complete days, Asia/Kolkata",
    ]);
  });

  it("goes by its preset's name, or by two days once they are chosen, in either order", () => {
    mounted(range);
    expect(query()).toBe("grp=sales&r=last_28_days");
    click(day("Friday, 10 July 2026"));
    expect(announcements()).toEqual(["June 2026 and July 2026", "From 10 Jul 2026. Choose the last day."]);
    expect(the<HTMLButtonElement>("button", "Show").disabled).toBe(true);
    click(day("Thursday, 2 July 2026"));
    expect(query()).toBe("grp=sales&r=2026-07-02&r=2026-07-10");
    expect(announcements()[1]).toContain("9 complete days");
    click(the("button", "Today"));
    expect(query()).toBe("grp=sales&r=today");
    expect(announcements()[1]).toContain("0 complete days");
  });

  it("is two date inputs, and presets that are buttons of their own form, without script", () => {
    written(range);
    expect(query()).toBe("grp=sales&r=2026-06-18&r=2026-07-15");
    expect(document.querySelector<HTMLButtonElement>(".range-presets button[value=today]")!.type).toBe("submit");
    expect(all("grid")).toHaveLength(0);
  });
});
