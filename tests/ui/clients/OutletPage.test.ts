/** The page of an outlet: beside its group, and when it is open. */
import { describe, expect, it } from "vitest";
import { clients, OUTLET } from "../../ssr/clients";
import { answer } from "../../ssr/examples";
import { opened } from "../rendered";

const open = (outlet = OUTLET, options = {}) =>
  opened(
    `/admin/outlets/${OUTLET.id}`,
    (path) => (/v1\/outlets\/\d+$/.test(path) ? outlet : (clients(path) ?? answer(path))),
    options,
  );

describe("an outlet", () => {
  it("is beside its group: value, median, difference and rank, and what has too few says so", async () => {
    const page = await open();
    expect(page.text(".cl-against")).toContain("Suryodaya <Autos>");
    const [fallback, csat] = page.texts(".cl-against tbody tr");
    for (const part of ["5.2%", "7.1%", "1.9 pp", "1 of 7", "3,631"]) expect(fallback).toContain(part);
    expect(csat).toContain("needs 30");
    expect(page.document.querySelector(".cl-against .dl.good")).not.toBeNull();
    // Better is right: fewer are better here, so the outlet is the last of all.
    const own = page.document.querySelector(".cl-against tr:first-child .own")!;
    expect(own.getAttribute("cx")).toBe("96%");
    expect(page.document.querySelectorAll(".cl-against tbody tr:nth-child(2) .own")).toHaveLength(0);
  });

  it("has holidays to come in its form, and those that are over folded behind them", async () => {
    const hours = { week: { mon: [["09:00", "18:30"]] }, holidays: ["2026-12-25", "2020-01-01"] };
    const page = await open({ ...OUTLET, hours });
    const days = [...page.document.querySelectorAll("input[type=date][name^='holidays.']")];
    const holidays = days.map((day) => [
      day.getAttribute("name"),
      day.getAttribute("value"),
      day.closest("details:not(.cl-edit)") !== null,
    ]);
    expect(holidays.slice(0, 2)).toEqual([
      ["holidays.1.date", "2026-12-25", false],
      ["holidays.2.date", "", false],
    ]);
    expect(holidays.at(-1)).toEqual(["holidays.0.date", "2020-01-01", true]);
    expect(page.text(".hours-days + p + details summary")).toBe("1 past holiday");
  });

  it("names the people who see it, and what gives it to them", async () => {
    const page = await open();
    expect(page.texts(".cl-readers li")).toEqual([
      "S<Sunil <Kadam>Maintainer this outlet",
      "PJPrakash JoshiAdmin InvitedPune",
      "VAVikram ApteAdmin everything",
    ]);
    expect(page.document.querySelector(".cl-readers a")?.getAttribute("href")).toBe("/apps/user/view/4");
  });

  it("draws its week, and has the form for who may change it", async () => {
    const hours = {
      week: { mon: [["09:00", "18:30"]], tue: [["20:00", "02:00"]] },
      holidays: ["2026-12-25", "2020-01-01"],
    };
    const page = await open({ ...OUTLET, hours: hours as never });
    const days = page.texts(".cl-day");
    expect(days[0]).toContain("Monday09:00–18:30");
    expect(days[3]).toContain("Closed");
    expect(page.document.querySelectorAll(".cl-day rect")).toHaveLength(3);
    expect(page.texts("#hours tbody tr")).toEqual([
      "25 Dec 2026Friday—This outlet",
      "26 Jan 2027TuesdayRepublic DayHoliday list",
    ]);
    expect(page.document.querySelector("#hours details form")).not.toBeNull();
    expect(page.document.querySelector("#hours details")!.hasAttribute("open")).toBe(false);
  });

  it("without hours opens the form for them", async () => {
    const page = await open({ ...OUTLET, hours: null });
    expect(page.text("#hours")).toContain("No hours yet.");
    expect(page.document.querySelector("#hours details")!.hasAttribute("open")).toBe(true);
  });
});
