/** What a dashboard is called, and whether others see it. */
import { Checkbox, Field } from "../../../components/fields";
import type { Own } from "../../../components/forms/useOwnForm";
import { useText } from "../../../lib/i18n";

/** The fields, as they are or as they were typed. */
export function NameFields({ own, board }: { own: Own; board?: { name: string; shared: boolean } }) {
  const t = useText();
  return (
    <>
      <Field
        label={t("boards.name")}
        name="name"
        required
        maxLength={60}
        autoComplete="off"
        dir="auto"
        defaultValue={own.values.name ?? board?.name ?? ""}
        error={own.errors.name}
      />
      <input type="hidden" name="shared" value="0" />
      <Checkbox
        name="shared"
        value="1"
        label={t("boards.share")}
        defaultChecked={own.values.shared ? own.values.shared === "1" : (board?.shared ?? false)}
      />
      <p className="small quiet">{t("boards.shareHelp")}</p>
    </>
  );
}
