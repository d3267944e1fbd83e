/** How it is paid: methods for trying out, which ask for nothing. */
import { useState, type FormEvent } from "react";
import { ActionForm, Button, Notice } from "../../../components";
import { ChoiceGroup } from "../../../components/fields/choices";
import { isProblem, type Problem } from "../../../api";
import { useText } from "../../../lib/i18n";
import { useGo, usePage } from "../../../page";
import { shopApi } from "./api";
import type { checkoutGrammar } from "./query";
import { Beside } from "./Beside";
import { orderAt, PAYMENTS, type Address, type Cart } from "./types";
import { Written } from "./Written";

/** The step. */
export function PaymentStep({ cart, address }: { cart: Cart; address: Address }) {
  const t = useText();
  const go = useGo();
  const { form, here } = usePage<typeof checkoutGrammar>();
  const place = shopApi.usePlaceOrderMutation()[0];
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    setBusy(true);
    const { data, error } = await place({
      address: address.id,
      total: cart.total,
      payment: String(values.get("payment")),
    });
    if (data) return go(`${orderAt(data.id)}?done=ordered`);
    setBusy(false);
    setProblem(isProblem(error) ? error : { status: 500 });
  };
  return (
    <ActionForm
      call="/api/v1/shop/orders"
      page={here({ step: "payment", address: address.id })}
      onSubmit={(event) => void send(event)}
      data-whole
    >
      <input type="hidden" name="address" value={address.id} />
      <input type="hidden" name="total" value={cart.total} />
      <Beside
        cart={cart}
        action={
          <Button type="submit" variant="primary" size="l" busy={busy}>
            {t("shop.place")}
          </Button>
        }
      >
        {problem && (
          <Notice tone="bad" focus title={t("shop.notOrdered")}>
            {Object.values(problem.errors ?? {})
              .flat()
              .join(" ") ||
              problem.detail ||
              t("shop.offline")}
          </Notice>
        )}
        <section className="card s-pad">
          <h2>{t("shop.sentTo")}</h2>
          <Written address={address} />
        </section>
        <section className="card s-pad">
          {/* i18n: shop.pay.* shop.payAbout.* */}
          <ChoiceGroup legend={t("shop.payment")} radio className="s-ways" fields={["payment"]}>
            {PAYMENTS.map((way, at) => (
              <div key={way} className="s-way">
                <input
                  id={`pay-${way}`}
                  type="radio"
                  name="payment"
                  value={way}
                  defaultChecked={form ? form.values.payment === way : at === 0}
                  aria-describedby={`pay-${way}-about`}
                />
                <span>
                  <label htmlFor={`pay-${way}`}>{t(`shop.pay.${way}`)}</label>
                  <span className="block small quiet" id={`pay-${way}-about`}>
                    {t(`shop.payAbout.${way}`)}
                  </span>
                </span>
              </div>
            ))}
          </ChoiceGroup>
        </section>
      </Beside>
    </ActionForm>
  );
}
