/** What one has ordered, the latest first. */
import { Empty, LinkButton, PageHead, PageLink, Trouble } from "../../../components";
import { Pagination } from "../../../components/Pagination";
import { useFormat, useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import { shopApi } from "./api";
import { Amount, Own } from "./parts";
import type { pagedGrammar } from "./query";
import { State } from "./State";
import { orderAt, SHOP } from "./types";

/** Orders as rows. */
export default function OrdersPage() {
  const t = useText();
  const f = useFormat();
  const { query, here } = usePage<typeof pagedGrammar>();
  const result = shopApi.useOrdersQuery(query.page);
  const { data } = result;
  return (
    <>
      <PageHead title={t("shop.orders")} back={{ to: SHOP, label: t("shop.title") }} actions={<Own />} />
      <Trouble of={result} />
      {data && data.items.length === 0 && (
        <Empty
          icon="package"
          title={t("shop.noOrders")}
          actions={
            <LinkButton to={SHOP} variant="primary">
              {t("shop.look")}
            </LinkButton>
          }
        >
          {t("shop.noOrdersText")}
        </Empty>
      )}
      {data && data.items.length > 0 && (
        <ul className="card s-orders">
          {data.items.map((order) => (
            <li key={order.id}>
              <PageLink to={orderAt(order.id)}>
                <strong>{t("shop.orderTitle", { n: String(order.number) })}</strong>
              </PageLink>
              <State of={order.state} />
              <time className="quiet" dateTime={order.created_at}>
                {f.dateTime(order.created_at)}
              </time>
              <span className="quiet">{t("shop.items", { n: order.count })}</span>
              <strong className="s-end">
                <Amount of={order.total} currency={order.currency} />
              </strong>
            </li>
          ))}
        </ul>
      )}
      {data && data.total > data.per && <Pagination of={data} to={(page) => here({ page })} />}
    </>
  );
}
