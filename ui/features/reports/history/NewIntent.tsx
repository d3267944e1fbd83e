/** An intent that a bot has not, made of what was said: an address opens it over the fix, which stays as it is. */
import type { FormEvent } from "react";
import { isProblem } from "../../../api";
import { Field, Select } from "../../../components/fields";
import { FormDialog } from "../../../components/forms/FormDialog";
import { Refusal } from "../../../components/forms/Refusal";
import { codeWords } from "../../../lib/codes";
import { useText } from "../../../lib/i18n";
import { useGo, usePage } from "../../../page";
import { conversationsApi } from "./api";
import type { transcriptGrammar } from "./query";

const { useAddIntentMutation } = conversationsApi.injectEndpoints({
  endpoints: (build) => ({
    addIntent: build.mutation<unknown, { bot: string; body: unknown }>({
      query: ({ bot, body }) => ({ path: `/api/v1/bots/${bot}/phrases`, method: "POST", body }),
      invalidatesTags: ["Conversation"],
    }),
  }),
});

/** The dialog, once the bot's nodes are here. */
export function NewIntent({ bot, language, phrase }: { bot: string; language: string; phrase: string }) {
  const t = useText();
  const { query, here } = usePage<typeof transcriptGrammar, "id">();
  const { data: flow } = conversationsApi.useFlowOfBotQuery(bot);
  const [addIntent, adding] = useAddIntentMutation();
  const go = useGo();
  if (!flow) return null;
  const to = here({ fix: undefined });
  const add = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { intent, goto, phrases, language } = Object.fromEntries(new FormData(event.currentTarget));
    const { error } = await addIntent({ bot, body: { intent, goto, phrases: [phrases], language } });
    if (!error) go(to, { replace: true, stays: true });
  };
  return (
    <FormDialog
      to={to}
      stays
      title={t("reviews.newIntent")}
      lead={t("reviews.newIntentLead")}
      form={{
        call: `/api/v1/bots/${bot}/phrases`,
        page: here(),
        then: `${to}#t${query.turn}`,
        done: "intentAdded",
        onSubmit: (event) => void add(event),
        ...(isProblem(adding.error) && { refused: adding.error }),
      }}
      action={t("reviews.addIntent")}
      busy={adding.isLoading}
    >
      <Refusal title={t("reviews.notAdded")} />
      <input type="hidden" name="language" value={language} />
      <Field
        label={t("reviews.intentName")}
        name="intent"
        required
        maxLength={80}
        autoComplete="off"
        dir="auto"
        data-first
      />
      <Select
        label={t("reviews.leadsTo")}
        name="goto"
        defaultValue={flow.start}
        options={Object.keys(flow.nodes).map((node) => ({ value: node, label: codeWords(node) }))}
      />
      <Field
        label={t("reviews.phrase")}
        name="phrases"
        required
        maxLength={200}
        autoComplete="off"
        dir="auto"
        defaultValue={phrase}
      />
    </FormDialog>
  );
}
