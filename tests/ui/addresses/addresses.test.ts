/** Every address of the product and the template that is built is one page, and the menu leads to nothing else. */
import { describe, expect, it } from "vitest";
import { menuOf } from "../../../ui/layouts/menu";
import { pages } from "../../../ui/routes";
import { SESSION } from "../rendered";

const ADDRESSES = `
  /reports/dashboard /reports/conversations /admin/bots
  /dashboard/analytics /dashboard/ecommerce /apps/email /apps/chat /apps/todo /apps/calendar
  /apps/invoice/list /apps/invoice/preview/:id /apps/invoice/add /apps/invoice/edit/:id
  /apps/ecommerce/shop /apps/ecommerce/product-detail/:slug /apps/ecommerce/wishlist /apps/ecommerce/checkout
  /apps/user/list /apps/user/view/:id
  /pages/login-v1 /pages/register-v1 /pages/faq 
  /pages/knowledge-base /pages/knowledge-base/:category /pages/knowledge-base/:category/:question
  /pages/pricing /pages/blog/list /pages/blog/detail/:id /pages/blog/edit/:id
  /datatables /forms /charts /components /extensions /access-control /misc/not-authorized /misc/error
`
  .trim()
  .split(/\s+/);

/** A pattern without the names of its parameters. */
const shape = (path: string) => path.replace(/:\w+/g, ":");

describe("addresses", () => {
  const taken = pages.map(({ path }) => shape(path));

  it("are all taken by a page", () => expect(ADDRESSES.map(shape).filter((path) => !taken.includes(path))).toEqual([]));

  it("are taken by one page each", () => expect(taken.filter((path, at) => taken.indexOf(path) !== at)).toEqual([]));

  it("of the menu are pages", () => {
    const paths = menuOf(pages, SESSION.user).flatMap(({ entries }) => entries.map(({ path }) => shape(path)));
    expect(paths.filter((path) => !taken.includes(path))).toEqual([]);
  });
});
