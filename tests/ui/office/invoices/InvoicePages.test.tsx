// @vitest-environment happy-dom
/**
 * Invoices alive: sums while one types, what is refused at its line, both texts side by side, payments with undo,
 * states.
 */
import { afterEach, describe, expect, it } from "vitest";
import { INVOICE, invoices } from "../../../ssr/invoices";
import { alive, calm, click, gone, getElement, send, texts, type } from "../../alive";

const read = (path: string) => invoices(path);
const EDIT = "/apps/invoice/edit/5036";
const PREVIEW = "/apps/invoice/preview/5036";
const FORM = ".i-form";
const total = () => texts(".i-sums .i-total dd")[0];
const value = (name: string) => getElement<HTMLInputElement>(`[name="${name}"]`).value;

afterEach(gone);

describe("an invoice that is written", () => {
  it("comes to its sum while one types, and to none where a number is none", async () => {
    await alive(EDIT, read);
    const before = total();
    await type('[name="lines.0.cost"]', "5000");
    expect(total()).not.toBe(before);
    await type('[name="lines.0.cost"]', "much");
    expect([
      getElement('[name="lines.0.cost"]').getAttribute("aria-invalid"),
      texts(".i-line:first-of-type output, .i-line output")[0],
    ]).toEqual(["true", "—"]);
  });

  it("gets lines and loses them, but never the last", async () => {
    await alive(EDIT, read);
    expect(document.querySelectorAll(".i-line")).toHaveLength(2);
    await click(".i-writing > p button");
    expect(document.querySelectorAll(".i-line")).toHaveLength(3);
    for (let left = 3; left > 1; left -= 1) await click(".i-remove");
    expect([document.querySelectorAll(".i-line").length, document.querySelectorAll(".i-remove").length]).toEqual([
      1, 0,
    ]);
    expect(value("lines.0.cost")).toBe("");
  });

  it("that is refused says so at its field and at its line, and keeps what was typed", async () => {
    const page = await alive(EDIT, read);
    await type('[name="lines.1.quantity"]', "3000");
    await type('[name="client.email"]', "nobody");
    await send(FORM);
    expect(page.sent).toMatchObject([{ path: "/api/v1/invoices/51", method: "PATCH", revision: "3" }]);
    await page.settle({
      error: {
        status: 422,
        errors: { "client.email": ["This is no address."], "lines.1.quantity": ["Too many."] },
      },
    });
    expect([
      getElement('[name="client.email"]').getAttribute("aria-invalid"),
      value("client.email"),
      value("lines.1.quantity"),
    ]).toEqual(["true", "nobody", "3000"]);
    expect(texts(".i-line .field-error")).toEqual(["Too many."]);
    expect(getElement('[name="lines.1.quantity"]').getAttribute("aria-invalid")).toBe("true");
  });

  it("that someone else has saved lays both beside each other, and goes on that revision", async () => {
    let now = INVOICE;
    const page = await alive(EDIT, (path) => (/invoices\/5\d+$/.test(path) ? now : invoices(path)));
    await type("[name=note]", "Mine");
    await send(FORM);
    now = { ...INVOICE, note: "Theirs", revision: 8 };
    await page.settle({ error: { status: 412 } });
    await calm(20);
    expect(texts(".differences tbody td")).toEqual(["Mine", "Theirs"]);
    await send(FORM);
    expect(page.sent.at(-1)).toMatchObject({ revision: "8", body: { note: "Mine" } });
    await page.settle({ error: { status: 412 } });
    await calm(20);
    await click(".notice .button");
    await calm(20);
    expect(value("note")).toBe("Theirs");
  });
});

describe("a payment", () => {
  const open = () => alive(`${PREVIEW}?sheet=payment`, read);

  it("is recorded, reported, and undone on the revision it has made", async () => {
    const page = await open();
    await type("dialog [name=amount]", "100.00");
    await send("dialog form");
    expect(page.sent).toMatchObject([
      {
        path: expect.stringMatching(/invoices\/51?\d*\/payments$/) as string,
        method: "POST",
        revision: "3",
        body: { amount: "100.00", method: "bank" },
      },
    ]);
    await page.settle({ data: { ...INVOICE, revision: 4 } });
    await calm(20);
    expect(window.location.search).toBe("");
    await click(".toast-act", "Undo");
    await calm();
    expect(page.sent.at(-1)).toMatchObject({
      path: expect.stringMatching(/payments\/63$/) as string,
      method: "DELETE",
      revision: "4",
    });
    await page.settle({ error: { status: 412 } });
    await calm(20);
    expect(texts(".toast").join(" ")).toContain("This is not possible.");
  });

  it("that is too much says so at its field; the sheet stays with what was typed", async () => {
    const page = await open();
    await type("dialog [name=amount]", "9000000.00");
    await send("dialog form");
    await page.settle({ error: { status: 422, errors: { amount: ["More than is open."] } } });
    const amount = getElement<HTMLInputElement>("dialog [name=amount]");
    expect([amount.getAttribute("aria-invalid"), amount.value, getElement<HTMLDialogElement>("dialog").open]).toEqual([
      "true",
      "9000000.00",
      true,
    ]);
    expect(texts("dialog .field-error")).toEqual(["More than is open."]);
  });

  it("that could not be sent at all says so in the sheet", async () => {
    const page = await open();
    await send("dialog form");
    await page.settle({ error: { status: 412 } });
    expect(texts("dialog .notice").join()).toContain("Someone else changed");
  });
});

describe("a list without rows", () => {
  const none = (path: string) =>
    /invoices(\?|$)/.test(path)
      ? { items: [], total: 0, page: 1, per: 10, next: null, previous: null }
      : invoices(path);

  it.each([
    ["that fit leads to all", "/apps/invoice/list?q=zzz", "/apps/invoice/list"],
    ["beyond the last page leads to the first", "/apps/invoice/list?page=9", "/apps/invoice/list"],
    ["at all begins with the first invoice", "/apps/invoice/list", "/apps/invoice/add"],
  ])("%s", async (_, url, to) => {
    await alive(url, none);
    expect(getElement(".empty a").getAttribute("href")).toBe(to);
  });

  it("that cannot be read says what failed", async () => {
    await alive("/apps/invoice/list", (path) => (/invoices(\?|$)/.test(path) ? undefined : invoices(path)));
    expect(texts("h1")).toEqual(["This page is unavailable"]);
  });
});

describe("the list", () => {
  it("says for how many days the oldest is past due, and has the most frequent acts in its rows", async () => {
    await alive("/apps/invoice/list", (path) => invoices(path));
    expect(texts(".kf .kn").at(-1)).toBe("1 invoice · 4 days");
    expect(document.querySelector(".kf:last-child b.bad")).not.toBeNull();
    const links = [...document.querySelectorAll(".dt-quick a")].map((link) => link.getAttribute("href"));
    expect(links).toEqual(["/apps/invoice/preview/5036?sheet=send", "/api/v1/invoices/5036/pdf"]);
  });
});
