import type { IconName } from "../../../components";
import type { TextFunction } from "../../../lib/messages";
import type { Faq } from "./api";

/** The drawing of each category, in the order they are listed. */
export const CATEGORY_ICONS: Readonly<Record<keyof Faq, IconName>> = {
  payment: "credit-card",
  delivery: "truck",
  cancellationReturn: "undo-2",
  myOrders: "package",
  productServices: "settings",
};

/** Where the questions are read, and where they are written. */
export const LIST = "/pages/faq";
export const EDITING = "/pages/edit/faq";

/** The categories as a form's choices. */
export const categories = (t: TextFunction) =>
  Object.keys(CATEGORY_ICONS).map((value) => ({ value, label: t(`writing.faq.${value}`) })); // i18n: writing.faq.*
