/** The versions of a bot as a person sees them. */
import { describe, expect, it } from "vitest";
import { areaOf, phrasesOf } from "../../../../ui/features/bots/versions/sorted";
import { comparedOf } from "../../../../ui/features/bots/versions/compared";
import { bots, CHANGES } from "../../../ssr/bots";
import { opened } from "../../rendered";

const open = (url = "/admin/bots/7/versions", options = {}) => opened(url, bots, options);

describe("which two are compared", () => {
  it("is what is live with the working copy, unless the address says otherwise", async () => {
    expect(comparedOf({ live_version: 41 }, { from: "", to: "" })).toEqual({ from: "41", to: "working" });
    expect(comparedOf({ live_version: null }, { from: "", to: "" })).toEqual({ from: "0", to: "working" });
    expect(comparedOf({ live_version: 41 }, { from: "", to: "40" })).toEqual({ from: "39", to: "40" });
    expect((await open()).asked).toContain("/api/v1/bots/7/flow/changes?from=41");
    expect((await open("/admin/bots/7/versions?from=39&to=40")).asked).toContain(
      "/api/v1/bots/7/versions/40/changes?from=39",
    );
  });

  it("is chosen by radios that need no script", async () => {
    const shown = await open();
    const checked = [...shown.document.querySelectorAll("input[type=radio][checked]")];
    expect(checked.map((one) => [one.getAttribute("name"), one.getAttribute("value")])).toEqual([
      ["to", "working"],
      ["from", "41"],
    ]);
    expect(shown.document.querySelector("button[form=compare]")).not.toBeNull();
  });
});

describe("another version put live", () => {
  it("is undone by one press, on the page that it was done on", async () => {
    const shown = await open();
    const back = [...shown.document.querySelectorAll("form[action*=live]")][0]!;
    expect(decodeURIComponent(back.getAttribute("action")!)).toContain("page=/admin/bots/7/versions?was=41&done=");
    const done = await open("/admin/bots/7/versions?was=40");
    const undo = [...done.document.querySelectorAll(".notice form")][0]!;
    expect(decodeURIComponent(undo.getAttribute("action")!)).toContain("call=/api/v1/bots/7/versions/40/live");
    expect(done.text(".notice")).toContain("v41 is live now.");
    expect((await open("/admin/bots/7/versions?was=41")).html).not.toContain("is live now");
  });
});

describe("the difference", () => {
  it("stands by what it is about", () => {
    expect(CHANGES.items.map(areaOf)).toEqual([
      "flow",
      "flow",
      "flow",
      "texts",
      "understanding",
      "variables",
      "settings",
    ]);
    expect(phrasesOf(CHANGES.items).phrases).toEqual([
      { intent: "service.price", language: "hi-Latn", change: "added", texts: ["kitna lagega"] },
    ]);
  });

  it("lays texts of before over those of now", async () => {
    const shown = await open();
    expect(shown.text(".ch-text")).toBe("We have free slots.");
    expect(shown.text(".ch-text ins")).toBe("free");
    const way = [...shown.document.querySelectorAll(".ch li")].find((one) => one.textContent?.includes("another_day,"));
    expect(way?.textContent).toContain("another_day, was person");
  });
});

describe("publishing", () => {
  it("says what stands in the way and leads there", async () => {
    const problem = {
      status: 409,
      code: "invalid_flow",
      instance: "/api/v1/bots/7/publish",
      errors: { "nodes/a": ["No."] },
    };
    const form = { page: "bot-versions", values: { note: "Asks for the day" }, problem };
    const shown = await open("/admin/bots/7/versions", { form });
    expect(shown.text("#publish .notice")).toContain("Fix 1 error first.");
    expect(shown.text("#publish textarea")).toBe("Asks for the day");
    expect(shown.text("#publish .fx")).toContain("pick_slot");
  });

  it("keeps “Put it live at once” as it was left where publishing is refused", async () => {
    const problem = { status: 422, instance: "/api/v1/bots/7/publish", errors: { note: ["Must be given."] } };
    for (const live of ["1", "0"]) {
      const form = { page: "bot-versions", values: { note: "", live }, problem };
      const { document } = await open("/admin/bots/7/versions", { form });
      expect(document.querySelector("#publish [type=checkbox]")!.hasAttribute("checked")).toBe(live === "1");
    }
  });

  it("over a failing case wants a reason", async () => {
    expect((await open()).document.querySelector("[name='override.reason']")).toBeNull();
    const problem = { status: 409, code: "failing_cases", detail: "1 case fails.", instance: "/api/v1/bots/7/publish" };
    const form = { page: "bot-versions", values: { note: "Asks for the day" }, problem };
    const shown = await open("/admin/bots/7/versions", { form });
    expect(shown.document.querySelector("[name='override.reason']")).not.toBeNull();
    expect(shown.text("#publish .notice")).toContain("1 case fails.");
  });

  it("is not there for who may only change the bot", async () => {
    const user = { id: "2", fullName: "V", username: "v", email: "v@e.x", role: "author", avatar: "" };
    const ability = ["read", "update"].map((action) => ({ action, subject: "Bot" }));
    const shown = await open("/admin/bots/7/versions", { session: { user: { ...user, ability } } });
    expect(shown.text("#publish")).toBeNull();
    expect(shown.text(".vl")).toContain("Restore to working copy");
    expect(shown.text(".vl")).not.toContain("Go back");
  });
});
