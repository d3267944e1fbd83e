/** What a cart or an order comes to, alone and beside a step of the checkout. */
import type { ReactNode } from "react";
import { useText } from "../../../lib/i18n";
import { Amount } from "./parts";
import type { Cart } from "./types";

/** A step, and what the cart comes to beside it. */
export function Beside({ cart, action, children }: { cart: Cart; action?: ReactNode; children: ReactNode }) {
  const t = useText();
  return (
    <div className="columns s-checkout">
      <div className="s-step">{children}</div>
      <section className="card s-sum" aria-label={t("shop.summary")}>
        <Sums cart={cart} />
        {action}
        <p className="small quiet">{t("shop.test")}</p>
      </section>
    </div>
  );
}

/** What a cart or an order comes to. */
export function Sums({
  cart,
}: {
  cart: Pick<Cart, "count" | "subtotal" | "discount" | "delivery" | "tax" | "total" | "currency">;
}) {
  const t = useText();
  const amount = (of: string, minus = false) => <Amount of={of} currency={cart.currency} minus={minus} />;
  return (
    <dl className="s-sums">
      <div>
        <dt>{t("shop.items", { n: cart.count })}</dt>
        <dd>{amount(cart.subtotal)}</dd>
      </div>
      <div className="good">
        <dt>{t("shop.discount")}</dt>
        <dd>{amount(cart.discount, true)}</dd>
      </div>
      <div>
        <dt>{t("shop.delivery")}</dt>
        <dd>{Number(cart.delivery) ? amount(cart.delivery) : t("shop.free")}</dd>
      </div>
      <div className="all">
        <dt>{t("shop.total")}</dt>
        <dd>{amount(cart.total)}</dd>
      </div>
      <div className="small quiet">
        <dt>{t("shop.gst")}</dt>
        <dd>{amount(cart.tax)}</dd>
      </div>
    </dl>
  );
}
