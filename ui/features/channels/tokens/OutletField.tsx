/** The outlet that a token's conversations belong to. */
import { useCan } from "../../../components";
import { Select } from "../../../components/fields";
import { useText } from "../../../lib/i18n";
import { tokensApi, type Token } from "./api";

/** The choice; nothing for who may not see outlets. */
export function OutletField({ outlet: own = null }: { outlet?: Token["outlet"] }) {
  const t = useText();
  const can = useCan();
  const { data } = tokensApi.useOpenOutletsQuery(undefined, { skip: !can("read", "Client") });
  if (!data || (data.items.length === 0 && !own)) return null;
  // One that is closed by now, or not among the first, stays what it is.
  const outlets = own && !data.items.some(({ id }) => id === own.id) ? [own, ...data.items] : data.items;
  return (
    <Select
      label={t("channels.outlet")}
      name="outlet"
      defaultValue={own?.id ?? ""}
      help={[t("channels.outletHelp"), data.next && t("channels.firstOutlets")].filter(Boolean).join(" ")}
      options={[
        { value: "", label: t("channels.noOutlet") },
        ...outlets.map(({ id, name }) => ({ value: id, label: name })),
      ]}
    />
  );
}
