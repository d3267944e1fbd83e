import { expect, test } from "vitest";
import { DAYS, EVENT } from "../../../ssr/calendar";
import { draftOf, endFor, newDraft, turned } from "../../../../ui/features/office/calendar/draft";
import { barsOf, blocksOf, hiddenBelow, isAbove } from "../../../../ui/features/office/calendar/layout";
import { resized, seenAs, shifted } from "../../../../ui/features/office/calendar/moves";
import { clockOf, dayOf, place, placeAll, spanOf, step, written } from "../../../../ui/features/office/calendar/time";

const ZONE = "Asia/Kolkata";
const NOW = { zone: ZONE, now: "2026-11-22T04:40:00Z" };
const timed = (id: string, start: string, end: string | null) => ({ ...EVENT, id, start, end });
const placed = (...events: (typeof EVENT)[]) => placeAll(events, ZONE);

test("an event is on the days and minutes of the zone", () => {
  expect(place(EVENT, ZONE)).toMatchObject({ first: "2026-11-21", last: "2026-11-21", from: 600, to: 690 });
  expect(place(timed("1", "2026-11-21T17:30:00Z", "2026-11-21T18:30:00Z"), ZONE)).toMatchObject({
    first: "2026-11-21",
    last: "2026-11-21",
    to: 1440,
  });
  expect(place(timed("1", "2026-11-21T18:00:00Z", null), ZONE)).toMatchObject({ from: 1410, to: 1440 });
  expect(place(DAYS, ZONE)).toMatchObject({ whole: true, first: "2026-11-20", last: "2026-11-24" });
  expect(place({ ...EVENT, start: null }, ZONE)).toBeNull();
});

test("what overlaps lies beside each other, and what does not has all the room", () => {
  const blocks = blocksOf(
    placed(
      timed("1", "2026-11-21T04:30:00Z", "2026-11-21T06:00:00Z"),
      timed("2", "2026-11-21T05:30:00Z", "2026-11-21T06:30:00Z"),
      timed("3", "2026-11-21T06:00:00Z", "2026-11-21T07:00:00Z"),
      timed("4", "2026-11-21T10:00:00Z", "2026-11-21T11:00:00Z"),
    ),
    "2026-11-21",
  );
  expect(blocks.map(({ placed: { event }, at, of }) => [event.id, at, of])).toEqual([
    ["1", 0, 2],
    ["2", 1, 2],
    ["3", 0, 2],
    ["4", 0, 1],
  ]);
});

test("bars take the first lane that is free on all their days, and the rest is counted", () => {
  const bars = barsOf(
    placed(
      DAYS,
      timed("1", "2026-11-22T04:30:00Z", null),
      timed("2", "2026-11-22T05:30:00Z", null),
      timed("3", "2026-11-26T05:30:00Z", null),
    ),
    "2026-11-22",
  );
  expect(
    bars.map(({ placed: { event }, column, days, lane, before }) => [event.id, column, days, lane, before]),
  ).toEqual([
    ["52", 0, 3, 0, true],
    ["1", 0, 1, 1, false],
    ["2", 0, 1, 2, false],
    ["3", 4, 1, 0, false],
  ]);
  expect(hiddenBelow(bars, 2)).toEqual([1, 0, 0, 0, 0, 0, 0]);
  expect(placed(DAYS, EVENT).map(isAbove)).toEqual([true, false]);
});

test("moving keeps the length, stretching the start", () => {
  const [event] = placed(EVENT);
  const [whole] = placed(DAYS);
  expect(shifted(event!, 1, -30)).toEqual({ is_all_day: false, start: "2026-11-22T09:30", end: "2026-11-22T11:00" });
  expect(shifted(event!, 0, 900)).toMatchObject({ start: "2026-11-22T01:00", end: "2026-11-22T02:30" });
  expect(resized(event!, 0, -600)).toMatchObject({ start: "2026-11-21T10:00", end: "2026-11-21T10:15" });
  expect(resized(whole!, -9, 0)).toMatchObject({ start: "2026-11-20", end: "2026-11-20" });
  expect(seenAs(shifted(event!, 0, 0), ZONE)).toMatchObject({ start: "2026-11-21T04:30:00.000Z" });
  // The night the clocks go back in Berlin.
  expect(seenAs({ is_all_day: false, start: "2026-10-25T12:00", end: null }, "Europe/Berlin").start).toBe(
    "2026-10-25T11:00:00.000Z",
  );
});

test("views show whole weeks, and steps go by the view", () => {
  expect(spanOf("month", "2026-11-22", "en")).toEqual({ from: "2026-11-01", to: "2026-12-05" });
  expect(spanOf("week", "2026-11-25", "en")).toEqual({ from: "2026-11-22", to: "2026-11-28" });
  expect([step("month", "2026-01-31", 1), step("week", "2026-11-25", -1), step("day", "2026-11-30", 1)]).toEqual([
    "2026-02-01",
    "2026-11-18",
    "2026-12-01",
  ]);
  expect([dayOf("2026-02-30", NOW), dayOf("", NOW), dayOf("2026-02-28", NOW)]).toEqual([
    "2026-11-22",
    "2026-11-22",
    "2026-02-28",
  ]);
  expect([clockOf("2026-11-22T18:45:00Z", ZONE), written({ day: "2026-11-22", minute: 1500 })]).toEqual([
    { day: "2026-11-23", minute: 15 },
    "2026-11-23T01:00",
  ]);
});

test("a form shows times of the zone, and the end goes along with the start", () => {
  expect(draftOf(EVENT, ZONE)).toMatchObject({
    start: "2026-11-21T10:00",
    end: "2026-11-21T11:30",
    guests: "Asha Kulkarni",
  });
  expect(newDraft({ start: "", end: "" }, "2026-11-22", NOW)).toMatchObject({
    start: "2026-11-22T11:00",
    end: "2026-11-22T12:00",
    is_all_day: false,
  });
  expect(newDraft({ start: "2026-11-23", end: "" }, "2026-11-22", NOW)).toMatchObject({
    start: "2026-11-23",
    end: "2026-11-23",
    is_all_day: true,
  });
  expect(endFor({ start: "2026-11-21T10:00", end: "2026-11-21T11:30" }, "2026-11-22T23:00")).toBe("2026-11-23T00:30");
  expect([turned("2026-11-21", false), turned("2026-11-21T10:00", true), turned("", true)]).toEqual([
    "2026-11-21T09:00",
    "2026-11-21",
    "",
  ]);
});
