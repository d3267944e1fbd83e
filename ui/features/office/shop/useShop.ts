/** What is done in the shop: seen at once on every list that is kept, taken back with the reason when it is refused. */
import { useToast } from "../../../components/toasts/useToast";
import { useOptimisticCalls } from "../../../hooks/useOptimisticCalls";
import { useText } from "../../../lib/i18n";
import type { TextFunction } from "../../../lib/messages";
import { shopApi, type Seen } from "./api";
import { recount } from "./sums";
import type { Cart, CartLine, Colour, OwnCounts, Product, ProductDetail, ProductPage } from "./types";

/** What may change of what is shown. */
interface Change {
  product?: (product: Product) => void;
  wishes?: (page: ProductPage) => void;
  cart?: (cart: Cart) => void;
  counts?: (counts: OwnCounts) => void;
}

/** The ways to keep and to buy. */
export function useShop() {
  const t = useText();
  const { show } = useToast();
  const calls = useOptimisticCalls({
    api: shopApi,
    tag: "Shop",
    texts: { offline: t("shop.offline"), meanwhile: t("shop.meanwhile"), failed: t("shop.failed") },
  });
  const { send } = calls;
  const title = t("shop.refused");
  const refuse = (error: unknown) => calls.refuse(title, error);
  const { wish, addLine, changeLine, removeLine, restoreLine, keepLine } = shopApi.endpoints;

  /** What a change does to each answer that is kept. */
  const recipes = ({ product, wishes, cart, counts }: Change) => ({
    products: product && ((page: ProductPage) => page.items.forEach(product)),
    product: product && ((product_: ProductDetail) => [product_, ...product_.related].forEach(product)),
    wishes: (product ?? wishes) && ((page: ProductPage) => (product && page.items.forEach(product), wishes?.(page))),
    cart: cart && ((whole: Cart) => (cart(whole), recount(whole))),
    ownCounts: counts,
  });
  const see = (change: Change) => calls.see(recipes(change));

  const keep = async (product: Product, on: boolean, announced = true) => {
    const undo = see({
      product: (other) => other.id === product.id && (other.in_wishlist = on),
      counts: (counts) => (counts.wishlist += on ? 1 : -1),
      wishes: (page) => !on && without(page, product.id),
    });
    const { error } = await send<Product>(wish.initiate({ id: product.id, on }));
    if (error) {
      undo();
      return refuse(error);
    }
    if (announced)
      show({
        text: t(on ? "shop.keptOne" : "shop.unkeptOne", { what: product.name }),
        action: { label: t("shop.undo"), do: () => void keep(product, !on, false) },
      });
  };
  const add = async (product: Product, more: { colour?: Colour; qty?: number; unwish?: boolean } = {}) => {
    const undo = see({
      product: (other) => other.id === product.id && (other.in_cart = true),
      counts: (counts) => (counts.cart += more.qty ?? 1),
      ...(more.unwish && { wishes: (page: ProductPage) => without(page, product.id) }),
    });
    const { data, error } = await send<CartLine>(addLine.initiate({ product: product.id, ...more }));
    if (!data) {
      undo();
      return refuse(error);
    }
    const before = data.qty - (more.qty ?? 1);
    show({
      text: t("shop.addedOne", { what: lineName(t, data) }),
      action: { label: t("shop.undo"), do: () => void (before ? change(data, before) : remove(data, false)) },
    });
  };

  const write = (line: CartLine, change: Change, call: (seen: Seen) => unknown) =>
    calls.write(line, recipes(change), call, title);
  // Whether the product is still there in another colour, the server knows.
  const gone = (line: CartLine): Change => ({
    cart: (cart) => (cart.lines = cart.lines.filter(({ id }) => id !== line.id)),
    counts: (counts) => (counts.cart -= line.qty),
  });
  const change = (line: CartLine, qty: number) =>
    write(
      line,
      {
        cart: (cart) => cart.lines.forEach((other) => other.id === line.id && (other.qty = qty)),
        counts: (counts) => (counts.cart += qty - line.qty),
      },
      (seen) => changeLine.initiate({ ...seen, qty }),
    );
  const restore = (line: CartLine) =>
    write(line, { counts: (counts) => (counts.cart += line.qty) }, (seen) => restoreLine.initiate(seen));
  const remove = async (line: CartLine, announced = true) => {
    const out = await write(line, gone(line), (seen) => removeLine.initiate(seen));
    if (out && announced)
      show({
        text: t("shop.removedOne", { what: lineName(t, line) }),
        action: { label: t("shop.undo"), do: () => void restore(out) },
      });
  };
  const later = async (line: CartLine) => {
    const out = await write(line, gone(line), (seen) => keepLine.initiate(seen));
    if (out)
      show({
        text: t("shop.keptOne", { what: line.product.name }),
        action: {
          label: t("shop.undo"),
          do: () => void restore(out).then((back) => back && keep(line.product, line.product.in_wishlist, false)),
        },
      });
  };
  return { keep, add, change, remove, later, refuse };
}

/** A line of the cart by its product, and its colour where it has one. */
export const lineName = (t: TextFunction, { product, colour }: CartLine): string =>
  // i18n: shop.colour.*
  colour ? t("shop.inColour", { what: product.name, colour: t(`shop.colour.${colour}`) }) : product.name;

function without(page: ProductPage, id: string): void {
  const items = page.items.filter((item) => item.id !== id);
  page.total -= page.items.length - items.length;
  page.items = items;
}

/** What can be done in the shop. */
export type Shop = ReturnType<typeof useShop>;
