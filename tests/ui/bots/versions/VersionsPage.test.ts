/** The versions of a bot as a person sees them. */
import { describe, expect, it } from "vitest";
import { areaOf, phrasesOf } from "../../../../ui/features/bots/versions/sorted";
import { comparedOf } from "../../../../ui/features/bots/versions/compared";
import { BOT, bots, CHANGES, REPLAY, REVIEW, SUMMARY } from "../../../ssr/bots";
import { opened } from "../../rendered";

const open = (url = "/admin/bots/7/versions", options = {}) => opened(url, bots, options);

describe("which two are compared", () => {
  it("is what is live with the working copy, unless the address says otherwise", async () => {
    expect(comparedOf({ live_version: 41 }, { from: "", to: "" })).toEqual({ from: "41", to: "working" });
    expect(comparedOf({ live_version: null }, { from: "", to: "" })).toEqual({ from: "0", to: "working" });
    expect(comparedOf({ live_version: 41 }, { from: "", to: "40" })).toEqual({ from: "39", to: "40" });
    expect((await open()).requests).toContain("/api/v1/bots/7/flow/changes?from=41");
    expect((await open("/admin/bots/7/versions?from=39&to=40")).requests).toContain(
      "/api/v1/bots/7/versions/40/changes?from=39",
    );
  });

  it("is chosen by radios that need no script", async () => {
    const page = await open();
    const checked = [...page.document.querySelectorAll("input[type=radio][checked]")];
    expect(checked.map((input) => [input.getAttribute("name"), input.getAttribute("value")])).toEqual([
      ["to", "working"],
      ["from", "41"],
    ]);
    expect(page.document.querySelector("button[form=compare]")).not.toBeNull();
  });
});

describe("another version put live", () => {
  it("is undone by one press, on the page that it was done on", async () => {
    const page = await open();
    const back = [...page.document.querySelectorAll("form[action*=live]")][0]!;
    expect(decodeURIComponent(back.getAttribute("action")!)).toContain("page=/admin/bots/7/versions?was=41&done=");
    const done = await open("/admin/bots/7/versions?was=40");
    const undo = [...done.document.querySelectorAll(".notice form")][0]!;
    expect(decodeURIComponent(undo.getAttribute("action")!)).toContain("call=/api/v1/bots/7/versions/40/live");
    expect(done.text(".notice")).toContain("v41 is live now.");
    expect(done.text(".notice")).toContain("Open conversations finish on v40.");
    expect((await open("/admin/bots/7/versions?was=41")).html).not.toContain("is live now");
  });
});

describe("the difference", () => {
  it("is by what it is about", () => {
    expect(CHANGES.items.map(areaOf)).toEqual([
      "flow",
      "flow",
      "flow",
      "texts",
      "flow",
      "understanding",
      "understanding",
      "variables",
      "settings",
    ]);
    expect(phrasesOf(CHANGES.items).phrases).toEqual([
      {
        intent: "service.price",
        title: "What a service costs",
        language: "hi-Latn",
        change: "added",
        texts: ["kitna lagega"],
      },
    ]);
  });

  it("lays texts of before over those of now", async () => {
    const page = await open();
    expect(page.text(".ch-text")).toBe("We have free slots.");
    expect(page.text(".ch-text ins")).toBe("free");
  });

  it("is in words: no name of the file, no path, no expression", async () => {
    const page = await open();
    const lines = [...page.document.querySelectorAll(".ch > ul > li > div")].map((line) =>
      line.firstChild!.parentElement!.textContent!.replace(/\s+/g, " ").trim(),
    );
    expect(lines).toEqual(
      expect.arrayContaining([
        "Question Another day added",
        "Message Price list removed",
        "Pick slot, Button 2 now leads to Another day (was Person)",
        "Pick slot, Condition 1: Time is before 09:00 or Phone is not empty, was Rating is at most 3.0",
        "What a service costs now leads to Bye (was Hello)",
        "How sure the bot must be: Strict, was Balanced",
      ]),
    );
    expect(page.document.querySelector(".ch code")).toBeNull();
    expect(page.text(".vs-changes")).not.toMatch(/goto|options\/|service\.price|&&|\|\||_/);
  });

  it("of a first version is summed up", async () => {
    const page = await open("/admin/bots/7/versions?from=0&to=1");
    expect(page.text(".vs-changes")).toMatch(/The first version\. It has:.*1 node.*1 variable/s);
    expect(page.text(".vs-changes")).not.toContain("Another day");
  });
});

describe("publishing", () => {
  it("says what is in the way and leads there", async () => {
    const problem = {
      status: 409,
      code: "invalid_flow",
      instance: "/api/v1/bots/7/publish",
      errors: { "nodes/a": ["No."] },
      obstacles: [
        { code: "invalid_flow", detail: "Errors to fix first: 1.", link: "/admin/bots/7/flow", overridable: false },
        { code: "replay_red", detail: "Understood less.", link: "/admin/bots/7/versions?replay=5", overridable: true },
        { code: "failing_cases", detail: "One fails.", link: "/admin/bots/7/cases?case=3", overridable: true },
      ],
    };
    const form = { page: "bot-versions", values: { note: "Asks for the day" }, problem };
    const page = await open("/admin/bots/7/versions", { form });
    expect(page.text("#publish .notice")).toMatch(/Errors to fix first: 1\..*Understood less\..*One fails\./s);
    const links = [...page.document.querySelectorAll("#publish .notice a")].map((link) => link.getAttribute("href"));
    expect(links).toEqual([
      expect.stringContaining("/admin/bots/7/flow?node="),
      "/admin/bots/7/versions?replay=5",
      "/admin/bots/7/cases?case=3",
    ]);
    expect(page.document.querySelector("[name='override.reason']")).not.toBeNull();
    expect(page.text("#publish textarea")).toBe("Asks for the day");
    expect(page.text("#publish .fx")).toContain("Pick slot");
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
    const obstacle = { code: "failing_cases", detail: "1 case fails.", link: null, overridable: true };
    const problem = { status: 409, ...obstacle, instance: "/api/v1/bots/7/publish", obstacles: [obstacle] };
    const form = { page: "bot-versions", values: { note: "Asks for the day" }, problem };
    const page = await open("/admin/bots/7/versions", { form });
    expect(page.document.querySelector("[name='override.reason']")).not.toBeNull();
    expect(page.text("#publish .notice")).toContain("1 case fails.");
  });

  it("shows before it is asked for what it rests on", async () => {
    const page = await open();
    for (const words of [
      "Publishing trains the model.",
      "Cases that failed in the last run: 2 of 1",
      "Some conversations are worse",
      "1 account on a channel needs attention",
    ])
      expect(page.text("#publish .pb-check")).toContain(words);
    expect(page.text(".vl")).toContain("17 open conversations");
    const links = [...page.document.querySelectorAll("#publish .pb-check a")].map((link) => link.getAttribute("href"));
    expect(links).toEqual(
      expect.arrayContaining([
        "/admin/bots/7/versions?replay=5",
        "/admin/bots/7/understanding",
        "/admin/bots/7/channels",
      ]),
    );
  });

  it("says that nobody can reach the bot, to those who see its channels", async () => {
    for (const [is_reachable, isShown] of [
      [false, true],
      [null, false],
    ] as const) {
      const answers = (url: string) =>
        url.startsWith("/api/v1/bots/7/summary") ? { ...SUMMARY, pressing_accounts: null, is_reachable } : bots(url);
      const page = await opened("/admin/bots/7/versions", answers);
      const words = page.text("#publish .pb-check") ?? "";
      expect(words.includes("No channel yet: nobody can reach this bot.")).toBe(isShown);
      expect(words).not.toContain("needs attention");
    }
  });

  it("says that the bot needs a replay, and counts the note that was typed", async () => {
    const needing = (url: string) =>
      url === "/api/v1/bots/7"
        ? { ...BOT, replay_required: true }
        : url.startsWith("/api/v1/bots/7/replays")
          ? { items: [], total: 0, page: 1, per: 10 }
          : bots(url);
    const problem = {
      status: 409,
      code: "replay_missing",
      detail: "Replay first.",
      instance: "/api/v1/bots/7/publish",
    };
    const form = { page: "bot-versions", values: { note: "Asks for the day" }, problem };
    const page = await opened("/admin/bots/7/versions", needing, { form });
    expect(page.text("#publish .pb-check")).toContain("needs a replay of this working copy");
    expect(page.text("#publish .counter")).toBe("16 / 500");
  });

  it("is not there for who may only change the bot", async () => {
    const user = { id: "2", fullName: "V", username: "v", email: "v@e.x", role: "author", avatar: "" };
    const ability = ["read", "update"].map((action) => ({ action, subject: "Bot" }));
    const page = await open("/admin/bots/7/versions", { session: { user: { ...user, ability } } });
    expect(page.text("#publish")).toBeNull();
    expect(page.text(".vl")).toContain("Restore to working copy");
    expect(page.text(".vl")).not.toContain("Go back");
  });
});

describe("approval", () => {
  const needing =
    (review = REVIEW) =>
    (url: string) => {
      if (url === "/api/v1/bots/7") return { ...BOT, approvals: 2 };
      if (url.startsWith("/api/v1/bots/7/reviews")) return { items: [review], total: 1, page: 1, per: 10 };
      return bots(url);
    };
  const versions = "/admin/bots/7/versions";

  it("is asked about only where the bot needs it", async () => {
    const page = await open();
    expect(page.requests).not.toContain("/api/v1/bots/7/reviews");
    expect(page.document.querySelector("#review")).toBeNull();
  });

  it("is given with a comment or refused with a reason by forms that need no script", async () => {
    const page = await opened(versions, needing());
    const calls = [...page.document.querySelectorAll("#review form")].map((form) => form.getAttribute("action"));
    expect(calls.map((call) => decodeURIComponent(call!).match(/reviews\/3\/\w+/)![0])).toEqual([
      "reviews/3/approve",
      "reviews/3/reject",
    ]);
    expect(page.text("#review")).toContain("1 of 2 approvals");
    expect(page.text("#review")).toContain("Reads well");
  });

  it("is another person's for those who asked or wrote, and asked for again after a change", async () => {
    const own = await opened(versions, needing({ ...REVIEW, own: true, barred: "own" }));
    expect(own.text("#review")).toContain("another person approves it");
    expect(own.document.querySelector("#review form[action*=approve]")).toBeNull();
    expect(own.document.querySelector("#review form[action*=cancel]")).not.toBeNull();
    const old = await opened(versions, needing({ ...REVIEW, current: false, barred: "outdated" }));
    expect(old.text("#review")).toContain("Ask for approval again.");
    expect(old.document.querySelector("#review textarea[name=note]")).not.toBeNull();
  });
});

describe("a traffic split", () => {
  it("shows both versions with intervals, and what is more than chance", async () => {
    const page = await open();
    expect(page.requests).toContain("/api/v1/bots/7/splits/4/figures");
    expect(page.text("#split")).toContain("v40 receives 25% of new conversations");
    const rows = [...page.document.querySelectorAll(".sp tbody tr")].map((row) => row.textContent);
    expect(rows[1]).toContain("33.5% to 46.9%");
    expect(rows[1]).toMatch(/20\.0 pp.*better/);
    expect(rows[2]).toContain("within chance");
    expect(rows[3]).toContain("under 30: no interval");
    expect(page.text(".vl")).toContain("25% of new");
  });

  it("is promoted or stopped by one press, and another is started when none runs", async () => {
    const page = await open();
    const calls = ({ document }: Awaited<ReturnType<typeof opened>>) =>
      [...document.querySelectorAll("#split form")].map(
        (form) => decodeURIComponent(form.getAttribute("action")!).match(/\/splits[\w/]*/)![0],
      );
    expect(calls(page)).toEqual(["/splits/4/promote", "/splits/4/stop"]);
    const none = await opened("/admin/bots/7/versions", (url: string) =>
      url.startsWith("/api/v1/bots/7/splits") ? { items: [], total: 0, page: 1, per: 10 } : bots(url),
    );
    expect(calls(none)).toEqual(["/splits"]);
    expect(none.document.querySelector("#split select[name=version] option")!.getAttribute("value")).toBe("40");
  });
});

describe("a replay of real conversations", () => {
  it("is started beside publishing, and the newest one is one press away", async () => {
    const page = await open();
    const start = [...page.document.querySelectorAll("#replay form")][0]!;
    expect(decodeURIComponent(start.getAttribute("action")!)).toContain("call=/api/v1/bots/7/replay");
    expect(page.document.querySelector("#replay a")!.getAttribute("href")).toBe("/admin/bots/7/versions?replay=5");
    expect(page.text("#replay")).toContain("Some conversations are worse");
  });

  it("shows each conversation beside itself, the worst first", async () => {
    const page = await open("/admin/bots/7/versions?replay=5");
    expect(page.requests).toContain("/api/v1/bots/7/replays/5");
    const [worse, better] = [...page.document.querySelectorAll(".rp-items > li")];
    expect(worse!.textContent).toContain("Not understood");
    expect([...worse!.querySelectorAll(".rp-reply")].map((reply) => reply.textContent)).toEqual([
      "Saturday it is.",
      "Sorry?",
    ]);
    expect(worse!.textContent).toContain("1 turn is the same");
    expect(worse!.textContent).toContain("the answers are not replayed");
    expect(better!.textContent).toContain("Understood now");
    expect(page.text(".rp-rates")).toContain("-2.5 pp, from -6.0 to 1.0");
  });

  it("lets a worse group be accepted with a reason, and says who did", async () => {
    const url = "/admin/bots/7/versions?replay=5";
    const page = await open(url);
    const [form, ...others] = [...page.document.querySelectorAll("form.rp-accept")];
    expect(decodeURIComponent(form!.getAttribute("action")!)).toContain("call=/api/v1/bots/7/replays/5/accept");
    expect(form!.querySelector("[name=group]")!.getAttribute("value")).toBe("0123456789ab");
    expect(others).toEqual([]);
    expect(page.html).toContain("1 worse group is neither fixed nor accepted");
    const accepted = { by: "Meera Nair", reason: "Two old cars", at: "2026-11-21T11:00:00Z" };
    const groups = REPLAY.groups.map((group, at) => (at === 0 ? { ...group, accepted } : group));
    const done = await opened(url, (call: string) =>
      call.endsWith("/replays/5") ? { ...REPLAY, open: 0, groups } : bots(call),
    );
    expect(done.text(".rp-accept")).toContain("Two old cars");
    expect(decodeURIComponent(done.document.querySelector(".rp-accept form")!.getAttribute("action")!)).toContain(
      "replays/5/reopen",
    );
    expect(done.html).toContain("No worse group is open.");
  });

  it("leads from a conversation to the sandbox, and keeps it as a case once", async () => {
    const page = await open("/admin/bots/7/versions?replay=5");
    const { document } = page;
    const forms = [...document.querySelectorAll("#keep-9 form")];
    const values = (form: number) =>
      Object.fromEntries(
        [...forms[form]!.querySelectorAll("input[type=hidden]")].map((input) => [
          input.getAttribute("name"),
          input.getAttribute("value"),
        ]),
      );
    expect(decodeURIComponent(forms[0]!.getAttribute("action")!)).toContain("call=/api/v1/sandbox");
    expect(values(0)).toMatchObject({ bot: "7", conversation: "9", until: "2" });
    expect(decodeURIComponent(forms[1]!.getAttribute("action")!)).toContain("call=/api/v1/bots/7/replays/5/case");
    expect(values(1)).toMatchObject({ conversation: "9" });
    const withCase = (url: string) =>
      url === "/api/v1/bots/7/replays/5"
        ? { ...REPLAY, items: REPLAY.items.map((item) => ({ ...item, case: "31" })) }
        : bots(url);
    const after = await opened("/admin/bots/7/versions?replay=5", withCase);
    expect(after.document.querySelectorAll("#keep-9 form")).toHaveLength(1);
    expect(after.document.querySelector('#keep-9 a[href="/admin/bots/7/cases?case=31"]')).not.toBeNull();
  });

  it("opens what a refused form is in, so that the reason is seen", async () => {
    const [group] = REPLAY.groups;
    const answers = (url: string) =>
      url === "/api/v1/bots/7/replays/5"
        ? { ...REPLAY, groups: [{ ...group, id: "other" }, ...REPLAY.groups] }
        : bots(url);
    const problem = {
      status: 409,
      detail: "This conversation is a case already.",
      instance: "/api/v1/bots/7/replays/5/case",
    };
    const form = { page: "bot-versions", values: { conversation: "9" }, part: "keep-9", problem };
    const isOpen = ({ document }: Awaited<ReturnType<typeof opened>>) =>
      [...document.querySelectorAll("details")].filter((box) => box.querySelector("#keep-9")).every((box) => box.open);
    expect(isOpen(await opened("/admin/bots/7/versions?replay=5", answers))).toBe(false);
    const page = await opened("/admin/bots/7/versions?replay=5", answers, { form });
    expect(isOpen(page)).toBe(true);
    expect(page.text("#keep-9 .notice")).toContain("This conversation is a case already.");
  });

  it("is asked for by a bot that wants one: a reason publishes all the same", async () => {
    const obstacle = { code: "replay_red", detail: "Less than before.", link: null, overridable: true };
    const problem = { status: 409, ...obstacle, instance: "/api/v1/bots/7/publish", obstacles: [obstacle] };
    const form = { page: "bot-versions", values: { note: "Asks for the day" }, problem };
    const page = await open("/admin/bots/7/versions", { form });
    expect(page.document.querySelector("input[name='override.reason']")).not.toBeNull();
  });
});
