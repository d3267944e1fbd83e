// @vitest-environment happy-dom
/** Business hours in the editor: what fits goes into the document, what does not is red and is never called saved. */
import { act } from "react";
import { expect, it } from "vitest";
import { readHours } from "../../../../ui/components/fields/hours";
import { answer } from "../../../ssr/examples";
import { flow } from "../../../ssr/flow";
import { alive, calm, gone } from "../../alive";

const answers = (path: string) => flow(path) ?? answer(path);
const field = (name: string) => document.querySelector<HTMLInputElement>(`[name="${name}"]`)!;

async function type(name: string, text: string) {
  await act(async () => {
    field(name).focus();
    field(name).value = text;
    field(name).dispatchEvent(new Event("input", { bubbles: true }));
    field(name).dispatchEvent(new FocusEvent("focusout", { bubbles: true }));
    await Promise.resolve();
  });
}

const state = () => document.querySelector(".fl-save")!.getAttribute("data-state");

it("a time that cannot be read is red and not saved; one that can is", async () => {
  const page = await alive("/admin/bots/7/flow?part=hours", answers);
  await act(async () => {
    document.querySelector<HTMLInputElement>('[name="hours.open"][value="hours"]')!.click();
    await Promise.resolve();
  });
  await type("hours.week.mon.0.0", "9 to 6");
  await type("hours.week.mon.0.1", "18:00");
  expect([state(), field("hours.week.mon.0.0").getAttribute("aria-invalid")]).toEqual(["unread", "true"]);
  expect(document.querySelector(".fl-middle .field-error")!.textContent).toBe("Enter a time such as 09:00 or 18:30.");
  expect(document.querySelector(".fl-state")!.textContent).toContain("Not saved");
  await type("hours.week.mon.0.0", "9:00");
  expect([state(), document.querySelector(".fl-middle .field-error")]).toEqual(["typing", null]);
  await act(async () => void window.dispatchEvent(new Event("online")));
  await calm();
  expect(page.sent).toHaveLength(1);
  expect((page.sent[0]!.body as { hours: unknown }).hours).toEqual({ week: { mon: [["09:00", "18:00"]] } });
  await gone();
});

it("times of a day do not overlap", () => {
  const read = (...times: string[]) =>
    readHours(
      new Map([
        ["hours.open", "hours"],
        ...times.map((time, at) => [`hours.week.mon.${at >> 1}.${at & 1}`, time] as const),
      ]),
    );
  expect(read("14:00", "18:00", "9:00", "14:30")).toEqual({ problems: { "hours.week.mon": "overlap" } });
  expect(read("18:00", "02:00", "20:00", "22:00")).toEqual({ problems: { "hours.week.mon": "overlap" } });
  expect(read("14:00", "18:00", "9:00", "14:00")).toEqual({
    hours: {
      week: {
        mon: [
          ["09:00", "14:00"],
          ["14:00", "18:00"],
        ],
      },
    },
  });
});

it("hours of no day are no hours: never open is not what an empty week means", () => {
  expect(readHours(new Map([["hours.open", "always"]]))).toEqual({ hours: undefined });
  const empty = ["hours.week.mon.0.0", "hours.week.mon.0.1"].map((name) => [name, ""] as const);
  expect(readHours(new Map([["hours.open", "hours"], ...empty]))).toEqual({ problems: { "hours.week": "none" } });
});

it("holidays and half filled spans are read or refused", () => {
  const read = (more: Record<string, string>) =>
    readHours(new Map(Object.entries({ "hours.open": "hours", "hours.week.tue.0.0": "09:00", ...more })));
  expect(read({ "hours.week.tue.0.1": "" })).toEqual({ problems: { "hours.week.tue.0.1": "time" } });
  expect(read({ "hours.week.tue.0.1": "9:00" })).toEqual({ problems: { "hours.week.tue.0.1": "pair" } });
  expect(read({ "hours.week.tue.0.1": "18:00", "hours.holidays.0": "25/12/2026" })).toEqual({
    problems: { "hours.holidays.0": "day" },
  });
  expect(read({ "hours.week.tue.0.1": "18:00", "hours.holidays.1": "2026-12-25", "hours.zone": "Asia/Dubai" })).toEqual(
    { hours: { week: { tue: [["09:00", "18:00"]] }, zone: "Asia/Dubai", holidays: ["2026-12-25"] } },
  );
});
