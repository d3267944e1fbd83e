/** The form: who answers after the flow in which order, how each is asked, and who only compares. */
import { useState } from "react";
import { ActionForm, Button, Card, Icon } from "../../../components";
import { Select } from "../../../components/fields";
import { useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import type { Bot } from "../catalog/api";
import type { frameGrammar } from "../layout/query";
import { Refusal } from "../../../components/forms/Refusal";
import { ChoiceInput } from "../../../components/forms/controls";
import { useFormState } from "../../../components/forms/typed";
import { SortableRows } from "../../../components/lists/SortableList";
import { useScripted } from "../../../hooks/useScripted";
import { EXTERNAL, handlersOf, type Handlers } from "./api";
import { Calls } from "./Calls";
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
          {/* What Enter in a field presses: the buttons of the rows would come first. */}
          <button type="submit" className="sr" tabIndex={-1} aria-hidden="true" />
          <Order handlers={handlers} fixed={fixed} bot={bot} />
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

/** The flow, always first, and who is asked after it; those that are off keep their places. */
function Order({ handlers, fixed, bot }: Props) {
  const t = useText();
  const { values, errors } = useFormState();
  const isScripted = useScripted();
  const [order, setOrder] = useState<readonly string[]>(values.order ? values.order.split(",") : handlers.order);
  return (
    <>
      <p className="bh-flow">
        <Icon name="git-branch" size={16} />
        <span>
          <strong>{t("handler.k.flow")}</strong> <span className="small quiet">{t("handler.flowFirst")}</span>
        </span>
      </p>
      <input type="hidden" name="kind" value="flow" />
      {isScripted && <input type="hidden" name="order" value={order.join(",")} />}
      <SortableRows
        label={t("handler.after")}
        items={order.map((kind) => ({
          id: kind,
          name: t(`handler.k.${kind}`), // i18n: handler.k.*
          body: <Row kind={kind} handlers={handlers} bot={bot} />,
        }))}
        onSort={setOrder}
        disabled={fixed}
      />
      {errors.fallback && <p className="field-error">{errors.fallback}</p>}
    </>
  );
}

/** One handler: whether it answers, and how it is asked. */
function Row({ kind, handlers, bot }: { kind: string; handlers: Handlers; bot: Bot }) {
  const t = useText();
  const external = EXTERNAL.find((name) => name === kind);
  return (
    <div className="bh-row">
      <div>
        {external ? (
          <Settings kind={external} name={external} current={handlers[external]} />
        ) : (
          <p className="bh-flow">
            <Icon name="book-open" size={16} />
            <span>
              <strong>{t("handler.k.knowledge")}</strong>{" "}
              <span className="small quiet">{t("handler.knowledgeAbout")}</span>
            </span>
          </p>
        )}
        <Calls bot={bot} kind={kind} />
      </div>
      <label className="bh-on">
        <span className="sr">{t("handler.answers", { what: t(`handler.k.${kind}`) })}</span>
        <ChoiceInput
          type="checkbox"
          name="fallback[]"
          value={kind}
          defaultChecked={kind === handlers.kind || handlers.fallback.some((later) => later === kind)}
        />
        <span aria-hidden="true">{t("handler.on")}</span>
      </label>
    </div>
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
