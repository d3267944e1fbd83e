/** Every address of the product and the template is a page: a built one, or one of the table of those to be built. */
import { describe, expect, it } from "vitest";
import texts from "../../../ui/i18n/en/coming.json";
import { COMING } from "../../../ui/features/coming/pages";
import { pages } from "../../../ui/routes";
import { opened, SESSION } from "../reports/rendered";

const ADDRESSES = `
  /reports/dashboard /reports/usage /reports/engagement /reports/conversations /reports/journey /reports/speech /reports/documents
  /admin/bots /admin/users /admin/clients /admin/reference /offers /ew-leads /sandbox
  /dashboard/analytics /dashboard/ecommerce /apps/email /apps/chat /apps/todo /apps/calendar
  /apps/invoice/list /apps/invoice/preview/:id /apps/invoice/add /apps/invoice/edit/:id
  /apps/ecommerce/shop /apps/ecommerce/product-detail/:slug /apps/ecommerce/wishlist /apps/ecommerce/checkout
  /apps/user/list /apps/user/view/:id
  /pages/login-v1 /pages/register-v1 /pages/faq /pages/knowledge-base /pages/knowledge-base/:category /pages/knowledge-base/:category/:question
  /pages/pricing /pages/blog/list /pages/blog/detail/:id /pages/blog/edit/:id
  /datatables /forms /charts /components /extensions /access-control /misc/not-authorized /misc/error
`.trim().split(/\s+/);

/** A pattern without the names of its parameters. */
const shape = (path: string) => path.replace(/:\w+/g, ":");

describe("addresses", () => {
  it("are all taken by a page", () => {
    const taken = pages.map(({ path }) => shape(path));
    expect(ADDRESSES.map(shape).filter((path) => !taken.includes(path))).toEqual([]);
  });

  it("are taken by one page each: what is built has left the table of what is to be built", () => {
    const taken = pages.map(({ path }) => shape(path));
    expect(taken.filter((path, at) => taken.indexOf(path) !== at)).toEqual([]);
  });

  it("of the table are the specified ones", () => {
    expect(COMING.map(({ path }) => shape(path)).filter((path) => !ADDRESSES.map(shape).includes(path))).toEqual([]);
  });
});

describe("a page to be built", () => {
  it("has all its words, and no word is left from one that is built", () => {
    const used = COMING.flatMap(({ title, topic }) => [...(title.startsWith("coming.") ? [title.slice(7)] : []), `what.${topic}`]);
    expect(Object.keys(texts).filter((key) => key.includes(".")).sort()).toEqual([...new Set(used)].sort());
  });

  it("sends one to pages that are built", () => {
    const unbuilt = COMING.map(({ name }) => name);
    for (const { name, today } of COMING) {
      expect(today.length, name).toBeGreaterThan(0);
      expect(today.filter((to) => unbuilt.includes(to) || !pages.some((page) => page.name === to)), name).toEqual([]);
    }
  });

  it.each(COMING.map((coming) => [coming.name, coming] as const))("%s says what will be here and asks for nothing", async (_name, { path }) => {
    const shown = await opened(path.replace(/:\w+/g, "1"), () => undefined);
    expect(shown.status).toBe(200);
    expect(shown.texts(".empty h2")).toEqual(["Not here yet"]);
    expect(shown.text(".empty p")).not.toMatch(/coming\.|directory\./);
    expect(shown.text("h1")).not.toContain(".");
    expect(shown.texts(".empty .button").length).toBeGreaterThan(0);
    expect(shown.texts(".empty .button").filter((text) => text.includes("."))).toEqual([]);
  });

  it("offers nothing one may not open", async () => {
    const user = { ...SESSION.user!, ability: [{ action: "read", subject: "Usage" }, { action: "read", subject: "Conversation" }] };
    const shown = await opened("/reports/usage", () => undefined, { session: { user } });
    expect(shown.texts(".empty .button")).toEqual(["Conversations"]);
  });

  it("is refused without its ability, and needs a sign-in", async () => {
    const user = { ...SESSION.user!, ability: [{ action: "read", subject: "Auth" }] };
    expect((await opened("/admin/users", () => undefined, { session: { user } })).status).toBe(403);
    await expect(opened("/admin/users", () => undefined, { session: { user: null, workspace: null } })).rejects.toThrow("/pages/login-v1");
  });
});
