/** The theme of a bot as a person sees it, and what it is made of. */
import { configureStore } from "@reduxjs/toolkit";
import { describe, expect, it } from "vitest";
import { api } from "../../../../ui/api";
import { selectBotThemes, themeApi } from "../../../../ui/features/channels/themes/api";
import { contrastsOf, LEAST } from "../../../../ui/features/channels/themes/contrasts";
import { draftOf, textIn } from "../../../../ui/features/channels/themes/draft";
import { linesOf } from "../../../../ui/features/channels/themes/ThemePreview";
import { contrast } from "../../../../ui/widget/colours";
import { answer } from "../../../ssr/examples";
import { SCHEDULES, THEME } from "../../../ssr/inbox";
import { opened } from "../../rendered";

const PAGE = "/admin/bots/7/theme";
const open = (url = PAGE, options = {}, theme = THEME, items = SCHEDULES) =>
  opened(
    url,
    (path) =>
      path.includes("/theme/schedule")
        ? { zone: "Asia/Kolkata", items }
        : path.includes("/theme")
          ? theme
          : answer(path),
    options,
  );
const draft = (more = {}) => draftOf((name) => textIn({ ...THEME, ...more }, name), ["en"], "Desk");

describe("the page", () => {
  it("is plain fields with a preview on a page, on a phone and right to left", async () => {
    const { document, text } = await open();
    expect(document.querySelectorAll(".th-device")).toHaveLength(3);
    expect(text(".th-device.desktop svg")).toContain("Need a service? Ask here.");
    expect(document.querySelector(".th-device:last-child text[direction=rtl]")).not.toBeNull();
    expect(document.querySelector("#theme form")!.getAttribute("action")).toContain("method=PUT");
    expect(document.querySelector("input[name=primary]")!.getAttribute("value")).toBe("#005b78");
    expect(document.querySelector("textarea[name=custom_css]")).not.toBeNull();
    expect(document.querySelectorAll("#contrast li")).toHaveLength(6);
    expect(document.querySelector("#theme button[type=submit]")!.hasAttribute("disabled")).toBe(false);
  });

  it("puts the contrast at its colour and keeps what was chosen, in the preview too", async () => {
    const form = {
      page: "bot-theme",
      values: { primary: "#ffee00", "greeting.en": "Hello there" },
      problem: { status: 422, instance: "/api/v1/bots/7/theme", errors: { on_primary: ["Contrast of 1.2:1."] } },
    };
    const { document, text } = await open(PAGE, { form });
    expect(document.querySelector("input[name=primary]")!.getAttribute("value")).toBe("#ffee00");
    const field = document.querySelector("input[name=on_primary]")!;
    expect(text(`[id="${field.getAttribute("aria-describedby")}"]`)).toBe("Contrast of 1.2:1.");
    expect(document.querySelector(".th-device.desktop circle")!.getAttribute("fill")).toBe("#ffee00");
    expect(text(".th-device.desktop svg")).toContain("Hello there");
    expect(text("#contrast")).toContain("2 of 6 too low");
  });

  it("lists what the own CSS lost", async () => {
    const removed_css = [{ what: "position: fixed", why: "property" }];
    const form = { page: "bot-theme", values: {}, problem: { status: 200 }, answer: { removed_css } };
    const { text } = await open(PAGE, { form });
    expect(text(".th-removed")).toBe("position: fixed property not allowed");
  });

  it("says that visitors see another theme until the next version is live", async () => {
    expect((await open()).html).toContain("Contacts see it when the next version is live.");
    expect((await open(PAGE, {}, { ...THEME, published: true })).html).not.toContain("Contacts see it when");
  });

  it("cannot be changed by someone with read access only", async () => {
    const ability = ["Bot", "Theme"].map((subject) => ({ action: "read", subject }));
    const session = {
      user: { id: "4", fullName: "R", username: "r", email: "r@x.example", role: "subscriber", avatar: "", ability },
    };
    const { document } = await open(PAGE, { session });
    expect(document.querySelector("#theme fieldset")!.hasAttribute("disabled")).toBe(true);
    expect(document.querySelector(".th-looks .add")).toBeNull();
    expect(document.querySelector("#schedules dialog")).toBeNull();
  });
});

describe("a scheduled theme", () => {
  it("is listed on its client's clock with what it overlaps with, and asks before it ends", async () => {
    const { document, text } = await open();
    expect(text("#schedules li:first-child")).toContain("20 Nov 2026, 00:00 to 4 Jan 2027, 00:00");
    expect(text("#schedules li:first-child .notice")).toContain("The other theme starts later");
    expect(text("#schedules li:nth-child(2) .notice")).toContain("This theme starts later");
    const action = document.querySelector("dialog#cancel-61 form")!.getAttribute("action")!;
    expect(action).toContain("method=DELETE");
    expect(action).toContain("revision=1");
  });

  it("is edited by its own call, with names of its own", async () => {
    const { document } = await open(`${PAGE}?look=62`);
    const action = new URLSearchParams(document.querySelector("#theme form")!.getAttribute("action")!.split("?")[1]);
    expect([action.get("call"), action.get("revision")]).toEqual(["/api/v1/bots/7/theme/schedule/62", "2"]);
    expect(document.querySelector("input[name='theme.primary']")!.getAttribute("value")).toBe("#5c3b00");
    expect(document.querySelector("input[name=from]")!.getAttribute("value")).toBe("2026-12-24T00:00");
  });

  it("is made from the standard theme", async () => {
    const { document } = await open(`${PAGE}?look=new`, {}, THEME, []);
    const action = new URLSearchParams(document.querySelector("#theme form")!.getAttribute("action")!.split("?")[1]);
    expect([action.get("call"), action.get("method")]).toEqual(["/api/v1/bots/7/theme/schedule", "POST"]);
    expect(document.querySelector("input[name='theme.primary']")!.getAttribute("value")).toBe("#005b78");
    expect(document.querySelector("#schedules .empty")).not.toBeNull();
  });

  it("says at its field what is wrong with its time or a colour", async () => {
    const errors = { to: ["Must be after the start."], "theme.on_primary": ["Contrast of 1.2:1."] };
    const problem = { status: 422, instance: "/api/v1/bots/7/theme/schedule", errors };
    const form = { page: "bot-theme", values: { title: "Diwali" }, problem };
    const { document, text } = await open(`${PAGE}?look=new`, { form });
    const textOf = (name: string) => {
      const field = document.querySelector(`input[name='${name}']`)!;
      return text(`[id="${field.getAttribute("aria-describedby")}"]`);
    };
    expect(textOf("to")).toBe("Must be after the start.");
    expect(textOf("theme.on_primary")).toBe("Contrast of 1.2:1.");
  });
});

describe("contrasts", () => {
  it("are enough by default, in both skins", () => {
    for (const { ratio, repairs } of contrastsOf(draft())) {
      expect(ratio).toBeGreaterThanOrEqual(LEAST);
      expect(repairs).toEqual([]);
    }
  });

  it.each([
    [{ primary: "#ffee00" }, ["head", "launcher"]],
    [{ bubble_user: "#c98a1b" }, ["user"]],
    [{ bubble_bot: "#303030" }, ["bot"]],
    [{ background: "#808080" }, ["small"]],
  ])("%j is too low for %j, and each repair is enough", (more, low) => {
    const contrasts = contrastsOf(draft(more)).filter(({ ratio }) => ratio < LEAST);
    expect(contrasts.map(({ id }) => id)).toEqual(low);
    for (const { id, repairs } of contrasts) {
      expect(repairs.length).toBeGreaterThan(0);
      for (const { field, colour, ratio } of repairs) {
        expect(ratio).toBeGreaterThanOrEqual(LEAST);
        const better = contrastsOf(draft({ ...more, [field]: colour })).find((contrast) => contrast.id === id)!;
        expect(better.ratio).toBeGreaterThanOrEqual(LEAST);
      }
    }
  });

  it("are those of the pair that is read worst", () => {
    const small = contrastsOf(draft({ background: "#c0c0c0" })).find(({ id }) => id === "small")!;
    expect(small.ratio).toBeCloseTo(Math.min(contrast("#565e6e", "#c0c0c0"), contrast("#a3241f", "#c0c0c0")));
  });
});

describe("the themes in the client's state", () => {
  it("are the standard one and those for a while, and none before they are here", async () => {
    const enhancedStore = configureStore({
      reducer: { [api.reducerPath]: api.reducer },
      middleware: (all) => all().concat(api.middleware),
    });
    const state = () => enhancedStore.getState() as unknown as Parameters<typeof selectBotThemes>[0];
    expect(selectBotThemes(state(), "7")).toEqual([]);
    await enhancedStore.dispatch(themeApi.util.upsertQueryData("theme", "7", THEME));
    const schedule = { zone: "Asia/Kolkata", items: SCHEDULES };
    await enhancedStore.dispatch(themeApi.util.upsertQueryData("themeSchedules", "7", schedule));
    expect(selectBotThemes(state(), "7").map(({ primary }) => primary)).toEqual(["#005b78", "#5c3b00", "#5c3b00"]);
  });
});

describe("the drawing", () => {
  it("breaks a greeting into the lines there are", () => {
    expect(linesOf("Need a service? Ask here.")).toEqual(["Need a service? Ask here."]);
    const long = linesOf("word ".repeat(40));
    expect(long).toHaveLength(3);
    expect(long[2]!.endsWith("…")).toBe(true);
  });
});
