/** The form: who answers after the flow in which order, how each is asked, and who only compares. */
import { ActionForm, Button, Card, Icon } from "../../../components";
import { Select } from "../../../components/fields";
import { useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import type { Bot } from "../catalog/api";
import type { frameGrammar } from "../layout/query";
import { Refusal } from "../../../components/forms/Refusal";
import { EXTERNAL, handlersOf, LATER, type Handlers } from "./api";
import { Settings } from "./Settings";

interface Props {
  bot: Bot;
  handlers: Handlers;
  /** Whether it is only read. */
  fixed: boolean;
}

/** The card. */
export function HandlerForm({ bot, handlers, fixed }: Props) {
  const t = useText();
  const { here } = usePage<typeof frameGrammar>();
  return (
    <Card id="order" title={t("handler.who")} lead={t("handler.whoLead")}>
      <ActionForm
        call={handlersOf(bot.id)}
        method="PUT"
        page={`${here({ do: undefined })}#order`}
        revision={String(handlers.revision)}
        done="saved"
      >
        <fieldset className="stack" disabled={fixed}>
          <Refusal title={t("handler.notSaved")} />
          <Order handlers={handlers} />
          {EXTERNAL.map((kind) => (
            <Settings key={kind} kind={kind} name={kind} current={handlers[kind]} />
          ))}
          <Shadow handlers={handlers} />
          <p className="row">
            <Button type="submit" variant="primary">
              {t("handler.save")}
            </Button>
            <span className="small quiet">{t("handler.atOnce")}</span>
          </p>
        </fieldset>
      </ActionForm>
    </Card>
  );
}

/** The flow, always first, and who is asked after it. */
function Order({ handlers }: { handlers: Handlers }) {
  const t = useText();
  const none = { value: "", label: t("handler.nobody") };
  // i18n: handler.k.*
  const kinds = LATER.map((kind) => ({ value: kind, label: t(`handler.k.${kind}`) }));
  return (
    <ol className="bh-order">
      <li>
        <Icon name="git-branch" size={16} />
        <span>
          <strong>{t("handler.k.flow")}</strong> <span className="small quiet">{t("handler.flowFirst")}</span>
        </span>
      </li>
      <li>
        <Select
          label={t("handler.next")}
          name="kind"
          defaultValue={handlers.kind}
          options={[{ value: "flow", label: t("handler.nobody") }, ...kinds]}
        />
      </li>
      {LATER.slice(1).map((_, place) => (
        <li key={place}>
          <Select
            label={t("handler.after", { n: place + 3 })}
            name="fallback[]"
            place={place}
            defaultValue={handlers.fallback[place] ?? ""}
            options={[none, ...kinds]}
          />
        </li>
      ))}
    </ol>
  );
}

/** Who only compares. */
function Shadow({ handlers: { shadow } }: { handlers: Handlers }) {
  const t = useText();
  return (
    <Settings kind="shadow" name="shadow" current={shadow ?? undefined}>
      <Select
        label={t("handler.shadowKind")}
        name="shadow.kind"
        defaultValue={shadow?.kind ?? ""}
        help={t("handler.shadowHelp")}
        options={[
          { value: "", label: t("handler.nobody") },
          ...EXTERNAL.map((kind) => ({ value: kind, label: t(`handler.k.${kind}`) })),
        ]}
      />
    </Settings>
  );
}
