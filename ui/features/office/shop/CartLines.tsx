/** The lines of the cart: quantity, colour, what is off, and the ways out. */
import { ActionForm, Icon, IconButton, PageLink } from "../../../components";
import { submitPath } from "../../../components/ActionForm";
import { useFormat, useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import { Amount, ColourName, Picture } from "./parts";
import type { checkoutGrammar } from "./query";
import { detailAt, type Cart, type CartLine } from "./types";
import { lineName, type Shop } from "./useShop";

const MOST = 99;

/** All lines under one form, whose buttons say what they do. */
export function CartLines({ cart, shop }: { cart: Cart; shop: Shop }) {
  const t = useText();
  const { here } = usePage<typeof checkoutGrammar>();
  return (
    <ActionForm
      className="card s-lines"
      call="/api/v1/shop/cart"
      page={here()}
      onSubmit={(event) => event.preventDefault()}
    >
      <ul aria-label={t("shop.cart")}>
        {cart.lines.map((line) => (
          <Line key={line.id} line={line} currency={cart.currency} shop={shop} />
        ))}
      </ul>
    </ActionForm>
  );
}

function Line({ line, currency, shop }: { line: CartLine; currency: string; shop: Shop }) {
  const t = useText();
  const f = useFormat();
  const { here } = usePage<typeof checkoutGrammar>();
  const { product, qty } = line;
  const what = lineName(t, line);
  const own = { call: `/api/v1/shop/cart/${line.id}`, page: here(), revision: String(line.revision) };
  const quantity = (to: number, icon: "plus" | "minus", label: string) => (
    <IconButton
      type="submit"
      icon={icon}
      size={16}
      label={label}
      disabled={to < 1 || to > MOST}
      name="qty"
      value={to}
      formAction={submitPath({ ...own, method: "PATCH" })}
      onClick={(event) => {
        event.preventDefault();
        void shop.change(line, to);
      }}
    />
  );
  return (
    <li className="s-line" data-product={product.number}>
      <PageLink to={detailAt(product.slug)} tabIndex={-1} aria-hidden="true">
        <Picture image={product.image} size={72} />
      </PageLink>
      <div className="s-what">
        <h2>
          <PageLink to={detailAt(product.slug)}>
            <bdi>{product.name}</bdi>
          </PageLink>
        </h2>
        <p className="small quiet">
          <bdi>{product.brand}</bdi>
          {line.colour && (
            <>
              {" "}
              · <ColourName colour={line.colour} />
            </>
          )}
        </p>
        <p className="small quiet">
          <Icon name="truck" size={14} />
          {t("shop.shipsOn", { day: f.day(line.ships_on) })}
        </p>
        <p className="small s-good">
          <bdi>{t("shop.off", { n: f.percent(line.discount_percent, 0) })}</bdi> ·{" "}
          <bdi>{t("shop.offers", { n: line.offers })}</bdi>
        </p>
      </div>
      <div className="s-qty" role="group" aria-label={t("shop.qtyOf", { what })}>
        {quantity(qty - 1, "minus", t("shop.fewer", { what }))}
        <output>{f.number(qty)}</output>
        {quantity(qty + 1, "plus", t("shop.more", { what }))}
      </div>
      <div className="s-worth">
        <strong>
          <Amount of={line.total} currency={currency} />
        </strong>
        <s className="small quiet">
          <span className="sr">{t("shop.before")}</span>
          <Amount of={line.subtotal} currency={currency} />
        </s>
      </div>
      <div className="s-acts">
        <button
          type="submit"
          className="button quiet size-s"
          formAction={submitPath({ ...own, call: `${own.call}/later`, done: "kept" })}
          onClick={(event) => {
            event.preventDefault();
            void shop.later(line);
          }}
          aria-label={t("shop.laterOne", { what })}
        >
          <Icon name="heart" size={14} />
          {t("shop.later")}
        </button>
        <button
          type="submit"
          className="button quiet size-s"
          formAction={submitPath({ ...own, method: "DELETE", page: here(), done: "removed" })}
          onClick={(event) => {
            event.preventDefault();
            void shop.remove(line);
          }}
          aria-label={t("shop.removeOne", { what })}
        >
          <Icon name="trash" size={14} />
          {t("shop.remove")}
        </button>
      </div>
    </li>
  );
}
