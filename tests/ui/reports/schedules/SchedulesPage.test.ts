/** Scheduled mails: the list, one of them, its form, and stopping one by its link. */
import { expect, test } from "vitest";
import { numbers, SCHEDULE } from "../../../ssr/numbers";
import { opened, SESSION } from "../../rendered";

test("each has its time, its state and what came of it", async () => {
  const page = await opened("/reports/schedules", numbers);
  const rows = page.texts("tbody tr");
  expect(rows[0]).toContain("Service <daily>");
  expect(rows[0]).toContain("weekly on Monday at 09:00");
  expect(rows[0]).toContain("sent: 1 of 2");
  expect(rows[1]).toContain("monthly on the last day at 09:00");
  expect(rows[1]).toContain("paused");
  expect(page.text(".tabs")).toContain("Alerts");
});

test("what was deleted has a way back", async () => {
  const page = await opened("/reports/schedules?deleted=31", numbers);
  expect(page.document.querySelector("form[action*='31%2Frestore']")).not.toBeNull();
});

test("one shows whom it is sent to, who has stopped it, and what went out", async () => {
  const page = await opened("/reports/schedules/31", numbers);
  const all = page.text("main");
  expect(all).toContain("asha@example.com, bo@example.com");
  expect(all).toContain("Unsubscribed: bo@example.com");
  expect(page.texts("tbody tr")[1]).toContain("no change");
  expect(page.document.querySelector("form[action*='31%2Frun']")).not.toBeNull();
  expect(page.document.querySelector("form[action*=PATCH] [name=active]")?.getAttribute("value")).toBe("0");
});

test("each mail has its state, and why it was not sent in words where there are some", async () => {
  const reasons = [
    "The mail server refused every recipient (550).",
    "no_server",
    "interrupted",
    "opted_out",
    "deleted",
  ];
  const mails = reasons.map((reason, at) => ({ to: `p${at}@example.com`, state: "failed", reason }));
  const page = await opened("/reports/schedules/31", (path) => {
    const answer = numbers(path) as { items: object[] };
    return path.includes("/deliveries") ? { ...answer, items: answer.items.map((row) => ({ ...row, mails })) } : answer;
  });
  expect(page.texts("tbody tr:first-child li")).toEqual([
    "p0@example.com: not sent",
    "p1@example.com: not sent: no mail server is set up",
    "p2@example.com: interrupted while it was sent; it may have arrived",
    "p3@example.com: not sent: the recipient wants no more of them",
    "p4@example.com: not sent: it was deleted",
  ]);
  expect(page.text("tbody tr:first-child .pill")).toBe("sent: 0 of 5");
});

test("the form begins with what there is, or with the report one comes from", async () => {
  const page = await opened("/reports/schedules/31?do=edit", numbers);
  const value = (name: string) => page.document.querySelector(`[name="${name}"]`)?.getAttribute("value");
  expect([value("at"), value("recipients")]).toEqual(["09:00", SCHEDULE.recipients.join(", ")]);
  expect(page.document.querySelector("[name=on] [selected]")?.textContent).toBe("Monday / Day 1");
  const boxes = [...page.document.querySelectorAll("[name='formats[]'][checked]")];
  expect(boxes.map((box) => box.getAttribute("value"))).toEqual(["html", "csv"]);
  const fresh = await opened("/reports/schedules?do=new&report=usage&query=grp%3Dservice", numbers);
  expect(fresh.document.querySelector("[name=report] [selected]")?.getAttribute("value")).toBe("usage");
  expect(fresh.document.querySelector("[name=query]")?.getAttribute("value")).toBe("grp=service");
});

test("files are offered to those who may export a report", async () => {
  const offered = async (...actions: string[]) => {
    const ability = actions.map((action) => ({ action, subject: "Dashboard" }));
    const session = { user: { ...SESSION.user!, ability } };
    const page = await opened("/reports/schedules?do=new", numbers, { session });
    return [...page.document.querySelectorAll("[name='formats[]']")].map((box) => box.getAttribute("value"));
  };
  expect(await offered("read")).toEqual(["html"]);
  expect(await offered("read", "export")).toEqual(["html", "png", "pdf", "xlsx", "csv"]);
});

test("the link of a mail asks before it stops mails of a report", async () => {
  const page = await opened("/unsubscribe?code=abcdefghijkl", () => ({
    client: "Service <daily>",
    channel: "report",
    opted_out: false,
  }));
  expect(page.text("h1")).toContain("Stop mails of");
  expect(page.document.querySelector("[name=code]")?.getAttribute("value")).toBe("abcdefghijkl");
});
