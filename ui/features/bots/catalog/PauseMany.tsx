/** Asks why several bots are paused: an address opens it, so it works without script too. */
import { ActionForm, Button, Notice } from "../../../components";
import { Field } from "../../../components/fields";
import { CancelLink } from "../../../components/dialogs/buttons";
import { Dialog } from "../../../components/dialogs/Dialog";
import { useText } from "../../../lib/i18n";
import { useGo } from "../../../page";
import { useOwnForm } from "../layout/useOwnForm";
import type { Bot } from "./types";

const CALL = "/api/v1/bots/pause";

/** The dialog, naming those it is about. */
export function PauseMany({ bots, here, to }: { bots: readonly Bot[]; here: string; to: string }) {
  const t = useText();
  const go = useGo();
  const { values, errors, failed, refused } = useOwnForm(CALL);
  return (
    <Dialog
      open
      closeTo={to}
      onClose={() => go(to, { replace: true, stays: true })}
      title={t("bots.pauseMany", { n: bots.length })}
      form={(inside) => (
        <ActionForm call={CALL} page={here}>
          {bots.map(({ id }) => (
            <input key={id} type="hidden" name="ids[]" value={id} />
          ))}
          {inside}
        </ActionForm>
      )}
      unsaved={refused}
      actions={
        <>
          <CancelLink to={to} />
          <Button type="submit" variant="primary">
            {t("bot.pause.do")}
          </Button>
        </>
      }
    >
      {failed && (
        <Notice tone="bad" focus title={t("bot.notDone")}>
          {failed}
        </Notice>
      )}
      <p>{bots.map(({ name }) => name).join(", ")}</p>
      <p className="quiet">{t("bots.onlyLive")}</p>
      <Field
        label={t("bot.reason")}
        name="reason"
        required
        maxLength={200}
        autoComplete="off"
        defaultValue={values.reason}
        help={t("bot.pause.help")}
        error={errors.reason}
        data-first
      />
    </Dialog>
  );
}
