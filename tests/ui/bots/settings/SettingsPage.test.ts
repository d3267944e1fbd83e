/** The settings of a bot as a person sees them. */
import { describe, expect, it } from "vitest";
import { BOT, bots } from "../../../ssr/bots";
import { opened } from "../../rendered";

const open = (options = {}, own: (path: string) => unknown = () => undefined) =>
  opened("/admin/bots/7/settings", (path) => own(path) ?? bots(path), options);
const valueOf = (page: Awaited<ReturnType<typeof open>>, name: string) =>
  page.document.querySelector(`[name='${name}']`)?.getAttribute("value");

describe("the forms", () => {
  it("are sent on the revision of what they change", async () => {
    const page = await open();
    const sent = [...page.document.querySelectorAll("form[action*=revision]")].map((form) =>
      decodeURIComponent(form.getAttribute("action")!),
    );
    expect(sent.find((action) => action.includes("call=/api/v1/bots/7&"))).toContain("revision=41");
    expect(sent.find((action) => action.includes("call=/api/v1/bots/7/flow"))).toContain("revision=9");
  });

  it("show variables, hours and holidays as they are stored, with room for more", async () => {
    const page = await open();
    expect(valueOf(page, "variables.0.name")).toBe("day");
    expect(valueOf(page, "variables.1.name")).toBe("");
    expect([valueOf(page, "hours.week.mon.0.0"), valueOf(page, "hours.week.mon.0.1")]).toEqual(["09:00", "19:00"]);
    expect([valueOf(page, "hours.holidays.0"), valueOf(page, "hours.holidays.1")]).toEqual(["2026-12-25", ""]);
  });

  it("keep what was typed in the one that was refused, and say what is wrong there", async () => {
    const problem = {
      status: 422,
      instance: "/api/v1/bots/7/flow",
      errors: { "hours.week.mon": ["From must be earlier than to on mon."] },
    };
    const form = {
      page: "bot-settings",
      values: { "hours.open": "hours", "hours.week.mon.0.0": "20:00", "hours.week.mon.0.1": "09:00" },
      problem,
    };
    const page = await open({ form });
    expect(valueOf(page, "hours.week.mon.0.0")).toBe("20:00");
    expect(page.text("#hours .field-error")).toBe("From must be earlier than to on mon.");
    expect(page.text("#variables .field-error")).toBeNull();
  });

  it("are for reading where the bot is archived", async () => {
    const page = await open({}, (path) => (path === "/api/v1/bots/7" ? { ...BOT, state: "archived" } : undefined));
    expect(page.document.querySelector(".bs-all")?.hasAttribute("disabled")).toBe(true);
    expect(page.text(".bs-danger")).toBeNull();
  });
});
