/** The languages the working copy speaks, the first of them first. */
import { Checkbox, Select } from "../../../components/fields";
import { ChoiceGroup } from "../../../components/fields/choices";
import { useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import { BOT_LANGUAGES, type Bot } from "../catalog/api";
import type { Flow } from "./api";
import { PartForm } from "./PartForm";

/** The form: what is chosen first comes before what is ticked. */
export function Languages({ bot, flow, revision }: { bot: Bot; flow: Flow; revision: string }) {
  const t = useText();
  const { session } = usePage();
  const names = new Intl.DisplayNames(session.locale, { type: "language" });
  const offered = [...new Set([...flow.languages, ...BOT_LANGUAGES])];
  const name = (id: string) => names.of(id) ?? id;
  return (
    <PartForm
      id="languages"
      title={t("botset.languages")}
      lead={t("botset.ofWorkingCopy")}
      call={`/api/v1/bots/${bot.id}/flow`}
      revision={revision}
    >
      <Select
        label={t("botset.spokenFirst")}
        name="languages[]"
        defaultValue={flow.languages[0]}
        options={offered.map((id) => ({ value: id, label: name(id) }))}
      />
      <ChoiceGroup
        legend={t("botset.speaks")}
        help={t("botset.speaksHelp")}
        fields={["languages"]}
        className="bs-ticks"
      >
        {offered.map((id) => (
          <Checkbox
            key={id}
            name="languages[]"
            value={id}
            defaultChecked={flow.languages.includes(id)}
            label={name(id)}
          />
        ))}
      </ChoiceGroup>
    </PartForm>
  );
}
