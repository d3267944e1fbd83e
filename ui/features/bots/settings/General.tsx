/** Name, group, first language, and after what silence a session ends. */
import { useCan } from "../../../components";
import { Checkbox, Field, Select } from "../../../components/fields";
import { useFormat, useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import { BOT_GROUPS, BOT_LANGUAGES, type Bot } from "../catalog/api";
import { PartForm } from "./PartForm";

/** Silences offered, in seconds. */
const TIMEOUTS = [300, 600, 900, 1800, 3600, 7200, 14_400, 28_800, 43_200, 86_400, 172_800];

const APPROVALS = [0, 1, 2, 3];

/** The form. */
export function General({ bot }: { bot: Bot }) {
  const t = useText();
  const f = useFormat();
  const can = useCan();
  const { session } = usePage();
  const names = new Intl.DisplayNames(session.locale, { type: "language" });
  const timeouts = [...new Set([...TIMEOUTS, ...(bot.session_timeout_s ? [bot.session_timeout_s] : [])])].sort(
    (a, b) => a - b,
  );
  return (
    <PartForm id="general" title={t("botset.general")} call={`/api/v1/bots/${bot.id}`} revision={String(bot.revision)}>
      {({ values }) => (
        <>
          <Field
            label={t("bot.name")}
            name="name"
            defaultValue={bot.name}
            required
            maxLength={60}
            autoComplete="off"
            help={t("bot.nameHelp")}
          />
          <div className="pair">
            <Select
              label={t("botset.group")}
              name="group"
              defaultValue={bot.group}
              help={t("botset.groupHelp")}
              options={BOT_GROUPS.map((group) => ({ value: group, label: t(`bot.g.${group}`) }))}
            />
            <Select
              label={t("botset.language")}
              name="language"
              defaultValue={bot.language}
              options={BOT_LANGUAGES.map((id) => ({ value: id, label: names.of(id) ?? id }))}
            />
          </div>
          <Select
            label={t("botset.timeout")}
            name="session_timeout_s"
            defaultValue={
              values.session_timeout_s ?? (bot.session_timeout_s === null ? "" : String(bot.session_timeout_s))
            }
            help={t("botset.timeoutHelp")}
            options={[
              { value: "", label: t("botset.timeoutOfChannel") },
              ...timeouts.map((seconds) => ({ value: String(seconds), label: f.duration(seconds * 1000) })),
            ]}
          />
          <input type="hidden" name="replay_required" value="0" />
          <Checkbox
            name="replay_required"
            value="1"
            defaultChecked={values.replay_required ? values.replay_required !== "0" : bot.replay_required}
            label={t("botset.replayRequired")}
          />
          {can("approve", "Bot") && (
            <Select
              label={t("botset.approvals")}
              name="approvals"
              defaultValue={String(bot.approvals)}
              help={t("botset.approvalsHelp")}
              options={APPROVALS.map((n) => ({
                value: String(n),
                label: n === 0 ? t("botset.noApprovals") : f.number(n),
              }))}
            />
          )}
        </>
      )}
    </PartForm>
  );
}
