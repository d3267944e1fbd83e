/** When people are there to take conversations over: weekly hours, and days on which nobody is. */
import { HoursFields } from "../../../components/fields/HoursFields";
import type { BusinessHours } from "../../../components/fields/hours";
import { useText } from "../../../lib/i18n";
import type { Bot } from "../catalog/api";
import type { Flow } from "./api";
import { PartForm } from "./PartForm";

/** The form: rows without times are closed. */
export function Hours({ bot, flow, revision }: { bot: Bot; flow: Flow; revision: string }) {
  const t = useText();
  return (
    <PartForm
      id="hours"
      title={t("bot.hours")}
      lead={t("botset.ofWorkingCopy")}
      call={`/api/v1/bots/${bot.id}/flow`}
      revision={revision}
    >
      <HoursFields
        as="document"
        hours={flow.hours as BusinessHours | undefined}
        legend={t("hours.whenOpen")}
        help={t("hours.whenOpenHelp")}
        without={t("bot.alwaysOpen")}
      />
    </PartForm>
  );
}
