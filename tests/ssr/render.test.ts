/** The renderer as its caller sees it: needs, then a page, a redirect or a problem. */
import { describe, expect, it } from "vitest";
import { render } from "../../ssr/render";
import { pages } from "../../ui/routes";
import { ANONYMOUS, FAQ, rounds, SESSION } from "./examples";

const page = async (...args: Parameters<typeof rounds>) => {
  const result = await rounds(...args);
  if (!("page" in result)) throw new Error(`No page: ${JSON.stringify(result)}`);
  return result.page;
};

describe("a page with needs", () => {
  it("names them first and is rendered from the answers", async () => {
    const first = await render({ url: "/pages/faq?q=gst%20%26", session: ANONYMOUS });
    expect(first).toEqual({ needs: ["/faq/data?q=gst%20%26&hl=en"] });
    const answer = await page({ url: "/pages/faq", session: ANONYMOUS });
    expect(answer.status).toBe(200);
    expect(answer.title).toBe("FAQ · Parley");
    expect(answer.html).toContain("<h1>Frequently asked questions</h1>");
  });

  it("has those of its frame first, so that an answer that takes long leaves the bar what it shows", async () => {
    const first = await render({ url: "/admin/bots", session: SESSION });
    expect("needs" in first && first.needs[0]).toBe("/api/v1/bookmarks/bar");
    expect("needs" in first && first.needs.length).toBeGreaterThan(1);
  });

  it("keeps script-closing text out of its structured data", async () => {
    const { head } = await page({ url: "/pages/faq", session: ANONYMOUS });
    const data = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(head)![1]!;
    expect(JSON.parse(data).mainEntity[0].name).toBe(FAQ.payment.qandA[0]!.question);
  });

  it("names canonical address and languages", async () => {
    const { head } = await page({
      url: "/pages/pricing?billing=monthly&hl=hi",
      session: { ...ANONYMOUS, locale: "hi" },
    });
    expect(head).toContain('<link rel="canonical" href="/pages/pricing?billing=monthly&amp;hl=hi">');
    expect(head).toContain('hreflang="x-default" href="/pages/pricing?billing=monthly"');
  });

  it("names whole addresses where the installation knows its own", async () => {
    const origin = "https://parley.example";
    const { head } = await page({ url: "/pages/blog/list", session: { ...ANONYMOUS, origin } });
    const links = [...head.matchAll(/<link rel="(?:canonical|alternate)"[^>]* href="([^"]+)"/g)].map(
      ([, href]) => href!,
    );
    expect(links.length).toBeGreaterThan(4);
    for (const href of links) expect(href).toMatch(/^https:\/\/parley\.example\//);
    const data = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(head)![1]!);
    expect(data["@graph"][0].blogPost[0].url).toMatch(/^https:\/\/parley\.example\/pages\/blog\/detail\//);
    expect(data["@graph"][1].itemListElement[0].item).toBe(`${origin}/pages/blog/list`);
    const post = await page({ url: "/pages/blog/detail/1", session: { ...ANONYMOUS, origin } });
    const [posting] = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(post.head)![1]!)["@graph"];
    expect(posting.mainEntityOfPage).toBe(`${origin}/pages/blog/detail/1`);
    expect(posting.image).toMatch(/^https:\/\/parley\.example\/static\/covers\//);
  });
});

describe("who may open a page", () => {
  it("sends anonymous readers to sign in and back", async () => {
    const result = await render({ url: "/reports/dashboard?grp=sales", session: ANONYMOUS });
    expect(result).toEqual({
      redirect: { status: 303, to: "/pages/login-v1?next=%2Freports%2Fdashboard%3Fgrp%3Dsales" },
    });
  });

  it("sends signed-in readers past sign-in, never to another site", async () => {
    const to = async (next: string) =>
      await render({ url: `/pages/login-v1?next=${encodeURIComponent(next)}`, session: SESSION });
    expect(await to("/admin/bots")).toEqual({ redirect: { status: 303, to: "/admin/bots" } });
    for (const bad of ["//evil.example", "/\\evil.example", "https://evil.example", "/a\nb"])
      expect(await to(bad)).toEqual({ redirect: { status: 303, to: "/" } });
  });

  it("refuses without the ability and asks for nothing", async () => {
    const user = { ...SESSION.user!, ability: [{ action: "read", subject: "Auth" }] };
    const answer = await page({ url: "/reports/dashboard", session: { ...SESSION, user } });
    expect(answer.status).toBe(403);
    expect(answer.html).toContain("You don’t have access to this page");
    expect(answer.html).not.toContain('href="/reports/dashboard"');
  });
});

describe("what goes wrong", () => {
  it("is 404 for an unknown address", async () => {
    expect(await page({ url: "/nope", session: ANONYMOUS })).toMatchObject({ status: 404, page: "error" });
    expect(await page({ url: "/nope", session: SESSION })).toMatchObject({ status: 404, page: "not-authorized" });
  });

  it("is 400 for a bad value, naming the key and what is possible", async () => {
    const answer = await page({ url: "/reports/dashboard?grp=%3Cb%3E", session: SESSION });
    expect(answer.status).toBe(400);
    expect(answer.html).toContain("overall, service, sales, psf");
    expect(answer.html).not.toContain("<b>");
  });

  it.each([
    [401, "redirect"],
    [403, 403],
    [404, 404],
    [422, 400],
    [500, 503],
  ])("turns a need's %i into %s", async (status, expected) => {
    const result = await rounds({ url: "/reports/dashboard", session: SESSION }, status);
    if ("redirect" in result) return expect(expected).toBe("redirect");
    expect("page" in result && result.page.status).toBe(expected);
    expect("page" in result && result.page.html).toContain('class="rail"');
  });
});

describe("a refused form", () => {
  const form = {
    page: "/pages/login-v1",
    values: { email: 'a"b@x.example', next: "/admin/bots" },
    problem: { status: 400, errors: { email: ["Email or Password is Invalid"] } },
  };

  it("keeps what was typed, says what is wrong, and answers with its status", async () => {
    const answer = await page({ url: "/pages/login-v1", session: ANONYMOUS, form });
    expect(answer.status).toBe(400);
    expect(answer.html).toContain('value="a&quot;b@x.example"');
    expect(answer.html).toContain("Email or Password is Invalid");
    expect(answer.html).toContain('name="next" value="/admin/bots"');
  });

  it("keeps slots as they stand", async () => {
    const slots = {
      page: "",
      values: { email: "%%email%%", next: "%%next%%" },
      problem: { status: 400, detail: "%%detail%%" },
    };
    const { html } = await page({ url: "/pages/login-v1", session: ANONYMOUS, form: slots });
    for (const slot of ['value="%%csrf%%"', 'value="%%email%%"', 'name="next" value="%%next%%"', "%%detail%%"])
      expect(html).toContain(slot);
  });
});

describe("long work under way", () => {
  it("is reported in the bar of every page, how much is done of how much, and otherwise not asked for", async () => {
    const { html } = await page({ url: "/admin/bots", session: { ...SESSION, working: true } });
    expect(html).toContain("march.jsonl");
    expect(html).toContain("10 of 40");
    const idle = await rounds({ url: "/admin/bots", session: SESSION });
    expect("asked" in idle && idle.requests).not.toContain("/api/v1/work");
  });
});

describe("the page table", () => {
  it("has no token in a page that may be kept", async () => {
    for (const { path, cache } of await Promise.all(pages.map((row) => row.load())))
      if (cache) expect((await page({ url: path, session: { ...ANONYMOUS, csrf: "" } })).html).not.toContain("csrf");
  });

  it("has distinct names and paths", () => {
    expect(new Set(pages.map((p) => p.name)).size).toBe(pages.length);
    expect(new Set(pages.map((p) => p.path)).size).toBe(pages.length);
  });
});
