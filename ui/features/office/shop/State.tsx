import { Pill } from "../../../components";
import { useText } from "../../../lib/i18n";
import type { Order } from "./types";

/** The state of an order. */
export function State({ of }: { of: Order["state"] }) {
  const t = useText();
  // i18n: shop.state.*
  return <Pill tone={of === "placed" ? "good" : "quiet"}>{t(`shop.state.${of}`)}</Pill>;
}
