// @vitest-environment happy-dom
/** When an event takes place: 24-hour fields, and an end that is not before its start. */
import { describe, expect, it } from "vitest";
import { addMessages } from "../../../../ui/lib/messages";
import calendar from "../../../../ui/i18n/en/calendar.json";
import { endsBefore } from "../../../../ui/features/office/calendar/draft";
import { clockTime, MomentField } from "../../../../ui/features/office/calendar/MomentField";
import { mounted, type, written } from "../../components/mounted";

addMessages("en", "calendar", calendar);

describe("a time", () => {
  it.each([
    ["9", "09:00"],
    ["930", "09:30"],
    ["14.05", "14:05"],
    ["23:59", "23:59"],
    ["24:00", "24:00"],
    ["2 pm", "2 pm"],
    ["1260", "1260"],
  ])("typed as %s is %s", (typed, time) => expect(clockTime(typed)).toBe(time));

  it("is a day and a time of 24 hours, sent as one", () => {
    const seen: string[] = [];
    mounted(
      <MomentField
        label="Start"
        name="start"
        value="2026-11-23T14:30"
        whole={false}
        onValue={(value) => seen.push(value)}
      />,
    );
    const [day, time, sent] = [...document.querySelectorAll("input")];
    expect([day!.type, day!.value, time!.value, sent!.value, time!.getAttribute("aria-label")]).toEqual([
      "date",
      "2026-11-23",
      "14:30",
      "2026-11-23T14:30",
      "Start: time, 24 hours",
    ]);
    type(time!, "1645");
    type(day!, "2026-11-24");
    expect(seen).toEqual(["2026-11-23T16:45", "2026-11-24T14:30"]);
  });

  it("is one line without script", () => {
    const input = written(
      <MomentField label="Start" name="start" value="2026-11-23T14:30" whole={false} onValue={() => undefined} />,
    ).querySelector("input")!;
    expect([input.type, input.name, input.value]).toEqual(["text", "start", "2026-11-23 14:30"]);
  });
});

it.each([
  ["2026-11-23T14:30", "2026-11-23T14:29", true],
  ["2026-11-23T14:30", "2026-11-23T14:30", false],
  ["2026-11-23", "2026-11-22", true],
  ["2026-11-23T14:30", "", false],
  ["2026-11-23T99", "2026-11-22T11", false],
])("from %s to %s ends too early: %s", (start, end, early) => expect(endsBefore({ start, end })).toBe(early));
