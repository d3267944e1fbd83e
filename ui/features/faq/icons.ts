import type { IconName } from "../../components";
import type { Faq } from "./api";

/** The drawing of each category, in the order they are listed. */
export const CATEGORY_ICONS: Readonly<Record<keyof Faq, IconName>> = {
  payment: "credit-card",
  delivery: "truck",
  cancellationReturn: "undo-2",
  myOrders: "package",
  productServices: "settings",
};
