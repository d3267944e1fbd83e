/** A report of figures as a person sees it: each kind draws its rows, links them and says what is missing. */
import { expect, test } from "vitest";
import type { Report } from "../../../../ui/features/reports/standard/api";
import { opened, SESSION } from "../../rendered";
import { card } from "../dashboard/dashboard";
import { column, figure, PATHS, report, WAYS } from "./report";

const open = (data: Report, url = "/reports/engagement") => opened(url, () => data);

test("a series is a chart with its totals, its steps not over marked, and a table whose rows lead on", async () => {
  const page = await open(
    report(
      figure("users", "series", {
        columns: [column("when", "date"), column("new"), column("returning")],
        rows: [
          ["2026-11-19", 5, 7],
          ["2026-11-20", 2, 0],
        ],
        totals: [null, 7, 7],
        links: ["/reports/conversations?r=2026-11-19..2026-11-19", null],
        row_marks: [[], ["partial", "running"]],
      }),
    ),
  );
  expect(page.texts("#f-users .legend li")).toEqual(["New 7", "Returning 7", "In progress"]);
  expect(page.texts("#f-users tbody tr")).toEqual(["19 Nov57", "20 Nov20"]);
  expect(page.document.querySelector("#f-users tbody a")?.getAttribute("href")).toContain("r=2026-11-19");
});

test("a row leads nowhere for those who may not open what is behind it", async () => {
  const data = report(
    figure("usage", "table", {
      columns: [column("document", "text"), column("found")],
      rows: [["Price list", 3]],
      links: ["/admin/bots/4/knowledge?document=7#d7"],
    }),
  );
  const read = (subject: string) => ({ action: "read", subject });
  const links = async (...subjects: string[]) => {
    const user = { ...SESSION.user!, ability: subjects.map(read) };
    const page = await opened("/reports/engagement", () => data, { session: { user } });
    expect(page.texts("#f-usage tbody tr")).toEqual(["Price list3"]);
    return page.document.querySelectorAll("#f-usage tbody a").length;
  };
  expect(await links("Engagement")).toBe(0);
  expect(await links("Engagement", "Bot")).toBe(1);
});

test("a table with a list of its own shows ten rows to those who may open that, else all", async () => {
  const data = report(
    figure("comments", "table", {
      columns: [column("comment", "text"), column("rating")],
      rows: Array.from({ length: 12 }, (_, at) => [`Comment ${at}`, 5]),
      link: "/reports/conversations?is=rated",
    }),
  );
  const rows = async (...subjects: string[]) => {
    const user = { ...SESSION.user!, ability: subjects.map((subject) => ({ action: "read", subject })) };
    const page = await opened("/reports/engagement", () => data, { session: { user } });
    expect(page.texts("#f-comments .nt")).toEqual(subjects.length > 1 ? ["The first 10 rows"] : []);
    return page.document.querySelectorAll("#f-comments tbody tr").length;
  };
  expect(await rows("Engagement")).toBe(12);
  expect(await rows("Engagement", "Conversation")).toBe(10);
});

test("a table writes texts in the reader's words, numbers in their unit, and no value as a dash", async () => {
  const page = await open(
    report(
      figure("sources", "table", {
        columns: [column("channel", "text", "channel"), column("sessions"), column("share", "percent")],
        rows: [
          ["whatsapp", 1200, 75],
          ["web", 400, null],
        ],
        totals: [null, 1600, null],
      }),
      figure("intents", "table", {
        columns: [column("intent", "text", "intent"), column("turns")],
        rows: [
          ["service.book", 3],
          ["hours.ask", 1],
        ],
        names: { "service.book": "Book a service" },
      }),
    ),
  );
  expect(page.texts("#f-sources tbody tr")).toEqual(["WhatsApp1,20075.0%", "Web chat400—"]);
  expect(page.texts("#f-intents tbody tr")).toEqual(["Book a service3", "Hours ask1"]);
  expect(page.texts("#f-sources tfoot tr")).toEqual(["Total1,600"]);
});

test("shares of few are marked, and bars are drawn only where rows differ", async () => {
  const csat = (rows: (string | number | null)[][], row_small?: string[][]) =>
    figure("csat", "bars", {
      columns: [column("rating", "text", "rating"), column("ratings"), column("share", "percent")],
      rows,
      ...(row_small && { row_small }),
    });
  const few = await open(
    report(
      csat(
        [
          ["5", 9, 90],
          ["1", 1, 10],
          ["2", 0, null],
        ],
        [["share"], [], ["share"]],
      ),
    ),
  );
  expect(few.texts("#f-csat tbody .num .quiet")).toEqual(["90.0%*"]);
  expect(few.text("#f-csat .nt")).toBe("* Too few to compare (fewer than 30)");
  expect(few.texts("#f-csat tbody .hb").length).toBe(3);
  const even = await open(
    report(
      csat([
        ["5", 9, 50],
        ["1", 9, 50],
      ]),
    ),
  );
  expect(even.html).not.toContain('class="hb"');
  expect(even.document.querySelector("#f-csat .nt")).toBeNull();
});

test("classes are bars, grids are maps, cohorts are tinted, and each can be read as a table", async () => {
  const page = await open(
    report(
      figure("csat", "bars", {
        columns: [column("rating", "text", "rating"), column("ratings"), column("share", "percent")],
        rows: [
          ["5", 9, 90],
          ["1", 1, 10],
        ],
      }),
      figure("rfm", "matrix", {
        columns: [column("days", "text"), column("1", "count", "times"), column("2", "count", "times")],
        rows: [
          ["0", 4, 0],
          ["1", 1, 2],
        ],
      }),
      figure("retention", "cohort", {
        columns: [
          column("week", "date"),
          column("people"),
          column("w0", "percent", "week"),
          column("w1", "percent", "week"),
        ],
        rows: [
          ["2026-11-09", 10, 100, 40],
          ["2026-11-16", 12, 100, null],
        ],
        row_marks: [["partial"], ["partial"]],
      }),
    ),
  );
  expect(page.texts("#f-csat tbody th")).toEqual(["5 stars", "1 star"]);
  expect(page.texts("#f-rfm tbody tr")).toEqual(["040", "112"]);
  expect(page.texts("#f-retention tbody tr")).toEqual(["9 Nov10100.0%40.0%*", "16 Nov12100.0%*"]);
  expect(page.document.querySelector("#f-retention .heat-6")?.textContent).toContain("40.0%");
});

test("a figure without rows says why", async () => {
  const page = await open(report(figure("users", "series", { marks: ["uncounted"] }), figure("comments", "table")));
  expect(page.text("#f-users .quiet")).toContain("too long for this time zone");
  expect(page.text("#f-comments .quiet")).toBe("Nothing to show in this range.");
});

test("tabs show their own figures, and what has no place on the page is left out", async () => {
  const figures = [figure("messages", "series", { tab: "traffic" }), figure("errors", "table", { tab: "quality" })];
  const data = report(...figures, figure("quota", "table", { width: 0 }));
  const ids = async (url: string) => {
    const page = await open(data, url);
    return [...page.document.querySelectorAll(".fg")].map(({ id }) => id);
  };
  expect(await ids("/reports/usage")).toEqual(["f-messages"]);
  expect(await ids("/reports/usage?tab=quality")).toEqual(["f-errors"]);
});

test("who may not export is offered no files", async () => {
  const data = report(figure("comments", "table"));
  const session = {
    user: {
      id: "1",
      fullName: "A",
      username: "a",
      email: "a@example.com",
      role: "client",
      avatar: "",
      ability: [{ action: "read", subject: "Engagement" }],
    },
  };
  const page = await opened("/reports/engagement", () => data, { session });
  expect(page.document.querySelector("[download]")).toBeNull();
});

test("ways are bands between stages, and their steps a table", async () => {
  const names = { "service.book": "Book a service" };
  const page = await open(report(figure("paths", "flow", { columns: PATHS, rows: WAYS, names })), "/reports/journey");
  expect(page.document.querySelectorAll("#f-paths .flow-band")).toHaveLength(5);
  expect(page.texts("#f-paths g text").map((text) => text.replace(/[\u2068\u2069]/g, ""))).toEqual([
    "Web chat 3 · 100.0%",
    "Book a service 3 · 100.0%",
    "Confirm 2 · 66.7%",
    "Completed 2 · 66.7%",
    "Other 1 · 33.3%",
    "Abandoned 1 · 33.3%",
  ]);
  expect(page.texts("#f-paths tbody tr")[3]).toBe("ConfirmCompleted266.7%");
});

test("only a number of conversations has a receipt, and one that no list has is no link", async () => {
  const cards = [
    card("sessions"),
    card("calls", { opens: "calls", link: "/reports/calls" }),
    card("docs_active", { link: null }),
  ];
  const page = await open({ ...report(), cards });
  const receipts = [...page.document.querySelectorAll("button[name=metric]")];
  expect(receipts.map((button) => button.getAttribute("value"))).toEqual(["sessions"]);
  expect([...page.document.querySelectorAll(".kf")].map((cell) => cell.querySelector("h2 a") !== null)).toEqual([
    true,
    true,
    false,
  ]);
});

test("five key figures come first and the others open below them", async () => {
  const ids = ["sessions", "messages_in", "fallback_rate", "bot_latency", "error_rate", "cost_per_session"];
  const page = await open({ ...report(), cards: ids.map((id) => card(id)) }, "/reports/usage?tab=quality");
  const links = (part: string) =>
    [...page.document.querySelectorAll(`${part} button[name=metric]`)].map((button) => button.getAttribute("value"));
  expect(links("details.more-figures")).toEqual(["sessions", "messages_in"]);
  expect(page.text("details.more-figures > summary")).toBe("2 more figures");
  expect(page.document.querySelectorAll(".kf")).toHaveLength(6);
});

test("what was not understood can be added to the nearest intent by those who may change the bot", async () => {
  const lesson = {
    bot: "7",
    bot_name: "Service Desk",
    id: "a1",
    text: "gadi kab tak",
    language: "hi",
    phrases: ["gadi kab tak", "kab tak ready"],
    nearest: { intent: "service.status", title: "Service status", score: 0.27 },
    added: null,
  };
  const data = report(
    figure("misses", "table", {
      tab: "quality",
      columns: [column("text", "text"), column("turns")],
      rows: [
        ["gadi kab tak", 3],
        ["cng", 1],
      ],
      row_lessons: [lesson, null],
    }),
  );
  const page = await open(data, "/reports/usage?tab=quality");
  const forms = [...page.document.querySelectorAll("#f-misses tbody form")];
  expect(forms).toHaveLength(1);
  expect(decodeURIComponent(forms[0]!.getAttribute("action")!)).toContain("call=/api/v1/bots/7/phrases");
  expect([...forms[0]!.querySelectorAll('[name="phrases[]"]')].map((input) => input.getAttribute("value"))).toEqual(
    lesson.phrases,
  );
  const user = { ...SESSION.user!, ability: [{ action: "read", subject: "Usage" }] };
  const reader = await opened("/reports/usage?tab=quality", () => data, { session: { user } });
  expect(reader.document.querySelector("#f-misses tbody form")).toBeNull();
  expect(reader.text("#f-misses tbody tr")).toContain("People who may change Service Desk can add it");
});

test("nodes are drawn by the share that left there, and series of causes are named after them", async () => {
  const page = await open(
    report(
      figure("drop_off", "bars", {
        columns: [column("bot", "text"), column("node", "text", "code"), column("drop", "percent")],
        rows: [
          ["Service Desk", "ask_slot", 34.5],
          ["Service Desk", "ask_reg", 4.1],
        ],
      }),
      figure("errors_by_step", "series", {
        columns: [column("when", "date"), column("timeout", "count", "cause"), column("error", "count", "cause")],
        rows: [["2026-11-19", 5, 7]],
        totals: [null, 5, 7],
      }),
    ),
  );
  expect(page.document.querySelectorAll("#f-drop_off tbody .hb")).toHaveLength(2);
  expect(page.texts("#f-errors_by_step .legend li")).toEqual(["Handler timed out 5", "Handler error 7"]);
});
