/** The dialogs about one bot: an address opens each, so they work without script too, on the list and on its pages. */
import { ActionForm, Button, Notice } from "../../../components";
import { Field } from "../../../components/fields";
import { CancelLink } from "../../../components/dialogs/buttons";
import { Dialog } from "../../../components/dialogs/Dialog";
import type { Submission } from "../../../components/ActionForm";
import { useText } from "../../../lib/i18n";
import { useGo } from "../../../page";
import type { Bot } from "../catalog/api";
import type { Asked } from "./query";
import { useOwnForm } from "./useOwnForm";
import "../../../components/controls.css";

interface Props {
  /** Which of them is open. */
  what: Asked;
  bot: Bot;
  /** The page with the dialog, and without. */
  here: string;
  to: string;
}

/** The call of each, and where it leads. */
function submission({ what, bot, here, to }: Props): Submission {
  const call = `/api/v1/bots/${bot.id}`;
  const common = { page: here, then: to, revision: String(bot.revision) };
  switch (what) {
    case "pause":
      return { ...common, call: `${call}/pause`, done: "paused" };
    case "archive":
      return { ...common, call: `${call}/archive`, done: "archived" };
    case "rename":
      return { ...common, call, method: "PATCH", done: "renamed" };
    case "clone":
      return { call: `${call}/clone`, page: here, then: "/admin/bots/{id}", done: "cloned" };
  }
}

/** The dialog that is open. */
export function BotDialog(props: Props) {
  const { what, bot, to } = props;
  const t = useText();
  const go = useGo();
  const form = submission(props);
  const { values, errors, failed, code, refused } = useOwnForm(form.call);
  const close = () => go(to, { replace: true, stays: true });
  return (
    <Dialog
      open
      closeTo={to}
      onClose={close}
      title={t(`bot.${what}.title`, { bot: bot.name }) /* i18n: bot.pause.* bot.rename.* bot.clone.* bot.archive.* */}
      form={(inside) => <ActionForm {...form}>{inside}</ActionForm>}
      unsaved={refused}
      actions={
        <>
          <CancelLink to={to} first={what === "archive"} />
          <Button
            type="submit"
            variant={what === "archive" ? "danger" : "primary"}
            {...(what === "archive" && { className: "filled" })}
          >
            {t(`bot.${what}.do`)}
          </Button>
        </>
      }
    >
      {failed && (
        <Notice tone={code === "stale" ? "warn" : "bad"} focus title={t("bot.notDone")}>
          {code === "stale" ? t("bot.stale") : failed}
        </Notice>
      )}
      <p className="quiet">{t(`bot.${what}.text`)}</p>
      {what === "pause" && (
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
      )}
      {(what === "rename" || what === "clone") && (
        <Field
          label={t("bot.name")}
          name="name"
          required
          maxLength={60}
          autoComplete="off"
          defaultValue={values.name ?? (what === "rename" ? bot.name : t("bot.copyOf", { bot: bot.name }).slice(0, 60))}
          help={t("bot.nameHelp")}
          error={errors.name}
          data-first
        />
      )}
    </Dialog>
  );
}
