// @vitest-environment happy-dom
/**
 * The shop as a person works in it: what is pressed is seen at once, and taken back with the reason when it is refused.
 */
import { afterEach, describe, expect, it } from "vitest";
import type { Answer } from "../../../../ui/api";
import { CART, PRODUCT, shop } from "../../../ssr/shop";
import { alive, calm, click, gone, getElement, press, send, texts, type } from "../../alive";

const LINE = CART.lines[0]!;
const EMPTY = {
  ...CART,
  lines: [],
  count: 0,
  subtotal: "0.00",
  discount: "0.00",
  delivery: "0.00",
  tax: "0.00",
  total: "0.00",
};
const REFUSED: Answer = { error: { status: 409, detail: "It was sold out a moment ago." } };
/** Once the server is away nothing is read any more: what is taken back is taken back here. */
let away = false;
const answers =
  (more: Record<string, unknown> = {}) =>
  (path: string) =>
    away ? undefined : (Object.entries(more).find(([begin]) => path.startsWith(begin))?.[1] ?? shop(path));
const counted = () => texts(".page-actions a");
const quantity = () => getElement("output").textContent;
const heart = () => getElement("[data-product='20'] [aria-pressed], .s-card [aria-pressed]");

afterEach(() => {
  away = false;
  return gone();
});

describe("the wishlist", () => {
  it("has a product at once, counts it, and gives it back with the reason", async () => {
    const page = await alive("/apps/ecommerce/shop", answers());
    const before = counted();
    expect(heart().getAttribute("aria-pressed")).toBe("false");
    heart().click();
    await calm();
    expect(heart().getAttribute("aria-pressed")).toBe("true");
    expect(counted()).not.toEqual(before);
    expect(page.sent).toMatchObject([{ path: "/api/v1/shop/products/51/wish", method: "POST", body: { on: true } }]);
    away = true;
    await page.settle(REFUSED);
    expect(heart().getAttribute("aria-pressed")).toBe("false");
    expect(counted()).toEqual(before);
    expect(texts(".toast.bad .toast-text")).toEqual(["This is not possible. It was sold out a moment ago."]);
  });

  it("can be undone from where it is reported", async () => {
    const page = await alive("/apps/ecommerce/shop", answers());
    heart().click();
    await page.settle({ data: { ...PRODUCT, in_wishlist: true } });
    await click(".toast-act", "Undo");
    await calm();
    expect(page.sent.at(-1)).toMatchObject({ path: "/api/v1/shop/products/51/wish", body: { on: false } });
  });
});

describe("the cart", () => {
  const open = (more = {}) => alive("/apps/ecommerce/checkout", answers(more));

  it("has the new quantity and its sums at once, and the old ones with the reason when it is refused", async () => {
    const page = await open();
    const sums = texts(".s-sum");
    await click(".s-qty button", "Increase");
    expect(quantity()).toBe("3");
    expect(texts(".s-sum")).not.toEqual(sums);
    away = true;
    await page.settle(REFUSED);
    expect([quantity(), texts(".s-sum")]).toEqual(["2", sums]);
    expect(texts(".toast.bad .toast-text").join()).toContain("It was sold out a moment ago.");
  });

  it("sends a second press after the first, on the revision the first has made", async () => {
    const page = await open();
    await click(".s-qty button", "Increase");
    await click(".s-qty button", "Increase");
    expect([quantity(), page.sent.length]).toEqual(["4", 1]);
    await page.settle({ data: { ...LINE, qty: 3, revision: 4 } });
    expect(page.sent.map(({ revision, body }) => [revision, body])).toEqual([
      ["3", { qty: 3 }],
      ["4", { qty: 4 }],
    ]);
  });

  it("names a line by its colour", async () => {
    await open();
    expect(getElement(".s-qty").getAttribute("aria-label")).toBe("Quantity of Wiper pair </script>, Petrol");
  });

  it("names every colour of a product in words, and offers none where there is none", async () => {
    await alive("/apps/ecommerce/product-detail/dash-camera-2k-20", answers());
    expect(texts(".s-colours label")).toEqual(["Petrol", "Green", "Amber", "Red", "Sky blue"]);
    expect(document.querySelectorAll(".s-colours .sr:not(input)")).toHaveLength(0);
    await gone();
    await alive(
      "/apps/ecommerce/product-detail/dash-camera-2k-20",
      answers({ "/api/v1/shop/products/": { ...PRODUCT, colours: [], related: [], currency: "INR" } }),
    );
    expect(document.querySelector(".s-colours")).toBeNull();
  });

  it("says a line's colour in words, and none of what has none", async () => {
    await open();
    expect(getElement(".s-line .s-named").textContent).toBe("Petrol");
    await gone();
    await open({ "/api/v1/shop/cart": { ...CART, lines: [{ ...LINE, colour: "" }] } });
    expect(document.querySelector(".s-line .s-named")).toBeNull();
    expect(getElement(".s-qty").getAttribute("aria-label")).toBe("Quantity of Wiper pair </script>");
  });

  it("adds what has no colour without one", async () => {
    const page = await alive(
      "/apps/ecommerce/product-detail/dash-camera-2k-20",
      answers({ "/api/v1/shop/products/": { ...PRODUCT, colours: [], related: [], currency: "INR" } }),
    );
    await send(".s-buy");
    expect(page.sent).toMatchObject([{ path: "/api/v1/shop/cart", body: { product: "51", qty: 1 } }]);
    expect(page.sent[0]?.body).not.toHaveProperty("colour");
  });

  it("has the chosen colour, and taking it back takes only what was added", async () => {
    const page = await alive("/apps/ecommerce/product-detail/dash-camera-2k-20", answers());
    getElement<HTMLInputElement>(".s-colours [value=danger]").click();
    await send(".s-buy");
    expect(page.sent).toMatchObject([{ path: "/api/v1/shop/cart", body: { product: "51", colour: "danger", qty: 1 } }]);
    await page.settle({ data: { ...LINE, product: PRODUCT, colour: "danger", qty: 3 } });
    expect(texts(".toast-text")).toEqual(["Added to cart: Dash camera, 2K, Red"]);
    await click(".toast-act", "Undo");
    await calm();
    expect(page.sent.at(-1)).toMatchObject({ path: "/api/v1/shop/cart/61", method: "PATCH", body: { qty: 2 } });
  });

  it("loses a line at once, and has it again when that is refused because of another window", async () => {
    const page = await open();
    await click(".s-acts button", "Remove");
    expect(document.querySelectorAll(".s-line")).toHaveLength(0);
    away = true;
    await page.settle({ error: { status: 412 } });
    expect(document.querySelectorAll(".s-line")).toHaveLength(1);
    expect(texts(".toast.bad .toast-text").join()).toContain("changed in another window");
  });

  it("says what to do when it is empty, and what failed when it cannot be read", async () => {
    await open({ "/api/v1/shop/cart": EMPTY });
    expect([texts(".empty h2").length, getElement(".empty a").getAttribute("href")]).toEqual([
      1,
      "/apps/ecommerce/shop",
    ]);
    await alive("/apps/ecommerce/checkout", (path) => (path.startsWith("/api/v1/shop/cart") ? undefined : shop(path)));
    expect(texts("h1")).toEqual(["This page is unavailable"]);
  });
});

describe("an address", () => {
  const open = () => alive("/apps/ecommerce/checkout?step=address", answers());
  const CHANGE = ".s-places details form";

  it("is changed in place on the revision that was shown", async () => {
    const page = await open();
    await type(`${CHANGE} [name=street]`, "15 Law College Road");
    await send(CHANGE);
    expect(page.sent).toMatchObject([
      {
        path: "/api/v1/shop/addresses/71",
        method: "PATCH",
        revision: "1",
        body: { street: "15 Law College Road", pin: "411004" },
      },
    ]);
    await page.settle({ data: {} });
    expect(texts(".toast-text")).toEqual(["The address was saved."]);
    expect(getElement<HTMLDetailsElement>(".s-places details").open).toBe(false);
  });

  it("that is refused says so at its field, and keeps what was typed in all of them", async () => {
    const page = await open();
    await type(`${CHANGE} [name=pin]`, "41");
    await type(`${CHANGE} [name=city]`, "Poona");
    await send(CHANGE);
    await page.settle({ error: { status: 422, errors: { pin: ["Six digits."] } } });
    const pin = getElement<HTMLInputElement>(`${CHANGE} [name=pin]`);
    expect([
      pin.value,
      pin.getAttribute("aria-invalid"),
      getElement<HTMLInputElement>(`${CHANGE} [name=city]`).value,
    ]).toEqual(["41", "true", "Poona"]);
    expect(document.getElementById(pin.getAttribute("aria-describedby")!.split(" ")[0]!)!.textContent).toContain(
      "Six digits.",
    );
    expect(document.querySelectorAll(".card.s-new [aria-invalid]")).toHaveLength(0);
  });

  it("that is new leads on to the payment", async () => {
    const page = await open();
    for (const name of ["name", "phone", "street", "pin", "city", "state"])
      await type(`.card.s-new [name=${name}]`, "411004");
    await send(".card.s-new form");
    await page.settle({ data: { id: "72" } });
    await calm(20);
    expect(window.location.search).toBe("?step=payment&address=72");
  });
});

describe("an order", () => {
  it("is cancelled only after asking, and says why it could not be", async () => {
    const page = await alive("/apps/ecommerce/order/81", answers());
    await click("main button", "Cancel the order");
    expect(page.sent).toEqual([]);
    const dialog = getElement<HTMLDialogElement>("dialog#cancel");
    expect([dialog.open, dialog.textContent]).toEqual([true, expect.stringContaining("Cancel order 12?")]);
    await send("dialog#cancel form");
    expect(page.sent).toMatchObject([{ path: "/api/v1/shop/orders/81/cancel", revision: "1" }]);
    await page.settle({ error: { status: 409, detail: "It has left already." } });
    expect([dialog.open, texts("dialog#cancel .notice").join()]).toEqual([true, "It has left already."]);
    await press("Escape");
  });
});
