/** One product: its picture, price, colours and quantity, and others like it. */
import { useState, type FormEvent } from "react";
import { ActionForm, Button, Icon, LinkButton, Trouble } from "../../../components";
import { Select } from "../../../components/fields";
import { Crumbs } from "../../../components/content/Crumbs";
import { PageRefusal } from "../../../components/forms/PageRefusal";
import { useFormat, useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import { shopApi } from "./api";
import { Amount, ColourName, Heart, Own, Picture, ProductCards, Stars } from "./parts";
import { CHECKOUT, detailAt, SHOP, type Colour, type ProductDetail } from "./types";
import { useShop, type Shop } from "./useShop";
import "../../../components/controls.css";

/** The page. */
export default function ProductPage() {
  const t = useText();
  const { params } = usePage<Record<never, never>, "slug">();
  const result = shopApi.useProductQuery(params.slug);
  const shop = useShop();
  const { data } = result;
  if (!data) return <Trouble of={result} />;
  // i18n: shop.category.*
  return (
    <>
      <div className="s-top row apart">
        <Crumbs
          steps={[
            [t("shop.title"), SHOP],
            [t(`shop.category.${data.category}`), `${SHOP}?category=${data.category}`],
            [data.name, detailAt(data.slug)],
          ]}
        />
        <Own />
      </div>
      <Trouble of={result} />
      <article className="s-detail">
        <div className="s-show">
          <Picture image={data.image} size={320} />
        </div>
        <div className="s-tell">
          <div>
            <p className="quiet">
              <bdi>{data.brand}</bdi>
            </p>
            <h1>
              <bdi>{data.name}</bdi>
            </h1>
          </div>
          <div className="row">
            <Stars rating={data.rating} />
            <span className="quiet small">{t("shop.stars", { n: data.rating })}</span>
          </div>
          <p className="s-price">
            <Amount of={data.price} currency={data.currency} />
            <span className="quiet small">{t("shop.gstWithin")}</span>
          </p>
          <p>
            <bdi>{data.description}</bdi>
          </p>
          <Buy product={data} shop={shop} />
          <ul className="s-terms rows text-13 quiet">
            <li>
              <Icon name="truck" size={18} />
              {t(data.has_free_shipping ? "shop.freeTerm" : "shop.paidTerm")}
            </li>
            <li>
              <Icon name="shield-check" size={18} />
              {t("shop.warrantyTerm")}
            </li>
            <li>
              <Icon name="undo-2" size={18} />
              {t("shop.returnTerm")}
            </li>
          </ul>
        </div>
      </article>
      {data.related.length > 0 && (
        <section className="s-more rows gap-12">
          <h2>{t("shop.related")}</h2>
          <ProductCards items={data.related} currency={data.currency} shop={shop} />
        </section>
      )}
    </>
  );
}

const QUANTITIES = Array.from({ length: 10 }, (_, n) => n + 1);

/** Colour, quantity, and into the cart. */
function Buy({ product, shop }: { product: ProductDetail; shop: Shop }) {
  const t = useText();
  const f = useFormat();
  const { form, here } = usePage();
  const [busy, setBusy] = useState(false);
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    setBusy(true);
    const colour = values.get("colour") as Colour | null;
    void shop.add(product, { ...(colour && { colour }), qty: Number(values.get("qty")) }).finally(() => setBusy(false));
  };
  const chosen = form?.values.colour ?? product.colours[0];
  return (
    <ActionForm call="/api/v1/shop/cart" page={here()} done="added" className="s-buy" onSubmit={send}>
      <PageRefusal title={t("shop.refused")} />
      <input type="hidden" name="product" value={product.id} />
      {product.colours.length > 0 && (
        <fieldset className="group">
          <legend>{t("shop.colour")}</legend>
          <div className="s-colours">
            {product.colours.map((colour) => (
              <label key={colour}>
                <input type="radio" className="sr" name="colour" value={colour} defaultChecked={colour === chosen} />
                <ColourName colour={colour} />
              </label>
            ))}
          </div>
        </fieldset>
      )}
      <div className="s-order">
        <Select
          label={t("shop.qty")}
          name="qty"
          defaultValue={form?.values.qty ?? "1"}
          options={QUANTITIES.map((n) => ({ value: String(n), label: f.number(n) }))}
        />
        <Button type="submit" variant="primary" size="l" icon="shopping-cart" busy={busy}>
          {t(product.in_cart ? "shop.addMore" : "shop.addToCart")}
        </Button>
        <Heart product={product} shop={shop} />
        {product.in_cart && (
          <LinkButton to={CHECKOUT} size="l">
            {t("shop.toCheckout")}
          </LinkButton>
        )}
      </div>
    </ActionForm>
  );
}
