/** The dashboard as a person sees it. */
import { describe, expect, it } from "vitest";
import type { Card } from "../../../../ui/features/reports/dashboard/types";
import { anomalies, card, dashboard, moment, outlets } from "./dashboard";
import { opened } from "../../rendered";

const open = (data = dashboard(), url = "/reports/dashboard?today=1", going = moment()) =>
  opened(url, (path) => (path.startsWith("/api/v1/reports/now") ? going : data));

describe("key figures", () => {
  it("are eight cells, each a link to the conversations it counts", async () => {
    const page = await open();
    expect(page.texts(".kf h2 a")).toEqual([
      "Engaged sessions",
      "Active users",
      "Resolved containment",
      "Handed off",
      "Fallback",
      "Goal completed",
      "CSAT",
      "Cost per session",
    ]);
    const links = [...page.document.querySelectorAll(".kf h2 a")].map((link) => link.getAttribute("href"));
    expect(links).toEqual(dashboard().cards.map((card) => card.link));
  });

  it("write values in their unit, and nothing to divide by as a dash", async () => {
    const cards = [
      card("engaged_sessions", { value: 118_204, unit: "count" }),
      card("cost_per_session", { value: 1.92, unit: "money", total: 34_951 }),
      card("csat", { value: null, num: 0, den: 0 }),
    ];
    const page = await open(dashboard({ cards }));
    expect(page.texts(".kv b")).toEqual(["1,18,204", "₹1.92", "—"]);
  });

  it("judge a change by its direction and by which one is good", async () => {
    const page = await open(
      dashboard({
        cards: [
          card("handoff_rate", { delta: -0.8, better: "down" }),
          card("fallback_rate", { delta: 0.4, better: "down" }),
          card("csat", { delta: null, delta_unit: "new" }),
        ],
      }),
    );
    const judged = [...page.document.querySelectorAll(".kv .dl")].map((element) => [
      element.getAttribute("class"),
      element.querySelector("svg")?.getAttribute("aria-label"),
      element.textContent,
    ]);
    expect(judged).toEqual([
      ["dl good", "down", "0.8 pp"],
      ["dl bad", "up", "0.4 pp"],
      ["dl good", "up", "new"],
    ]);
  });

  it("are no changes against a period in which nothing was measured, and say so", async () => {
    const nothing = {
      delta: null,
      delta_unit: "unmeasured",
      previous: null,
      previous_num: null,
      previous_den: null,
    } as const;
    const page = await open(
      dashboard({
        cards: [
          card("engaged_sessions", { unit: "count", value: 1741, num: 1741, den: null, ...nothing }),
          card("handoff_rate", { num: 80, den: 1741, ...nothing }),
          card("csat", { value: 50, num: 1, den: 2, marks: ["small"], ...nothing }),
        ],
        series: {
          g: "day",
          buckets: dashboard().series.buckets.map((bucket) => ({ ...bucket, previous: null })),
        },
        filters: { ...dashboard().filters, compared: { from: "2026-09-01", to: "2026-09-30", measured: false } },
      }),
    );
    expect(page.document.querySelectorAll(".kv .dl")).toHaveLength(0);
    expect(page.texts(".kn").every((note) => note.includes("nothing measured before"))).toBe(true);
    expect(page.texts(".kn")[0]).not.toMatch(/\d/);
    expect(page.texts(".legend li").find((line) => line.startsWith("Previous"))).toBe(
      "Previous nothing measured before",
    );
    expect(page.texts(".nt").filter((line) => line.includes("nothing was measured from 1 Sept 2026"))).toHaveLength(2);
  });

  it("mark what may still change", async () => {
    const page = await open(
      dashboard({ cards: [card("csat", { provisional: true, marks: ["provisional"] }), card("handoff_rate")] }),
    );
    expect(page.texts(".kv .pr")).toEqual(["71.8%"]);
    expect(page.texts(".kn i")).toEqual(["provisional"]);
  });

  it("say of how many sessions they are where not all can have them, and why not", async () => {
    const cards = [
      card("csat", { measured: { n: 30, of: 70 } }),
      card("fallback_rate", { value: null, num: 0, den: 0, measured: { n: 0, of: 70 } }),
    ];
    const page = await open(dashboard({ cards }));
    expect(page.texts(".kv b")).toEqual(["71.8%", "—"]);
    const [some, none] = page.texts(".kn");
    expect(some).toContain("measured in 30 of 70 sessions");
    expect(none).toBe("Not measured by any source in this range");
  });

  it("show what rests on less than 30 as counts, without a percentage", async () => {
    const few = card("csat", {
      value: 66.7,
      num: 12,
      den: 18,
      previous: 64.3,
      previous_num: 9,
      previous_den: 14,
      delta: null,
      delta_unit: "none",
      marks: ["small"],
    });
    const page = await open(
      dashboard({
        cards: [
          few,
          card("engaged_sessions", {
            unit: "count",
            value: 12,
            num: 12,
            den: null,
            delta: 5,
            delta_unit: "count",
            previous: 7,
            marks: ["small"],
          }),
        ],
      }),
    );
    expect(page.texts(".kv b")).toEqual(["12 of 18", "12"]);
    expect(page.texts(".kv .dl")).toEqual(["5"]);
    expect(page.texts(".kn")[0]).toContain("before: 9 of 14, too few to compare");
    expect(page.texts(".kn i")).toEqual(["small sample", "small sample"]);
  });

  it("mark estimates before the number, and explain each mark at the question mark", async () => {
    const page = await open(
      dashboard({
        cards: [card("handoff_rate", { marks: ["estimated", "imported"], notes: ["Times estimated.", "Imported."] })],
      }),
      "/reports/dashboard?data=all",
    );
    expect(page.text(".kv b")).toBe("≈ 71.8%");
    expect(page.texts(".kd li")).toEqual(["Times estimated.", "Imported."]);
  });

  it("leave out estimated times by a switch that is an address", async () => {
    const on = await open(dashboard({ excluded: { test: 1, estimated: 2098, open: 0 } }));
    const look = (page: typeof on) => [
      page.document.querySelector("[role=switch]")!.getAttribute("aria-checked"),
      page.link("[role=switch]"),
    ];
    expect(look(on)).toEqual(["true", "/reports/dashboard?data=all&today=1"]);
    expect(on.text(".ft")).toContain("2,098 sessions with estimated times not counted");
    expect(look(await open(dashboard(), "/reports/dashboard?data=all"))).toEqual(["false", "/reports/dashboard"]);
  });

  it("say on every card how many sessions at estimated times are counted in it", async () => {
    const notes = async (estimated: number) =>
      (await open(dashboard({ included: { estimated } }), "/reports/dashboard?data=all"))
        .texts(".card .nt")
        .filter((text) => text.includes("estimated"));
    expect(await notes(40)).toEqual(Array(5).fill("≈ Includes 40 sessions with estimated times"));
    expect(await notes(0)).toEqual([]);
  });

  it("offer to count people that are too many at once, and say how far that is", async () => {
    const call = "/api/v1/reports/people?r=this_year&tz=UTC";
    const people = (state: NonNullable<Card["counting"]>["state"], current = false, as_of: string | null = null) =>
      open(
        dashboard({
          cards: [
            card("users_active", { value: null, num: null, counting: { state, progress: 0, as_of, current, call } }),
          ],
        }),
        "/reports/dashboard?r=this_year&tz=UTC",
      );
    const form = (await people("none")).document.querySelector(".kf form")!;
    expect([form.getAttribute("method"), form.querySelector("button")?.textContent]).toEqual(["post", "Count users"]);
    const target = new URLSearchParams(form.getAttribute("action")!.split("?")[1]);
    expect([target.get("call"), target.get("page")]).toEqual([call, "/reports/dashboard?r=this_year&tz=UTC"]);
    const busy = await people("running");
    expect([busy.link(".kc a"), busy.document.querySelector(".kc form")]).toEqual([
      "/reports/dashboard?r=this_year&tz=UTC",
      null,
    ]);
    expect((await people("done", true, "2026-11-21T14:05:00+05:30")).text(".kc")).toBeNull();
    expect((await people("done", false, "2026-11-20T14:05:00+05:30")).text(".kc")).toMatch(/as of .*Count users/);
  });

  it("are defined behind a question mark that needs no script", async () => {
    const page = await open();
    const definition = page.document.querySelector("details.kd")!;
    expect(definition.querySelector("summary")?.getAttribute("aria-label")).toBe("What is Engaged sessions?");
    expect(definition.textContent).toContain("formula of engaged_sessions");
    expect(definition.textContent).toContain("population of engaged_sessions");
    expect(definition.textContent).toContain("Version 3");
  });
});

describe("figures", () => {
  it("have table twins with the same numbers and the same links", async () => {
    const page = await open();
    const rows = page.document.querySelectorAll(".col-8 .tw tbody tr");
    expect(rows).toHaveLength(29);
    expect(rows[0]?.textContent).toBe("24 Oct40015040590560");
    expect(rows[0]?.querySelector("a")?.getAttribute("href")).toBe("/reports/conversations?r=2026-10-24..2026-10-24");
    expect(page.document.querySelectorAll(".col-7:has(.hm) .tw tbody tr")).toHaveLength(7);
  });

  it("draw a bucket that is not over as hatched, not as solid", async () => {
    const page = await open();
    expect(page.document.querySelectorAll(".cp > rect[fill^='url(#']")).toHaveLength(3);
    expect(page.document.querySelector(".cp > svg > .s1")?.getAttribute("d")?.match(/M/g)).toHaveLength(28);
  });

  it("mark a number that changed after it was final, in picture, legend and table", async () => {
    expect((await open()).document.querySelector(".rs")).toBeNull();
    const data = dashboard();
    data.series.buckets[3]!.restated_at = "2026-11-20T14:05:00+05:30";
    const page = await open(data);
    const text = "Revised after it was final: 20 Nov 2026, 14:05";
    expect(page.texts(".cp .rs")).toEqual(["▲"]);
    expect(page.texts(".ht title").filter((title) => title.endsWith(`, ${text}`))).toHaveLength(1);
    expect(page.texts(".col-8 .card-foot .legend li").at(-1)).toBe("▲ Revised after it was final");
    const row = page.document.querySelectorAll(".col-8 .tw tbody tr")[3]!;
    expect([row.querySelector("abbr")?.getAttribute("title"), row.textContent]).toEqual([
      text,
      "27 Oct40315040593 ▲560",
    ]);
  });

  it("leave out parts nobody used", async () => {
    const data = dashboard();
    for (const bucket of data.series.buckets) Object.assign(bucket, { sales: 0, psf: 0, total: bucket.service });
    const page = await open(data);
    expect(page.texts(".col-8 .card-aside .legend li")).toEqual(["Service 12,006", "Previous 16,240"]);
  });

  it("name each outcome beside its mark and link to it", async () => {
    const page = await open();
    expect(page.texts(".oc a")).toEqual(["Completed", "Error"]);
    expect(page.link(".oc a")).toBe("/reports/conversations?outcome=completed");
    expect(page.document.querySelectorAll(".oc .om path")).toHaveLength(4);
  });

  it("say when a score is on few ratings", async () => {
    const page = await open();
    expect(page.text(".nt")).toBe("* Fewer than 30 ratings: the score may not be reliable.");
  });

  it("can each be downloaded under the same filters", async () => {
    const page = await open(dashboard(), "/reports/dashboard?grp=service&today=1");
    const links = [...page.document.querySelectorAll("a[download]")].map((link) => link.getAttribute("href"));
    const figures = ["series", "outcomes", "intents", "channels", "heat", "outlets", "anomalies"];
    expect(links).toEqual(
      [".xlsx", ".pdf", ...figures.flatMap((figure) => [`/${figure}.csv`, `/${figure}.png`])].map(
        (file) => `/api/v1/reports/dashboard${file}?grp=service&today=1`,
      ),
    );
  });

  it("offers no file to who may only read", async () => {
    const user = {
      id: "2",
      fullName: "V",
      username: "v",
      email: "v@example.com",
      role: "client",
      avatar: "",
      ability: [{ action: "read", subject: "Dashboard" }],
    };
    const page = await opened("/reports/dashboard", () => dashboard(), { session: { user } });
    expect(page.document.querySelectorAll("a[download]").length).toBe(0);
  });
});

describe("filters", () => {
  it("are links to canonical addresses", async () => {
    const page = await open(dashboard(), "/reports/dashboard?r=last_month");
    const links = [...page.document.querySelectorAll(".segments a")].map((link) => link.getAttribute("href"));
    expect(links).toEqual([
      "/reports/dashboard?r=last_month",
      "/reports/dashboard?grp=service&r=last_month",
      "/reports/dashboard?grp=sales&r=last_month",
      "/reports/dashboard?grp=psf&r=last_month",
    ]);
  });

  it("take two dates in a plain GET form that keeps the rest", async () => {
    const page = await open(dashboard(), "/reports/dashboard?grp=service&r=last_month");
    const form = page.document.querySelector("form.fd")!;
    expect(form.getAttribute("method")).toBe("get");
    expect(
      [...form.querySelectorAll("input")].map((input) => [input.getAttribute("name"), input.getAttribute("value")]),
    ).toEqual([
      ["grp", "service"],
      ["r", "2026-10-24"],
      ["r", "2026-11-21"],
    ]);
  });

  it("ask each call exactly once, with what the address says", async () => {
    const page = await open(dashboard(), "/reports/dashboard?bot=7&grp=sales&cmp=none&ch=web,whatsapp");
    expect(page.requests).toEqual([
      "/api/v1/reports/dashboard?bot=7&grp=sales&cmp=none&ch=web,whatsapp&brief=1",
      "/api/v1/reports/now?bot=7&grp=sales&ch=web,whatsapp",
    ]);
  });
});

describe("the strip of this moment", () => {
  const links = (page: Awaited<ReturnType<typeof open>>) =>
    [...page.document.querySelectorAll(".now a")].map((link) => [link.getAttribute("href"), link.textContent]);

  it("links each number to what it counts, and says how long the first has waited", async () => {
    const page = await open();
    expect(links(page)).toEqual([
      ["/reports/conversations?r=all&data=all&outcome=open", "Active sessions 42"],
      ["/inbox", "Waiting for a person 3"],
      ["/reports/conversations?r=all&data=all&is=failing", "Errors, 15 min 2"],
    ]);
    expect(page.text(".now")).toContain("oldest 6m");
    expect(page.text(".now")).toContain("Webhook lag, 15 min 800ms");
    expect(page.texts(".now b.bad")).toEqual(["2"]);
  });

  it("says nothing of a wait where nobody waits, and links to no page the reader may not open", async () => {
    const user = {
      id: "2",
      fullName: "V",
      username: "v",
      email: "v@example.com",
      role: "client",
      avatar: "",
      ability: [{ action: "read", subject: "Dashboard" }],
    };
    const calm = moment({ waiting: 0, waiting_since: null, errors: 0, webhook_lag_s: null });
    const answers = (path: string) => (path.includes("/reports/now") ? calm : dashboard());
    const page = await opened("/reports/dashboard", answers, { session: { user } });
    expect([links(page), page.texts(".now b.bad")]).toEqual([[], []]);
    expect(page.text(".now")).not.toContain("oldest");
    expect(page.text(".now")).toContain("Webhook lag, 15 min —");
  });

  it("leaves the figures alone where it is not known", async () => {
    const page = await opened("/reports/dashboard", () => dashboard(), { failing: "/api/v1/reports/now" });
    expect([page.text(".now"), page.document.querySelectorAll(".kf").length]).toEqual([null, 8]);
  });
});

describe("states", () => {
  it("an empty workspace says what will be here and links to the import", async () => {
    const page = await open(dashboard({ as_of: null }));
    expect(page.text(".empty h2")).toBe("No conversations yet");
    expect(page.link(".empty a")).toBe("/admin/import");
    expect(page.document.querySelector(".ks")).toBeNull();
  });

  it("a range without sessions keeps its zeroes and leads out", async () => {
    const data = dashboard();
    for (const bucket of data.series.buckets) Object.assign(bucket, { service: 0, sales: 0, psf: 0, total: 0 });
    const page = await open(data);
    expect(page.text(".notice strong")).toBe("No sessions in this range");
    expect(page.link(".notice a")).toBe("/reports/dashboard?r=all&today=1");
    expect(page.document.querySelectorAll(".kf")).toHaveLength(8);
  });

  it("old data says how old it is", async () => {
    const page = await open(dashboard({ as_of: "2026-11-19T08:00:00Z" }));
    expect(page.text(".notice.warn strong")).toContain("Data as of 19 Nov 2026, 13:30");
  });

  it("a refusal and a failure keep their status", async () => {
    const refused = await opened("/reports/dashboard", () => ({ status: 403 }), { status: 403 });
    expect(refused.status).toBe(403);
    const failed = await opened("/reports/dashboard", () => ({ status: 500 }), { status: 500 });
    expect(failed.status).toBe(503);
  });

  it("no style attribute, in any language", async () => {
    for (const locale of ["en", "hi", "ar"] as const) {
      const page = await opened("/reports/dashboard", () => dashboard(), {
        session: { locale, dir: locale === "ar" ? "rtl" : "ltr" },
      });
      expect(page.html).not.toMatch(/ style="/);
      expect(page.html).not.toMatch(/reports\.[a-z]/);
    }
  });
});

describe("an address", () => {
  it("with a bot or place that is gone says so, and leads on without it", async () => {
    const filters = {
      ...dashboard().filters,
      bot: ["7", "999"],
      out: ["outlet:5"],
      gone: [
        { kind: "bot" as const, id: "999" },
        { kind: "outlet" as const, id: "5" },
      ],
    };
    const page = await open(dashboard({ filters }), "/reports/dashboard?bot=7,999&out=outlet:5");
    expect(page.texts(".notice strong, .notice h2, .notice b").join()).toContain("Bot 999 isn’t here any more");
    const links = [...page.document.querySelectorAll(".notice.warn a")].map((link) => link.getAttribute("href"));
    expect(links).toEqual(["/reports/dashboard?bot=7&out=outlet:5", "/reports/dashboard?bot=7,999"]);
    const filtered = await open(dashboard({ filters: { ...filters, gone: [] } }), "/reports/dashboard?bot=999");
    expect(filtered.text(".fb summary")).toContain("Bot 999");
  });

  it("offers today among the ranges", async () => {
    const page = await open();
    expect(page.texts(".fb details a")).toContain("Today");
  });
});

describe("outlets", () => {
  it("have their rank, what they are beside the median, and lead to their dashboard", async () => {
    const page = await open();
    expect(page.texts("#f-outlets tbody tr:first-child > *")).toEqual(["Pune Baner", "1", "79.4%", "7.6 pp", "2,104"]);
    const signs = [...page.document.querySelectorAll("#f-outlets .dl")];
    expect(signs.map((sign) => sign.className)).toEqual(["dl good", "dl bad"]);
    expect(page.texts("#f-outlets tbody tr:last-child > *")).toEqual(["Mysuru Hunsur Road", "—", "50.0%*", "—", "21"]);
    expect(page.document.querySelector("#f-outlets tbody a")!.getAttribute("href")).toBe(
      "/reports/dashboard?out=outlet:7",
    );
  });

  it("leave the hours the whole width where there are none", async () => {
    const none = outlets({ rows: [], links: [], row_marks: [], row_small: [] });
    const page = await open(dashboard({ figures: [none, anomalies()] }));
    expect(page.texts("#f-outlets")).toEqual([]);
    expect(page.document.querySelector(".col-12 .hm")).not.toBeNull();
  });
});

describe("waits for a person", () => {
  it("stand below the outcomes, and lead to the conversations", async () => {
    const page = await open();
    expect(page.texts(".ox dd").slice(0, 2)).toEqual(["4m 10s", "2.1% · 46 of 2,190"]);
    expect([...page.document.querySelectorAll(".ox a")].map((link) => link.getAttribute("href"))[1]).toContain(
      "missed_handoff:eq:1",
    );
  });

  it("are no share of few", async () => {
    const { outcomes } = dashboard();
    const few = { ...outcomes, handoffs: { ...outcomes.handoffs!, missed: 3, of: 29 } };
    expect((await open(dashboard({ outcomes: few }))).texts(".ox dd")[1]).toBe("3 of 29");
  });

  it("are left out where no visitor asked for a person", async () => {
    const { outcomes } = dashboard();
    const page = await open(dashboard({ outcomes: { ...outcomes, handoffs: null } }));
    expect(page.texts(".ox dd")).toHaveLength(2);
  });
});

describe("unusual days", () => {
  it("have what is usual in their own unit, their cause, and lead to its explanation", async () => {
    const page = await open();
    expect(page.texts("#f-anomalies tbody tr:first-child > *")).toEqual([
      "Engaged sessions", "9 Nov", "1,220", "640", "960", "Channel", "Web chat",
    ]); // prettier-ignore
    expect(page.texts("#f-anomalies tbody tr:last-child > *")).toEqual([
      "Fallback", "4 Nov", "29.5%", "2.4%", "18.1%", "—", "—",
    ]); // prettier-ignore
    const link = page.document.querySelector("#f-anomalies tbody a")!;
    expect(link.getAttribute("href")).toBe("/reports/explain?r=2026-11-09..2026-11-09&cmp=wk");
  });

  it("say why there are none, and are absent from snapshots that know nothing of them", async () => {
    const none = (mark: string) => anomalies({ rows: [], links: [], row_marks: [], row_units: [], marks: [mark] });
    expect((await open(dashboard({ figures: [none("usual")] }))).texts("#f-anomalies")[0]).toContain("No day differs");
    expect((await open(dashboard({ figures: [none("young")] }))).texts("#f-anomalies")[0]).toContain("too few weeks");
    expect((await open(dashboard({ figures: [] }))).texts("#f-anomalies")).toEqual([]);
  });
});
