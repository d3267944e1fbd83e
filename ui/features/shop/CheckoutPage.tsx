/** The checkout: the cart, where it goes, how it is paid; each step has its address. */
import { useState, type FormEvent, type ReactNode } from "react";
import { ActionForm, Button, Empty, LinkButton, Notice, PageHead, Trouble } from "../../components";
import { ChoiceGroup } from "../../components/fields/choices";
import { Stepper } from "../../components/forms/Stepper";
import { isProblem, type Problem } from "../../api";
import { useText } from "../../lib/i18n";
import { useGo, usePage } from "../../page";
import { AddressStep } from "./AddressStep";
import { shopApi } from "./api";
import { CartLines } from "./CartLines";
import { Amount, Own } from "./parts";
import type { checkoutGrammar } from "./pages";
import { orderAt, PAYMENTS, SHOP, STEPS, type Address, type Cart } from "./types";
import { useShop } from "./useShop";

/** The page. */
export default function CheckoutPage() {
  const t = useText();
  const { query, form, here } = usePage<typeof checkoutGrammar>();
  const asked = shopApi.useCartQuery();
  const list = shopApi.useAddressesQuery(undefined, { skip: query.step === "cart" || !query.step });
  const shop = useShop();
  const { data: cart } = asked;
  const address = list.data?.items.find(({ id }) => id === query.address) ?? list.data?.items[0];
  const step = query.step === "payment" && !address ? "address" : query.step || "cart";
  // i18n: shop.step.*
  const steps = STEPS.map((key) => ({ key, label: t(`shop.step.${key}`), to: here({ step: key }) }));
  return (
    <>
      <PageHead title={t("shop.checkout")} back={{ to: SHOP, label: t("shop.title") }} actions={<Own />} />
      <Trouble of={asked} />
      {form && step !== "address" && <Notice tone="bad" focus title={t("shop.refused")}>{form.problem.detail}</Notice>}
      {cart && cart.lines.length === 0 && <Empty icon="shopping-cart" title={t("shop.cartEmpty")} actions={<LinkButton to={SHOP} variant="primary">{t("shop.look")}</LinkButton>}>{t("shop.cartEmptyText")}</Empty>}
      {cart && cart.lines.length > 0 && (
        <Stepper label={t("shop.steps")} steps={steps} current={step} actions={<Back step={step} />}>
          {step === "cart" && <Beside cart={cart} action={<LinkButton to={here({ step: "address" })} variant="primary" size="l">{t("shop.toAddress")}</LinkButton>}><CartLines cart={cart} shop={shop} /></Beside>}
          {step === "address" && <Beside cart={cart} action={address && <Button type="submit" form="to-payment" variant="primary" size="l">{t("shop.toPayment")}</Button>}><Trouble of={list} />{list.data && <AddressStep addresses={list.data.items} chosen={address} shop={shop} />}</Beside>}
          {step === "payment" && address && <PaymentStep cart={cart} address={address} />}
        </Stepper>
      )}
    </>
  );
}

/** One step back; before the first is the shop. */
function Back({ step }: { step: (typeof STEPS)[number] }) {
  const t = useText();
  const { here } = usePage<typeof checkoutGrammar>();
  const before = STEPS[STEPS.indexOf(step) - 1];
  return <LinkButton to={before ? here({ step: before }) : SHOP} variant="quiet">{before ? t(`shop.back.${before}`) : t("shop.goOn")}</LinkButton>; // i18n: shop.back.*
}

/** A step, and what the cart comes to beside it. */
function Beside({ cart, action, children }: { cart: Cart; action?: ReactNode; children: ReactNode }) {
  const t = useText();
  return (
    <div className="s-checkout">
      <div className="s-step">{children}</div>
      <section className="card s-sum" aria-label={t("shop.summary")}><Sums cart={cart} />{action}<p className="small quiet">{t("shop.test")}</p></section>
    </div>
  );
}

/** What a cart or an order comes to. */
export function Sums({ cart }: { cart: Pick<Cart, "count" | "subtotal" | "discount" | "delivery" | "tax" | "total" | "currency"> }) {
  const t = useText();
  const amount = (of: string, minus = false) => <Amount of={of} currency={cart.currency} minus={minus} />;
  return (
    <dl className="s-sums">
      <div><dt>{t("shop.items", { n: cart.count })}</dt><dd>{amount(cart.subtotal)}</dd></div>
      <div className="good"><dt>{t("shop.discount")}</dt><dd>{amount(cart.discount, true)}</dd></div>
      <div><dt>{t("shop.delivery")}</dt><dd>{Number(cart.delivery) ? amount(cart.delivery) : t("shop.free")}</dd></div>
      <div className="all"><dt>{t("shop.total")}</dt><dd>{amount(cart.total)}</dd></div>
      <div className="small quiet"><dt>{t("shop.gst")}</dt><dd>{amount(cart.tax)}</dd></div>
    </dl>
  );
}

/** How it is paid: methods for trying out, which ask for nothing. */
function PaymentStep({ cart, address }: { cart: Cart; address: Address }) {
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
    const { data, error } = await place({ address: address.id, total: cart.total, payment: String(values.get("payment")) });
    if (data) return go(`${orderAt(data.id)}?done=ordered`);
    setBusy(false);
    setProblem(isProblem(error) ? error : { status: 500 });
  };
  return (
    <ActionForm call="/api/v1/shop/orders" page={here({ step: "payment", address: address.id })} onSubmit={(event) => void send(event)}>
      <input type="hidden" name="address" value={address.id} />
      <input type="hidden" name="total" value={cart.total} />
      <Beside cart={cart} action={<Button type="submit" variant="primary" size="l" busy={busy}>{t("shop.place")}</Button>}>
        {problem && <Notice tone="bad" focus title={t("shop.notOrdered")}>{Object.values(problem.errors ?? {}).flat().join(" ") || problem.detail || t("shop.offline")}</Notice>}
        <section className="card s-pad"><h2>{t("shop.sentTo")}</h2><Written address={address} /></section>
        <section className="card s-pad">
          {/* i18n: shop.pay.* shop.payAbout.* */}
          <ChoiceGroup legend={t("shop.payment")} radio className="s-ways" error={form?.problem.errors?.payment}>
            {PAYMENTS.map((way, at) => (
              <div key={way} className="s-way">
                <input id={`pay-${way}`} type="radio" name="payment" value={way} defaultChecked={form ? form.values.payment === way : at === 0} aria-describedby={`pay-${way}-about`} />
                <span><label htmlFor={`pay-${way}`}>{t(`shop.pay.${way}`)}</label><span className="block small quiet" id={`pay-${way}-about`}>{t(`shop.payAbout.${way}`)}</span></span>
              </div>
            ))}
          </ChoiceGroup>
        </section>
      </Beside>
    </ActionForm>
  );
}

/** An address in lines. */
export function Written({ address }: { address: Address }) {
  return <address className="s-address"><strong><bdi>{address.name}</bdi></strong><span><bdi>{[address.street, address.landmark].filter(Boolean).join(", ")}</bdi></span><span><bdi>{`${address.city} ${address.pin}, ${address.state}`}</bdi></span><span className="quiet"><bdi>{address.phone}</bdi></span></address>;
}
