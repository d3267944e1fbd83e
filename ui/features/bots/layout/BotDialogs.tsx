/** The dialogs about one bot: an address opens each, so they work without script too, on the list and on its pages. */
import { FormDialog } from "../../../components/forms/FormDialog";
import { Field } from "../../../components/fields";
import type { Submission } from "../../../components/ActionForm";
import { useText } from "../../../lib/i18n";
import type { Bot } from "../catalog/api";
import type { Asked } from "./query";
import { Refusal } from "../../../components/forms/Refusal";
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
  const form = submission(props);
  return (
    <FormDialog
      to={to}
      stays
      title={t(`bot.${what}.title`, { bot: bot.name }) /* i18n: bot.pause.* bot.rename.* bot.clone.* bot.archive.* */}
      form={form}
      action={t(`bot.${what}.do`)}
      danger={what === "archive"}
    >
      <Refusal title={t("bot.notDone")} />
      <p className="quiet">{t(`bot.${what}.text`)}</p>
      {what === "pause" && (
        <Field
          label={t("bot.reason")}
          name="reason"
          required
          maxLength={200}
          autoComplete="off"
          help={t("bot.pause.help")}

          data-first
        />
      )}
      {(what === "rename" || what === "clone") && (
        <Field
          label={t("bot.name")}
          name="name"
          defaultValue={what === "rename" ? bot.name : t("bot.copyOf", { bot: bot.name }).slice(0, 60)}
          required
          maxLength={60}
          autoComplete="off"
          help={t("bot.nameHelp")}

          data-first
        />
      )}
    </FormDialog>
  );
}
