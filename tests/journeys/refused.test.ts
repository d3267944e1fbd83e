// Every form of the product is refused once, as a browser without script sends it, and shows what was typed.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { address, table, type TablePage } from "./addresses";
import { launch, open, signIn, type Watched } from "./browser";
import { base } from "./here";

let browser: Browser;
let reader: Watched;
let guest: Watched;

beforeAll(async () => {
  browser = await launch();
  // The document that forms are sent from reads pages as text, which its own policy would rightly refuse.
  const options = { bypassCSP: true };
  [reader, guest] = await Promise.all([open(browser, options), open(browser, options)]);
  await reader.page.goto(`${base}/pages/login-v1`);
  await signIn(reader.page);
  await uploadVehicles(reader.page);
});
afterAll(() => browser.close());

/** A file with rows to correct and values to decide. */
async function uploadVehicles(page: Page): Promise<void> {
  const rows = ["vin,model,remarks", "MRDHK4S2XT04I2915,Nova,a", "MRDHK4S2XT0412867,Nova,b"];
  await page.goto(`${base}/admin/masters/imports?kind=vehicles`);
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "nova.csv", mimeType: "text/csv", buffer: Buffer.from(rows.join("\n")) });
  await page.getByRole("button", { name: "Check file" }).click();
  await page.waitForURL(/imports\/\d+/);
  await page
    .locator("main", { hasText: "nothing is saved yet" })
    .locator("input[name='rows.0.cells.vin']")
    .waitFor({ timeout: 60_000 });
}

/** So many addresses of a page itself are opened: sheets, tabs and questions. */
const SHEETS = 8;

interface Tried {
  forms: string[];
  wrong: string[];
}

/** Fill and send each form of a page and of its sheets but those that are known; runs in the browser. */
async function tryForms([path, known, most]: readonly [string, readonly string[], number]): Promise<Tried> {
  const TYPED = " 9–6pm <b>\"&'";
  // A code that is good for once is a secret, as a password is.
  const OWN = ["csrf", "password", "secret", "token"];
  // The document that an editor holds fills these, also where it was refused.
  const OF_DOCUMENT = /^(phrases\.|(knowledge|texts)\.\d+\.\w+\.hi-Latn\.)/;
  const OF_TYPE: Readonly<Record<string, string>> = {
    number: "7",
    date: "2026-01-02",
    time: "10:11",
    "datetime-local": "2026-01-02T10:11",
    month: "2026-01",
    week: "2026-W02",
    color: "#123456",
    email: "a–b@x",
  };
  const seen = new Set(known);
  const result: Tried = { forms: [], wrong: [] };
  const parsed = async (answer: Response) => new DOMParser().parseFromString(await answer.text(), "text/html");
  const headers = { Accept: "text/html" };
  const get = async (url: string) => parsed(await fetch(url, { headers }));
  /** What makes two forms the same: the call without its ids, and the names of the fields. */
  const keyOf = (form: HTMLFormElement) => {
    const params = new URL(form.getAttribute("action")!, location.href).searchParams;
    const call = (params.get("call") ?? "").replace(/\d+/g, "0");
    return [
      params.get("method"),
      call,
      ...new Set([...new FormData(form).keys()].map((name) => name.replace(/\d+/g, "0"))),
    ].join(" ");
  };
  const typable = (form: HTMLFormElement) =>
    [...form.elements].filter(
      (element): element is HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement =>
        !OF_DOCUMENT.test((element as HTMLInputElement).name) &&
        (element instanceof HTMLInputElement ||
          element instanceof HTMLSelectElement ||
          element instanceof HTMLTextAreaElement) &&
        element.name !== "" &&
        !element.matches(":disabled") &&
        !["hidden", "file", "submit", "button", "password"].includes(element.type),
    );
  const fill = (form: HTMLFormElement) => {
    const radios = new Set<string>();
    for (const field of typable(form)) {
      if (field instanceof HTMLSelectElement) {
        if (field.multiple) for (const option of field.options) option.selected = !option.selected;
        else field.selectedIndex = field.options.length - 1 - field.selectedIndex;
      } else if (field.type === "checkbox") (field as HTMLInputElement).checked = !(field as HTMLInputElement).checked;
      else if (field.type === "radio") {
        if (!(field as HTMLInputElement).checked && !radios.has(field.name)) {
          (field as HTMLInputElement).checked = true;
          radios.add(field.name);
        }
      } else if (field.type === "range") field.value = (field as HTMLInputElement).max || "7";
      else {
        const text = OF_TYPE[field.type] ?? (field instanceof HTMLTextAreaElement ? `${TYPED}\n\n x` : TYPED);
        field.value = field.maxLength > 0 ? text.slice(0, field.maxLength) : text;
      }
    }
  };
  /** What a form sends, but for secrets. */
  const sent = (form: HTMLFormElement) =>
    [...new FormData(form)]
      .filter(([name, value]) => typeof value === "string" && !OWN.some((part) => name.toLowerCase().includes(part)))
      .map(([name, value]) => `${name}=${String(value).replace(/\r\n/g, "\n")}`);
  const callOf = (form: Element) => {
    const { searchParams } = new URL(form.getAttribute("action")!, location.href);
    return `${searchParams.get("method")} ${searchParams.get("call")} ${searchParams.get("page")?.split("#")[1]}`;
  };
  const forms = (page: Document) => [...page.querySelectorAll<HTMLFormElement>('form[action^="/submit"]')];
  const tryPage = async (url: string, page: Document) => {
    for (const form of forms(page)) {
      const key = keyOf(form);
      if (seen.has(key) || typable(form).length === 0) continue;
      seen.add(key);
      if (key.includes("/session/code")) continue;
      result.forms.push(key);
      const place = forms(page)
        .filter((other) => callOf(other) === callOf(form))
        .indexOf(form);
      fill(form);
      const body = new FormData();
      for (const [name, value] of new FormData(form))
        if (typeof value === "string") body.append(name, name === "csrf" ? "wrong" : value.replace(/\r?\n/g, "\r\n"));
      const plain = form.enctype !== "multipart/form-data";
      const answer = await fetch(form.getAttribute("action")!, {
        method: "POST",
        headers,
        body: plain ? new URLSearchParams([...body] as [string, string][]) : body,
      });
      const again = await parsed(answer);
      const back = forms(again).filter((other) => callOf(other) === callOf(form))[place];
      if (!back) {
        result.wrong.push(`${url}: ${key}: the form is gone (${answer.status})`);
        continue;
      }
      const [was, is] = [sent(form), sent(back)];
      const lost = was.filter((value) => !is.includes(value));
      const more = is.filter((value) => !was.includes(value));
      if (lost.length + more.length > 0)
        result.wrong.push(
          `${url}: ${key}: lost ${JSON.stringify(lost.slice(0, 6))}, instead ${JSON.stringify(more.slice(0, 6))}`,
        );
      if (again.body.textContent.includes("[object Object]")) result.wrong.push(`${url}: ${key}: [object Object]`);
    }
  };
  const first = await get(path);
  await tryPage(path, first);
  const sheets = new Map<string, string>();
  const { pathname } = new URL(path, location.href);
  for (const link of first.querySelectorAll("a[href]")) {
    const url = new URL(link.getAttribute("href")!, location.href);
    if (url.pathname !== pathname || url.origin !== location.origin) continue;
    const [keys, words] = [[...url.searchParams.keys()].sort(), [...url.searchParams.values()]];
    if (keys.length === 0 || keys.some((key) => ["sort", "page", "per", "hl", "q", "r", "grp"].includes(key))) continue;
    const kind = `${keys.join()} ${words.map((word) => (/\d/.test(word) ? "#" : word)).join()}`;
    if (!sheets.has(kind) && sheets.size < most) sheets.set(kind, url.pathname + url.search);
  }
  for (const url of sheets.values()) await tryPage(url, await get(url));
  return result;
}

const known: string[] = [];

/** The lists whose first rows pages of one thing are about. */
const LISTS: Readonly<Record<string, string>> = {
  bots: "bots",
  clients: "clients",
  outlets: "outlets",
  "masters/imports": "masters/imports",
};

/** The address of a page, with one of its own things where it is about one. */
async function placeOf(page: TablePage): Promise<string> {
  if (page.name === "code-list") return page.path.replace(":list", "vehicle-models");
  if (page.name === "user") return page.path.replace(":id", "2");
  const list = LISTS[/^\/admin\/(.+)\/:id/.exec(page.path)?.[1] ?? ""];
  if (!list) return address(page, reader, base);
  const { items } = (await (await reader.context.request.get(`${base}/api/v1/${list}`)).json()) as {
    items: { id: string }[];
  };
  return page.path.replace(":id", items[0]!.id);
}

async function tryPageOf(page: TablePage): Promise<void> {
  const path = await placeOf(page);
  const from = (page.access === "guest" ? guest : reader).page;
  // Any document of ours that does nothing by itself.
  if (!from.url().endsWith("/healthz")) await from.goto(`${base}/healthz`);
  const result = await from.evaluate(tryForms, [path, known, FIGURES.test(path) ? 0 : SHEETS] as const);
  expect(result.wrong, result.wrong.join("\n")).toEqual([]);
  // Only now: a form that is wrong is tried again when the page is.
  known.push(...result.forms);
}

/** Pages that show and narrow figures, calls or components: what their links change is what is listed. */
const FIGURES =
  /^\/(reports|dashboard|charts|components|extensions|search)|^\/admin\/reference\/(api|metrics)|^\/apps\/todo$/;

const areas = Map.groupBy(table.pages, ({ path }) => path.split("/").slice(1, 3).join("/"));
describe.each([...areas])("%s", (_area, pages) => {
  test.each(pages.map((page) => [page.name, page] as const))("%s shows what was typed", async (_name, page) =>
    tryPageOf(page),
  );
});

test("forms were found", () => expect(known.length).toBeGreaterThan(100));
