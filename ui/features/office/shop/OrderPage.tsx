/** One order: its number, what is in it, where it goes and what it comes to. */
import { PageHead, PageLink, Trouble } from "../../../components";
import { Facts } from "../../../components/Facts";
import { isProblem } from "../../../api";
import { DialogButton } from "../../../components/dialogs/buttons";
import { PageRefusal } from "../../../components/forms/PageRefusal";
import { useFormat, useText } from "../../../lib/i18n";
import { later, usePage } from "../../../page";
import { shopApi } from "./api";
import { Amount, ColourName, Own, Picture } from "./parts";
import { State } from "./State";
import { Sums } from "./Beside";
import { detailAt, ORDERS, type OrderDetail } from "./types";

const Confirm = later(() => import("../../../components/dialogs/Confirm"), "Confirm");

/** The page of an order. */
export default function OrderPage() {
  const t = useText();
  const f = useFormat();
  const { params } = usePage<Record<never, never>, "id">();
  const result = shopApi.useOrderQuery(params.id);
  const { data: order } = result;
  if (!order) return <Trouble of={result} />;
  // i18n: shop.pay.*
  return (
    <>
      <PageHead
        title={t("shop.orderTitle", { n: String(order.number) })}
        marks={<State of={order.state} />}
        lead={f.dateTime(order.created_at)}
        back={{ to: ORDERS, label: t("shop.orders") }}
        actions={<Own />}
      />
      <Trouble of={result} />
      <PageRefusal title={t("shop.refused")} />
      <div className="columns s-checkout">
        <div className="s-step">
          <ul className="card s-lines" aria-label={t("shop.inOrder")}>
            {order.lines.map((line) => (
              <li key={`${line.slug} ${line.colour}`} className="s-line bought">
                <Picture image={line.image} size={72} />
                <div className="s-what">
                  <h2>
                    <PageLink to={detailAt(line.slug)}>
                      <bdi>{line.name}</bdi>
                    </PageLink>
                  </h2>
                  <p className="small quiet">
                    {f.number(line.qty)} × <Amount of={line.price} currency={order.currency} />
                    {line.colour && (
                      <>
                        {" "}
                        · <ColourName colour={line.colour} />
                      </>
                    )}
                  </p>
                  {order.state === "placed" && (
                    <p className="small quiet">{t("shop.shipsOn", { day: f.day(line.ships_on) })}</p>
                  )}
                </div>
                <div className="s-worth">
                  <strong>
                    <Amount of={line.total} currency={order.currency} />
                  </strong>
                </div>
              </li>
            ))}
          </ul>
        </div>
        <div className="s-step">
          <section className="card s-sum">
            <Sums cart={order} />
          </section>
          <section className="card s-pad">
            <Facts
              items={[
                [
                  t("shop.sentTo"),
                  <span key="to" className="s-address">
                    <strong>
                      <bdi>{order.recipient}</bdi>
                    </strong>
                    {order.destination.split("\n").map((part) => (
                      <span key={part}>
                        <bdi>{part}</bdi>
                      </span>
                    ))}
                    <span>
                      <bdi>{order.phone}</bdi>
                    </span>
                  </span>,
                ],
                [t("shop.payment"), t(`shop.pay.${order.payment}`)],
              ]}
            />
            {order.state === "placed" && <Cancel order={order} />}
          </section>
        </div>
      </div>
    </>
  );
}

/** Cancels the order, which was never charged; it is not brought back, so it asks. */
function Cancel({ order }: { order: OrderDetail }) {
  const t = useText();
  const { here } = usePage();
  const cancel = shopApi.useCancelOrderMutation()[0];
  const confirm = async () => {
    const { error } = await cancel(order);
    return error ? (isProblem(error) && error.detail) || t("shop.offline") : undefined;
  };
  return (
    <>
      <p>
        <DialogButton opens="cancel" variant="danger" size="s">
          {t("shop.cancelOrder")}
        </DialogButton>
      </p>
      <Confirm
        id="cancel"
        title={t("shop.cancelAsk", { n: String(order.number) })}
        act={t("shop.cancelOrder")}
        keep={t("shop.keepOrder")}
        form={{
          call: `/api/v1/shop/orders/${order.id}/cancel`,
          revision: String(order.revision),
          page: here(),
          done: "cancelled",
        }}
        onConfirm={confirm}
      >
        {t("shop.cancelText")}
      </Confirm>
    </>
  );
}
