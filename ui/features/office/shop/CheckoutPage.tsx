/** The checkout: the cart, where it goes, how it is paid; each step has its address. */
import { Button, Empty, LinkButton, PageHead, Trouble } from "../../../components";
import { Stepper } from "../../../components/forms/Stepper";
import { PageRefusal } from "../../../components/forms/PageRefusal";
import { useText } from "../../../lib/i18n";
import { later, usePage } from "../../../page";
import { shopApi } from "./api";
import { CartLines } from "./CartLines";
import { Own } from "./parts";
import type { checkoutGrammar } from "./query";
import { Beside } from "./Beside";
import { SHOP, STEPS } from "./types";
import { useShop } from "./useShop";

const AddressStep = later(() => import("./AddressStep"), "AddressStep");
const PaymentStep = later(() => import("./PaymentStep"), "PaymentStep");

/** The page. */
export default function CheckoutPage() {
  const t = useText();
  const { query, here } = usePage<typeof checkoutGrammar>();
  const result = shopApi.useCartQuery();
  const list = shopApi.useAddressesQuery(undefined, { skip: query.step === "cart" || !query.step });
  const shop = useShop();
  const { data: cart } = result;
  const address = list.data?.items.find(({ id }) => id === query.address) ?? list.data?.items[0];
  const step = query.step === "payment" && !address ? "address" : query.step || "cart";
  // i18n: shop.step.*
  const steps = STEPS.map((key) => ({ key, label: t(`shop.step.${key}`), to: here({ step: key }) }));
  return (
    <>
      <PageHead title={t("shop.checkout")} back={{ to: SHOP, label: t("shop.title") }} actions={<Own />} />
      <Trouble of={result} />
      <PageRefusal title={t("shop.refused")} unless={step === "address"} />
      {cart && cart.lines.length === 0 && (
        <Empty
          icon="shopping-cart"
          title={t("shop.cartEmpty")}
          actions={
            <LinkButton to={SHOP} variant="primary">
              {t("shop.look")}
            </LinkButton>
          }
        >
          {t("shop.cartEmptyText")}
        </Empty>
      )}
      {cart && cart.lines.length > 0 && (
        <Stepper label={t("shop.steps")} steps={steps} current={step} actions={<Back step={step} />}>
          {step === "cart" && (
            <Beside
              cart={cart}
              action={
                <LinkButton to={here({ step: "address" })} variant="primary" size="l">
                  {t("shop.toAddress")}
                </LinkButton>
              }
            >
              <CartLines cart={cart} shop={shop} />
            </Beside>
          )}
          {step === "address" && (
            <Beside
              cart={cart}
              action={
                address && (
                  <Button type="submit" form="to-payment" variant="primary" size="l">
                    {t("shop.toPayment")}
                  </Button>
                )
              }
            >
              <Trouble of={list} />
              {list.data && <AddressStep addresses={list.data.items} chosen={address} shop={shop} />}
            </Beside>
          )}
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
  return (
    <LinkButton to={before ? here({ step: before }) : SHOP} variant="quiet">
      {before ? t(`shop.back.${before}`) : t("shop.goOn")}
    </LinkButton>
  ); // i18n: shop.back.*
}
