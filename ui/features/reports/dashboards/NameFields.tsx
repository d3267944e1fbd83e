/** What a dashboard is called, and whether others see it. */
import { Checkbox, Field } from "../../../components/fields";
import { useText } from "../../../lib/i18n";

/** The fields, as they are or as they were typed. */
export function NameFields({ board }: { board?: { name: string; shared: boolean } }) {
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
        defaultValue={board?.name ?? ""}
      />
      <input type="hidden" name="shared" value="0" />
      <Checkbox name="shared" value="1" label={t("boards.share")} defaultChecked={board?.shared ?? false} />
      <p className="small quiet">{t("boards.shareHelp")}</p>
    </>
  );
}
