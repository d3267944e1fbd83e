/** What entries are called, and what they can belong to. */
import { useText } from "../../lib/i18n";
import { usePage } from "../../page";
import { referenceApi } from "./api";
import { GROUPS, type Entry, type ListName } from "./types";

/** What entries of a list can belong to: models, or report groups. */
export function useOwners(list: ListName): { value: string; label: string }[] {
  const t = useText();
  const { session } = usePage();
  const { data } = referenceApi.useChoicesQuery("vehicle-models", { skip: list !== "variants" });
  if (list === "intents") return GROUPS.map((value) => ({ value, label: t(`reference.group.${value}`) }));
  // i18n: reference.group.* reference.of.*
  if (list !== "variants") return [];
  return (data?.items ?? []).map((item) => ({ value: item.code, label: nameOf(item, session.locale) }));
}

/** What an entry is called in a language, else in English, else its code. */
export const nameOf = ({ labels, code }: Pick<Entry, "labels" | "code">, locale: string): string =>
  labels[locale] ?? labels.en ?? code;
