/** Pieces that the shop's pages share: stars, hearts, prices, pictures, cards, and the way to one's own. */
import type { ReactNode } from "react";
import { ActionForm, Icon, PageLink } from "../../../components";
import { submitPath } from "../../../components/ActionForm";
import { Badge } from "../../../components/data/Badge";
import { useFormat, useText } from "../../../lib/i18n";
import { useSite } from "../../../page";
import { shopApi } from "./api";
import { CHECKOUT, detailAt, ORDERS, WISHLIST, type Colour, type Product } from "./types";
import type { Shop } from "./useShop";
import "./shop.css";

const STARS = [1, 2, 3, 4, 5] as const;

/** A rating as stars, said in words too. */
export function Stars({ rating }: { rating: number }) {
  const t = useText();
  return (
    <span
      className="s-stars"
      role="img"
      aria-label={t("shop.stars", { n: rating })}
      title={t("shop.stars", { n: rating })}
    >
      {STARS.map((n) => (
        <Icon key={n} name="star" size={14} className={n <= rating ? "on" : ""} />
      ))}
    </span>
  );
}

/** An amount; whole ones without decimals. */
export function Amount({ of, currency, minus = false }: { of: string; currency: string; minus?: boolean }) {
  const f = useFormat();
  const value = Number(of);
  return <bdi>{f.money(minus && value ? -value : value, currency, Number.isInteger(value) ? 0 : 2)}</bdi>;
}

/** A colour by its swatch and its name. */
export function ColourName({ colour }: { colour: Exclude<Colour, ""> }) {
  const t = useText();
  return (
    <span className="s-named">
      <span className={`s-dot small ${colour}`} aria-hidden="true" />
      {t(`shop.colour.${colour}`) /* i18n: shop.colour.* */}
    </span>
  );
}

/** A product's drawing on its ground. */
export function Picture({ image, size }: { image: string; size: number }) {
  return (
    <span className="s-picture">
      {image ? <img src={image} alt="" width={size} height={size} /> : <Icon name="package" size={32} />}
    </span>
  );
}

/** Keeps a product for later, or no more. */
export function Heart({ product, shop }: { product: Product; shop: Shop }) {
  const t = useText();
  const { currentPage } = useSite();
  const on = product.in_wishlist;
  const label = t("shop.keep", { what: product.name });
  return (
    <button
      type="submit"
      className="icon-button s-heart"
      aria-pressed={on}
      aria-label={label}
      title={t(on ? "shop.kept" : "shop.keepIt")}
      name="on"
      value={on ? "0" : "1"}
      formAction={submitPath({
        call: `/api/v1/shop/products/${product.id}/wish`,
        page: currentPage.url,
        done: on ? "unkept" : "kept",
      })}
      onClick={(event) => {
        event.preventDefault();
        void shop.keep(product, !on);
      }}
    >
      <Icon name="heart" size={18} />
    </button>
  );
}

/** Puts a product into the cart; what is there already leads to it. */
export function AddButton({ product, shop, unwish = false }: { product: Product; shop: Shop; unwish?: boolean }) {
  const t = useText();
  const { currentPage } = useSite();
  if (product.in_cart && !unwish) {
    return (
      <PageLink to={CHECKOUT} className="button s-add in" aria-label={t("shop.inCartOne", { what: product.name })}>
        <Icon name="check" size={16} />
        {t("shop.inCart")}
      </PageLink>
    );
  }
  return (
    <button
      type="submit"
      className="button s-add"
      name="product"
      value={product.id}
      aria-label={t(unwish ? "shop.toCartOne" : "shop.addOne", { what: product.name })}
      formAction={submitPath({ call: "/api/v1/shop/cart", page: currentPage.url, done: "added" })}
      onClick={(event) => {
        event.preventDefault();
        void shop.add(product, { unwish });
      }}
    >
      <Icon name="plus" size={16} />
      {t(unwish ? "shop.toCart" : "shop.add")}
    </button>
  );
}

/** One product of a list. */
export function ProductCard({
  product,
  currency,
  shop,
  action,
}: {
  product: Product;
  currency: string;
  shop: Shop;
  action?: ReactNode;
}) {
  const t = useText();
  return (
    <li className="s-card" data-product={product.number}>
      <PageLink to={detailAt(product.slug)} className="s-face" tabIndex={-1} aria-hidden="true">
        <Picture image={product.image} size={120} />
      </PageLink>
      <Heart product={product} shop={shop} />
      <div className="s-what">
        <h2>
          <PageLink to={detailAt(product.slug)}>
            <bdi>{product.name}</bdi>
          </PageLink>
        </h2>
        <p className="quiet small">
          <bdi>{product.brand}</bdi>
        </p>
        <p className="s-about quiet">
          <bdi>{product.description}</bdi>
        </p>
      </div>
      <div className="s-cost">
        <strong>
          <Amount of={product.price} currency={currency} />
        </strong>
        <Stars rating={product.rating} />
      </div>
      <div className="s-foot">
        <span className="small quiet">{product.has_free_shipping ? t("shop.freeDelivery") : t("shop.delivered")}</span>
        {action ?? <AddButton product={product} shop={shop} />}
      </div>
    </li>
  );
}

/** Products under one form, whose buttons say what they do. */
export function ProductCards({
  items,
  currency,
  shop,
  view = "grid",
  unwish = false,
}: {
  items: readonly Product[];
  currency: string;
  shop: Shop;
  view?: "grid" | "list";
  unwish?: boolean;
}) {
  const { currentPage } = useSite();
  return (
    <ActionForm call="/api/v1/shop/cart" page={currentPage.url} onSubmit={(event) => event.preventDefault()}>
      {unwish && <input type="hidden" name="unwish" value="1" />}
      <ul className={`s-cards rows gap-16 ${view}`}>
        {items.map((item) => (
          <ProductCard
            key={item.id}
            product={item}
            currency={currency}
            shop={shop}
            {...(unwish && { action: <AddButton product={item} shop={shop} unwish /> })}
          />
        ))}
      </ul>
    </ActionForm>
  );
}

/** The way to one's wishlist, cart and orders, with how much is there. */
export function Own() {
  const t = useText();
  const { currentPage } = useSite();
  const { data } = shopApi.useOwnCountsQuery();
  const here = currentPage.url.split("?", 1)[0];
  const links = [
    [WISHLIST, "heart", t("shop.wishlist"), data?.wishlist ?? 0, t("shop.wishlistHas", { n: data?.wishlist ?? 0 })],
    [CHECKOUT, "shopping-cart", t("shop.cart"), data?.cart ?? 0, t("shop.cartHas", { n: data?.cart ?? 0 })],
    [ORDERS, "package", t("shop.orders"), 0, ""],
  ] as const;
  return (
    <nav className="s-own" aria-label={t("shop.own")}>
      {links.map(([to, icon, name, count, label]) => (
        <PageLink key={to} to={to} className="button" aria-current={here === to ? "page" : undefined}>
          <Icon name={icon} size={16} />
          <span>{name}</span>
          <Badge count={count} label={label} tone="acc" />
        </PageLink>
      ))}
    </nav>
  );
}
