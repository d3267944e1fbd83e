/** The webhooks of the workspace: their events, how deliveries go, and adding one. */
import { ActionForm, Button, Card, LinkButton, Notice, PageLink, Pill, Trouble, useCan } from "../../components";
import { Table } from "../../components/Table";
import { Checkbox, Field } from "../../components/fields";
import { CodeBlock } from "../../components/data/CodeBlock";
import { ChoiceGroup } from "../../components/fields/choices";
import { FormSheet } from "../../components/forms/FormSheet";
import { Refusal } from "../../components/forms/Refusal";
import { useFormat, useText } from "../../lib/i18n";
import { usePage } from "../../page";
import { referenceApi } from "./api";
import type { webhooksGrammar } from "./query";
import { EVENTS, type Delivery, type Webhook } from "./types";

const CALL = "/api/v1/webhooks";
const CLOSED = { do: undefined, webhook: undefined };

/** The cards. */
export function Receivers() {
  const t = useText();
  const can = useCan();
  const { query, here, form } = usePage<typeof webhooksGrammar>();
  const result = referenceApi.useWebhooksQuery();
  const answer = form?.answer as { secret?: string; url?: string } | undefined;
  const chosen = result.data?.items.find(({ id }) => id === query.webhook);
  const add = can("create", "Webhook") && (
    <LinkButton to={here({ ...CLOSED, do: "new" })} icon="plus" size="s">
      {t("reference.addWebhook")}
    </LinkButton>
  );
  return (
    <>
      {answer?.secret && (
        <Notice tone="good" title={t("reference.webhookAdded")}>
          <p>{t("reference.secretOnce")}</p>
          <CodeBlock name={t("reference.secret")} code={answer.secret} />
        </Notice>
      )}
      <Card title={t("reference.receivers")} lead={t("reference.receiversLead")} aside={add} flush>
        <Trouble of={result} />
        {result.data && result.data.items.length > 0 ? (
          <Rows rows={result.data.items} />
        ) : (
          <p className="card-body quiet">{t("reference.noReceivers")}</p>
        )}
      </Card>
      {query.do === "new" && can("create", "Webhook") && <NewForm />}
      {chosen && query.do !== "delete" && <Deliveries webhook={chosen} />}
      {chosen && query.do === "delete" && can("delete", "Webhook") && (
        <FormSheet
          danger
          title={t("reference.deleteWebhook")}
          call={`${CALL}/${chosen.id}`}
          method="DELETE"
          revision={String(chosen.revision)}
          to={here(CLOSED)}
          done="webhookDeleted"
          action={t("reference.delete")}
        >
          <p>{t("reference.deleteWebhookText", { url: chosen.url })}</p>
        </FormSheet>
      )}
    </>
  );
}

/** The webhooks. */
function Rows({ rows }: { rows: readonly Webhook[] }) {
  const t = useText();
  const f = useFormat();
  const { here } = usePage<typeof webhooksGrammar>();
  return (
    <Table
      caption={t("reference.receivers")}
      rows={rows}
      rowKey={(row) => row.id}
      columns={[
        {
          key: "url",
          head: t("reference.address"),
          rowHead: true,
          cell: (row) => (
            <PageLink to={here({ ...CLOSED, webhook: row.id })}>
              <bdi dir="ltr">{row.name || row.url}</bdi>
            </PageLink>
          ),
        },
        {
          key: "events",
          head: t("reference.events"),
          cell: (row) => f.list(row.events.map((event) => t(`reference.event.${event}`))), // i18n: reference.event.*
        },
        {
          key: "state",
          head: t("reference.state"),
          cell: (row) => (
            <Pill tone={!row.active ? "quiet" : row.failing_since ? "warn" : "good"}>
              {t(
                row.switched_off_at
                  ? "reference.switchedOff"
                  : !row.active
                    ? "reference.off"
                    : row.failing_since
                      ? "reference.failing"
                      : "reference.on",
              )}
            </Pill>
          ),
        },
      ]}
    />
  );
}

/** A new one: its address and its events. */
function NewForm() {
  const t = useText();
  const { here } = usePage<typeof webhooksGrammar>();
  return (
    <Card title={t("reference.addWebhook")}>
      <ActionForm call={CALL} page={here({ do: "new" })} className="stack">
        <Refusal />
        <div className="pair">
          <Field
            label={t("reference.address")}
            name="url"
            type="url"
            dir="ltr"
            maxLength={500}
            required
            autoComplete="off"
          />
          <Field label={t("reference.webhookName")} name="name" maxLength={60} autoComplete="off" dir="auto" />
        </div>
        <ChoiceGroup legend={t("reference.events")} fields={["events"]}>
          {EVENTS.map((event) => (
            <Checkbox key={event} name="events[]" value={event} label={t(`reference.event.${event}`)} />
          ))}
        </ChoiceGroup>
        <p className="row">
          <Button type="submit" variant="primary">
            {t("reference.addWebhook")}
          </Button>
        </p>
      </ActionForm>
    </Card>
  );
}

/** What was sent to one, and what came of it. */
function Deliveries({ webhook }: { webhook: Webhook }) {
  const t = useText();
  const f = useFormat();
  const can = useCan();
  const { here } = usePage<typeof webhooksGrammar>();
  const result = referenceApi.useDeliveriesQuery(webhook.id);
  const may = can("update", "Webhook");
  const outcome = ({ attempts }: Delivery) => {
    const last = attempts.at(-1);
    return last ? (last.status ? f.number(last.status) : t("reference.unreachable")) : "—";
  };
  return (
    <Card
      title={<bdi dir="ltr">{webhook.url}</bdi>}
      flush
      aside={
        may && (
          <>
            <ActionForm
              call={`${CALL}/${webhook.id}`}
              method="PATCH"
              page={here({ do: undefined })}
              revision={String(webhook.revision)}
            >
              <input type="hidden" name="active" value={webhook.active ? "0" : "1"} />
              <Button type="submit" size="s">
                {t(webhook.active ? "reference.switchOff" : "reference.switchOn")}
              </Button>
            </ActionForm>
            <LinkButton to={here({ do: "delete", webhook: webhook.id })} size="s" variant="danger">
              {t("reference.delete")}
            </LinkButton>
          </>
        )
      }
    >
      <Trouble of={result} />
      {result.data?.items.length === 0 && <p className="card-body quiet">{t("reference.noDeliveries")}</p>}
      {result.data && result.data.items.length > 0 && (
        <Table
          caption={t("reference.deliveries")}
          rows={result.data.items}
          rowKey={(row) => row.id}
          columns={[
            {
              key: "event",
              head: t("reference.event"),
              rowHead: true,
              cell: (row) => t(`reference.event.${row.event}`),
            },
            { key: "at", head: t("reference.at"), cell: (row) => f.dateTime(row.created_at) },
            {
              key: "state",
              head: t("reference.state"),
              cell: (row) => t(`reference.delivery.${row.state}`), // i18n: reference.delivery.*
            },
            { key: "answer", head: t("reference.answer"), numeric: true, cell: outcome },
            {
              key: "attempts",
              head: t("reference.attempts"),
              numeric: true,
              cell: (row) => f.number(row.attempts.length),
            },
            {
              key: "replay",
              head: <span className="sr">{t("reference.replay")}</span>,
              cell: (row) =>
                may &&
                row.state !== "pending" && (
                  <ActionForm call={`${CALL}/${webhook.id}/deliveries/${row.id}/replay`} page={here()}>
                    <Button type="submit" size="s">
                      {t("reference.replay")}
                    </Button>
                  </ActionForm>
                ),
            },
          ]}
        />
      )}
    </Card>
  );
}
