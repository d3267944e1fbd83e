// The pages of the page table, and where each is: with a real id where it has one.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { signInByApi, type Watched } from "./browser";

export interface TablePage {
  name: string;
  path: string;
  access: unknown;
  layout: string;
  styles: string[];
}

export const table = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../app/static/build/pages.json"), "utf8"),
) as { pages: TablePage[]; looks: string; later: string };

/** Pages for who is signed in, and those that only others see. */
export const signedIn = table.pages.filter(({ access }) => access !== "guest");
export const anonymous = table.pages.filter(({ access }) => access === "guest" || access === "public");

/** Where the rows of pages with an id are listed, by the beginning of their paths. */
const LISTS: Record<string, string> = {
  "/admin/bots/": "bots",
  "/admin/clients/": "clients",
  "/admin/outlets/": "outlets",
  "/admin/users/": "people",
  "/admin/import/": "imports",
  "/admin/masters/vehicles/": "vehicles",
  "/ew-leads/": "leads",
  "/admin/masters/customers/": "customers",
  "/offers/": "offers?view=finished",
  "/dashboards/": "dashboards",
  "/reports/alerts/": "alerts",
  "/reports/schedules/": "schedules",
  "/pages/edit/faq/": "faq",
  "/pages/edit/knowledge-base/": "articles",
  "/reports/conversations/": "conversations?r=all",
  "/reports/contacts/": "contacts?r=all",
  "/reports/calls/": "calls",
  "/customer-documents/": "customer-documents",
};
/** Words of paths that are no ids. */
const WORDS: Record<string, string> = {
  "/admin/reference/:list": "/admin/reference/vehicle-models",
  "/reports/groups/:group": "/reports/groups/service",
  "/apps/ecommerce/product-detail/:slug": "/apps/ecommerce/product-detail/first-aid-kit-11",
  "/apps/email/label/:label": "/apps/email/label/company",
  "/apps/email/:folder": "/apps/email/sent",
};

/** The page's address, with a real id where it has one. */
export async function address(page: TablePage, reader: Watched, base: string): Promise<string> {
  const { name, path } = page;
  if (!path.includes(":")) return path;
  if (path.startsWith("/pages/knowledge-base"))
    return path.replace(":category", "reports").replace(":question", "figures-differ");
  if (WORDS[path]) return WORDS[path];
  if (path.startsWith("/apps/invoice")) return path.replace(":id", "5035");
  if (name === "receipt") return receiptAddress(reader, base);
  if (name === "order") return orderAddress(reader, base);
  if (name === "talk") return talkAddress(reader, base);
  if (name === "email-one") return mailAddress(reader, base);
  if (name === "test") return testAddress(reader, base);
  const list = Object.keys(LISTS).find((beginning) => path.startsWith(beginning));
  return list ? path.replace(":id", await firstOf(reader, base, LISTS[list]!)) : path.replace(/:\w+/g, "1");
}

/** The rows of a list, by a reader who signs in again where they have not looked at a page for long. */
async function rowsOf<Row>({ context }: Watched, base: string, list: string): Promise<Row[]> {
  const read = () => context.request.get(`${base}/api/v1/${list}`);
  let answer = await read();
  if (answer.status() === 401) {
    await signInByApi(context, base);
    answer = await read();
  }
  if (!answer.ok()) throw new Error(`${list}: ${await answer.text()}`);
  return ((await answer.json()) as { items: Row[] }).items;
}

/** The id of what a list begins with. */
async function firstOf(reader: Watched, base: string, list: string): Promise<string> {
  const [first] = await rowsOf<{ id: string }>(reader, base, list);
  if (!first) throw new Error(`Nothing is listed by ${list}.`);
  return first.id;
}

/** A conversation in which nothing is unread, so that looking at it changes nothing. */
async function talkAddress(reader: Watched, base: string): Promise<string> {
  const chats = await rowsOf<{ id: string; unseen: number }>(reader, base, "chat/chats");
  return `/apps/chat/${chats.find(({ unseen }) => unseen === 0)!.id}`;
}

/** The page of a link for testers, made by the form that a bot has for it. */
async function testAddress(reader: Watched, base: string): Promise<string> {
  const { page } = reader;
  await page.goto(`${base}/admin/bots/${await firstOf(reader, base, "bots")}/testers`);
  await page.locator("main input[name=name]").fill("Pages");
  await page.getByRole("button", { name: "Create link" }).click();
  const link = await page
    .getByText(/\/test\/\d+\.[0-9a-f]{32}/)
    .first()
    .innerText();
  await page.goto("about:blank");
  return new URL(link).pathname;
}

/** The page of a mail with attachments that has been read: opening another would mark it, which is a request. */
async function mailAddress(reader: Watched, base: string): Promise<string> {
  type Mail = { id: string; is_read: boolean; files: number };
  const mails = await rowsOf<Mail>(reader, base, "mail/folders/inbox?per=50");
  const match = mails.find((mail) => mail.is_read && mail.files > 0);
  if (!match) throw new Error("There is no mail that has been read.");
  return `/apps/email/mail/${match.id}`;
}

/** The receipt of the dashboard's first number. */
async function receiptAddress({ page }: Watched, base: string): Promise<string> {
  await page.goto(`${base}/reports/dashboard?r=all`);
  // Away from the menu, which opens under the pointer and covers what is beside it.
  const { width, height } = page.viewportSize()!;
  await page.mouse.move(width - 40, height - 20);
  await page.locator("details.kd summary").first().click();
  await page.locator("details.kd[open] button").click();
  await page.waitForURL(/\/receipts\//);
  const path = new URL(page.url()).pathname;
  await page.goto("about:blank");
  return path;
}

/** The page of the reader's latest order; one is placed where there is none yet. */
async function orderAddress(reader: Watched, base: string): Promise<string> {
  const { page } = reader;
  const [there] = await rowsOf<{ id: string }>(reader, base, "shop/orders");
  if (there) return `/apps/ecommerce/order/${there.id}`;
  await page.goto(`${base}/apps/ecommerce/checkout?step=payment`);
  await page.getByRole("button", { name: "Place order" }).click();
  await page.waitForURL(/\/order\//);
  const path = new URL(page.url()).pathname;
  // What the placed order still asks for is not the page's that is looked at next.
  await page.goto("about:blank");
  return path;
}
