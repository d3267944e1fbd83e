/** Asks why several bots are paused: an address opens it, so it works without script too. */
import { FormDialog } from "../../../components/forms/FormDialog";
import { Field } from "../../../components/fields";
import { useFormat, useText } from "../../../lib/i18n";
import { Refusal } from "../../../components/forms/Refusal";
import type { Bot } from "./types";

const CALL = "/api/v1/bots/pause";

/** The dialog, naming those it is about. */
export function PauseMany({ bots, here, to }: { bots: readonly Bot[]; here: string; to: string }) {
  const t = useText();
  const f = useFormat();
  return (
    <FormDialog
      to={to}
      stays
      title={t("bots.pauseMany", { n: bots.length })}
      form={{ call: CALL, page: here }}
      hidden={bots.map(({ id }) => (
        <input key={id} type="hidden" name="ids[]" value={id} />
      ))}
      action={t("bot.pause.do")}
    >
      <Refusal title={t("bot.notDone")} />
      <p>{bots.map(({ name }) => name).join(f.comma)}</p>
      <p className="quiet">{t("bots.onlyLive")}</p>
      <Field
        label={t("bot.reason")}
        name="reason"
        required
        maxLength={200}
        autoComplete="off"
        help={t("bot.pause.help")}

        data-first
      />
    </FormDialog>
  );
}
