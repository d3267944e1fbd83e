/** Puts texts that were not understood into an intent one chooses, or into a new one: an address opens it. */
import { Checkbox, Field, Select } from "../../../components/fields";
import { FormDialog } from "../../../components/forms/FormDialog";
import { ChoiceGroup } from "../../../components/fields/choices";
import { codeWords } from "../../../lib/codes";
import { useText } from "../../../lib/i18n";
import { PageLink, usePage } from "../../../page";
import type { Bot } from "../catalog/api";
import { intentTitle } from "../document/wordings";
import type { FlowDocument } from "../document/types";
import { Refusal } from "../../../components/forms/Refusal";
import { overviewApi } from "./api";
import type { overviewGrammar } from "./query";

/** The dialog, once the group and the working copy are here. */
export function TeachDialog({ bot }: { bot: Bot }) {
  const t = useText();
  const { query, here } = usePage<typeof overviewGrammar>();
  const call = `/api/v1/bots/${bot.id}/phrases`;
  const group = overviewApi
    .useBotMissesQuery({ bot: bot.id, most: query.most })
    .data?.items.find(({ id }) => id === query.miss);
  const { data: flow } = overviewApi.useBotFlowQuery(bot.id);
  if (!group || !flow) return null;
  const to = here({ miss: undefined, as: undefined });
  const intents = Object.keys(flow.intents ?? {}).sort();
  const isNew = query.as === "new" || intents.length === 0;
  return (
    <FormDialog
      to={to}
      stays
      title={t(isNew ? "overview.newIntent" : "overview.add")}
      lead={t("overview.teachLead")}
      form={{ call, page: here(), then: `${to}#m-${group.id}`, done: "phrasesAdded" }}
      action={t("overview.addPhrases")}
    >
      <Refusal title={t("bot.notDone")} fields={["phrases"]} />
      <input type="hidden" name="language" value={group.language} />
      {isNew ? (
        <>
          <Field
            label={t("overview.intentName")}
            name="intent"
            required
            maxLength={80}
            autoComplete="off"
            dir="auto"
            help={t("overview.intentNameHelp")}

            data-first
          />
          <Select
            label={t("overview.leadsTo")}
            name="goto"
            defaultValue={flow.start}
            help={t("overview.leadsToHelp")}
            options={Object.keys(flow.nodes).map((node) => ({ value: node, label: codeWords(node) }))}
          />
        </>
      ) : (
        <Select
          label={t("overview.intent")}
          name="intent"
          defaultValue={group.nearest?.intent}
          options={intents.map((intent) => ({
            value: intent,
            label: intentTitle(flow as unknown as FlowDocument, intent),
          }))}
          data-first
        />
      )}
      <ChoiceGroup legend={t("overview.phrases")}>
        {group.phrases.map((text) => (
          <Checkbox key={text} name="phrases[]" value={text} defaultChecked label={<bdi>{text}</bdi>} />
        ))}
      </ChoiceGroup>
      {intents.length > 0 && (
        <p>
          <PageLink to={here({ as: isNew ? undefined : "new" })} replace>
            {t(isNew ? "overview.toExisting" : "overview.newIntent")}
          </PageLink>
        </p>
      )}
    </FormDialog>
  );
}
