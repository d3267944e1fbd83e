// The page of a code list: what its address asks for, and what it shows.
import { describe, expect, it } from "vitest";
import { listArgs, listGrammar, type ListQuery } from "../../../ui/features/reference/query";
import { readQuery } from "../../../ui/page";
import { reference } from "../../ssr/reference";
import { card, dashboard } from "../reports/dashboard/dashboard";
import { opened } from "../rendered";

const of = (search: string): ListQuery => readQuery(listGrammar, new URLSearchParams(search)).values;
const read = { action: "read", subject: "Reference" };

it("lists what the address narrows, whichever form is open", () => {
  expect(listArgs("variants", of("q=vx&of=vela&do=edit&entry=7"))).toEqual({
    list: "variants",
    q: "vx",
    state: "",
    of: "vela",
    page: 1,
  });
});

describe("a code list", () => {
  it("shows names side by side, and can be put in order without script", async () => {
    const page = await opened("/admin/reference/lost-reasons", reference);
    expect(page.texts(".rf-code code")).toEqual(["price", "late"]);
    expect(page.texts(".rf-label")).toEqual(["Price <too> high", "कीमत ज़्यादा", "السعر مرتفع", "—", "—", "—"]);
    expect(page.texts(".pill")).toEqual(["Active", "Inactive"]);
    expect(page.html).toContain('value="72,71"');
  });

  it("that is kept elsewhere says where, and offers neither form nor order", async () => {
    const page = await opened("/admin/reference/languages", reference);
    expect(page.html).toContain('href="/admin/languages"');
    expect(page.html).not.toContain("do=new");
    expect(page.html).not.toContain('name="order"');
  });

  it("offers no change to who may only read", async () => {
    const user = { id: "1", fullName: "A", username: "a", email: "", role: "subscriber", avatar: "", ability: [read] };
    const page = await opened("/admin/reference/lost-reasons?do=edit&entry=71", reference, { session: { user } });
    expect(page.html).not.toContain("do=new");
    expect(page.html).not.toContain('name="labels.en"');
  });

  it("opens a form with the names of all languages, and where an entry is used", async () => {
    const form = await opened("/admin/reference/lost-reasons?do=edit&entry=71", reference);
    for (const code of ["en", "hi", "ar", "ta"]) expect(form.html).toContain(`name="labels.${code}"`);
    const uses = await opened("/admin/reference/lost-reasons?do=uses&entry=71", reference);
    expect(uses.texts(".rf-uses li")).toEqual(["Vela VX Variant"]);
  });
});

describe("the dictionary of metrics", () => {
  const answer = (path: string) => reference(path) ?? (path.includes("/reports/metrics") ? dashboard() : undefined);

  it("explains a metric by the numbers of the reader's dashboard, and leads to their evidence", async () => {
    const page = await opened("/admin/reference/metrics?m=fallback_rate", answer);
    const card = dashboard().cards.find(({ id }) => id === "fallback_rate")!;
    expect(page.text(".rf-definition h2")).toBe("Fallback");
    expect(page.text(".rf-example strong")).toBe(`${card.value?.toFixed(1)}%`);
    expect(page.link(".rf-example a:last-child")).toContain(card.link!.split("?")[0]);
    expect(page.texts(".rf-definition tbody th")).toEqual(["Service", "Sales", "PSF"]);
  });

  it("says why a metric has no value: of a report that the reader may not see, or of nothing", async () => {
    const none = card("fallback_rate", { value: null, num: 0, den: 0, measured: { n: 3, of: 3 } });
    for (const [cards, reason] of [
      [[], "may not read"],
      [[none], "Nothing to count"],
    ] as const) {
      const answers = (path: string) =>
        reference(path) ?? (path.includes("/reports/metrics") ? dashboard({ cards: [...cards] }) : undefined);
      const page = await opened("/admin/reference/metrics", answers);
      expect(page.text(".rf-figures-list a strong")).toBe("—");
      expect(page.text(".rf-figures-list a small")).toContain(reason);
    }
  });

  it("asks for no report of who may see none, and says so", async () => {
    const user = { id: "1", fullName: "A", username: "a", email: "", role: "x", avatar: "", ability: [read] };
    const page = await opened("/admin/reference/metrics?m=fallback_rate", answer, { session: { user } });
    expect(page.requests).toEqual(["/api/v1/reference"]);
    expect(page.text(".notice")).toContain("access to the dashboard");
  });
});

describe("the page of snippets", () => {
  it("shows how a flow names each, what is said, and where", async () => {
    const page = await opened("/admin/reference/snippets", reference);
    expect(page.text(".rf-snippet-head code")).toBe("{{snippet.hours}}");
    expect(page.texts(".rf-snippets dt")).toEqual(["English", "Arabic"]);
    expect(page.html).toContain("do=uses&amp;snippet=81");
  });

  it("opens its form with a text in each language, and names the bots that say it", async () => {
    const form = await opened("/admin/reference/snippets?do=edit&snippet=81", reference);
    for (const code of ["en", "hi", "ar", "ta"]) expect(form.html).toContain(`name="texts.${code}"`);
    const uses = await opened("/admin/reference/snippets?do=uses&snippet=81", reference);
    expect(uses.texts(".rf-uses li")).toEqual(["Desk Bot"]);
  });
});

describe("the pages for authors of programs", () => {
  it("lists areas, and the calls of one with what makes them", async () => {
    expect((await opened("/admin/reference/api", reference)).texts(".rf-areas code")).toEqual(["bots"]);
    const page = await opened("/admin/reference/api?area=bots", reference);
    expect(page.texts(".rf-calls summary code")).toEqual(["/api/v1/bots/{bot_id}"]);
    expect(page.text(".rf-calls pre")).toContain("curl -X PATCH");
  });

  it("shows a signed sample, fills the check with it, and says what a check found", async () => {
    const headers = [
      { name: "X-Parley-Timestamp", value: "1760000000" },
      { name: "X-Parley-Signature-256", value: "sha256=ab" },
    ];
    const left = (answer: unknown) => ({ page: "webhooks", values: {}, problem: { status: 200 }, answer });
    const page = await opened("/admin/reference/webhooks", reference, {
      form: left({ event: "status", headers, body: '{"a":1}' }),
    });
    expect(page.text("pre")).toContain("X-Parley-Signature-256: sha256=ab");
    expect(page.document.querySelector('[name="signature"]')?.getAttribute("value")).toBe("sha256=ab");
    const wrong = await opened("/admin/reference/webhooks", reference, { form: left({ valid: false, fresh: true }) });
    expect(wrong.text(".notice.bad")).toContain("wrong");
    const old = await opened("/admin/reference/webhooks", reference, { form: left({ valid: true, fresh: false }) });
    expect(old.text(".notice.warn")).toContain("five minutes");
  });
});

describe("the dictionary of metrics", () => {
  it("shows the versions of a definition, the newest first", async () => {
    const page = await opened("/admin/reference/metrics?m=fallback_rate", reference);
    expect(page.texts(".rf-versions li")).toEqual([
      "v2since 1 Dec 2026Choices are left out.",
      "v1since 21 Nov 2026First definition.",
    ]);
  });
});

describe("the metrics", () => {
  const few = card("fallback_rate", {
    value: 0,
    num: 0,
    den: 1,
    marks: ["small"],
    previous: null,
    previous_num: null,
    previous_den: null,
    delta: null,
    delta_unit: "unmeasured",
  });
  const answers = (path: string) =>
    path.startsWith("/api/v1/reports/metrics") ? dashboard({ cards: [few] }) : reference(path);

  it("write a share of few as the dashboard does, and say that nothing was measured before", async () => {
    const page = await opened("/admin/reference/metrics?m=fallback_rate", answers, { session: {} });
    expect(page.text(".rf-figures-list a[aria-current] strong")).toBe("0 of 1");
    expect(page.text(".rf-example")).toContain("nothing measured before");
    expect(page.html).not.toContain("0.0%");
  });
});
