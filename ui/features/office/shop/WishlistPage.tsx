/** What one keeps for later, and the way from there into the cart. */
import { Empty, LinkButton, PageHead, Trouble } from "../../../components";
import { Pagination } from "../../../components/Pagination";
import { PageRefusal } from "../../../components/forms/PageRefusal";
import { useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import { shopApi } from "./api";
import { Own, ProductCards } from "./parts";
import type { pagedGrammar } from "./query";
import { SHOP } from "./types";
import { useShop } from "./useShop";

/** The page. */
export default function WishlistPage() {
  const t = useText();
  const { query, here } = usePage<typeof pagedGrammar>();
  const result = shopApi.useWishesQuery(query.page);
  const shop = useShop();
  const { data } = result;
  return (
    <>
      <PageHead
        title={t("shop.wishlist")}
        lead={data && t("shop.products", { n: data.total })}
        back={{ to: SHOP, label: t("shop.title") }}
        actions={<Own />}
      />
      <div className="s-main">
        <PageRefusal title={t("shop.refused")} />
        <Trouble of={result} />
        {data && data.items.length > 0 && (
          <ProductCards items={data.items} currency={data.currency} shop={shop} unwish />
        )}
        {data && data.items.length === 0 && (
          <Empty
            icon="heart"
            title={t("shop.noWishes")}
            actions={
              <LinkButton to={SHOP} variant="primary">
                {t("shop.look")}
              </LinkButton>
            }
          >
            {t("shop.noWishesText")}
          </Empty>
        )}
        {data && data.total > data.per && <Pagination of={data} to={(page) => here({ page })} />}
      </div>
    </>
  );
}
