// @vitest-environment happy-dom
/** The day of a scheduled mail: weekdays or days of a month, by what is chosen beside it. */
import { act } from "react";
import { afterEach, expect, test } from "vitest";
import { numbers } from "../../../ssr/numbers";
import { alive, gone } from "../../alive";

afterEach(gone);

const days = () => [...document.querySelectorAll("[name=on] option")].map((option) => option.textContent);

async function choose(every: string) {
  const select = document.querySelector<HTMLSelectElement>("[name=every]")!;
  select.value = every;
  await act(async () => void select.dispatchEvent(new Event("change", { bubbles: true })));
}

test("a day is chosen by its name, and a daily mail has none", async () => {
  await alive("/reports/schedules?do=new", numbers);
  expect(days()).toEqual([]);
  await choose("week");
  expect(days()).toEqual(["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]);
  await choose("month");
  expect(days()).toHaveLength(31);
  expect([days()[0], days().at(-1)]).toEqual(["Day 1", "Last day"]);
});
