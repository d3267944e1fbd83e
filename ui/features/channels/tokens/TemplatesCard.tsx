/** WhatsApp's message templates of an account: their state, what they say, and which one is used. */
import { ActionForm, Button, Card, Notice, Pill, Trouble } from "../../../components";
import { Pagination } from "../../../components/Pagination";
import { Table } from "../../../components/Table";
import { useFormat, useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import type { Bot } from "../../bots/catalog/api";
import { deploymentsOf, messagingApi, type Deployment, type MessageTemplate } from "../messaging/api";
import type { channelsGrammar } from "./query";

const TONES = { approved: "good", pending: "quiet", rejected: "bad", paused: "warn", disabled: "bad" } as const;
const CATEGORIES: readonly string[] = ["utility", "marketing", "authentication"];

interface Props {
  bot: Bot;
  row: Deployment;
  mayChange: boolean;
}

/** The card. */
export function TemplatesCard({ bot, row, mayChange }: Props) {
  const t = useText();
  const f = useFormat();
  const { query, here, form } = usePage<typeof channelsGrammar>();
  const call = `${deploymentsOf(bot.id)}/${row.id}/templates/read`;
  const result = messagingApi.useTemplatesQuery({ bot: bot.id, id: row.id, page: query.templates });
  const { data } = result;
  const refusal = form?.problem.instance === call && form.problem.status >= 400 ? form.problem : null;
  return (
    <Card
      id="templates"
      title={t("messaging.t.title")}
      lead={t("messaging.t.lead")}
      flush={(data?.items.length ?? 0) > 0}
      aside={
        mayChange && (
          <ActionForm call={call} page={`${here()}#templates`} done="templatesRead">
            <Button type="submit" size="s" icon="refresh-cw">
              {t("messaging.t.read")}
            </Button>
          </ActionForm>
        )
      }
      foot={row.templates_read_at && t("messaging.t.readAt", { at: f.dateTime(row.templates_read_at) })}
    >
      <Trouble of={result} />
      {refusal && <Notice tone="bad" focus title={refusal.detail ?? refusal.title} />}
      {data?.items.length === 0 && (
        <p className="quiet">{t(row.templates_read_at ? "messaging.t.none" : "messaging.t.unread")}</p>
      )}
      {data && data.items.length > 0 && (
        <div className="data-table">
          <Rows bot={bot} row={row} mayChange={mayChange} templates={data.items} />
        </div>
      )}
      {data && data.total > data.items.length && <Pagination of={data} to={(page) => here({ templates: page })} />}
    </Card>
  );
}

function Rows({ bot, row, mayChange, templates }: Props & { templates: readonly MessageTemplate[] }) {
  const t = useText();
  return (
    <Table
      caption={t("messaging.t.title")}
      rows={templates}
      rowKey={(template) => template.id}
      columns={[
        {
          key: "name",
          head: t("messaging.t.name"),
          rowHead: true,
          className: "slot-name",
          cell: (template) => <Preview template={template} />,
        },
        {
          key: "state",
          head: t("messaging.t.state"),
          className: "slot-state",
          cell: (template) => <State template={template} />,
        },
        {
          key: "category",
          head: t("messaging.t.category"),
          className: "slot-fact",
          cell: ({ category }) => {
            // i18n: messaging.t.c.*
            return CATEGORIES.includes(category) ? t(`messaging.t.c.${category}`) : category;
          },
        },
        {
          key: "quality",
          head: t("messaging.t.quality"),
          className: "slot-fact",
          // i18n: messaging.t.q.*
          cell: ({ quality }) => (quality ? t(`messaging.t.q.${quality}`) : "–"),
        },
        {
          key: "use",
          head: <span className="sr">{t("messaging.t.use")}</span>,
          className: "slot-menu",
          cell: (template) =>
            template.used ? (
              <Pill tone="good">{t("messaging.t.uses")}</Pill>
            ) : (
              mayChange && template.usable && <Use bot={bot} row={row} template={template} />
            ),
        },
      ]}
    />
  );
}

/** Name and language, and behind them what a person gets. */
function Preview({ template }: { template: MessageTemplate }) {
  const t = useText();
  const name = (
    <>
      <code dir="ltr">{template.name}</code> <span className="quiet small">{template.language}</span>
    </>
  );
  if (!template.body) return name;
  return (
    <details>
      <summary aria-label={t("messaging.t.preview", { name: template.name })}>{name}</summary>
      <div className="bc-preview rows gap-4 breaks" dir="auto">
        {template.header && <b>{template.header}</b>}
        <p>{template.body}</p>
        {template.footer && <small className="quiet">{template.footer}</small>}
        {template.buttons.length > 0 && (
          <p className="row">
            {template.buttons.map((button) => (
              <span key={button} className="pill">
                {button}
              </span>
            ))}
          </p>
        )}
      </div>
    </details>
  );
}

/** Its state, and why it cannot be used. */
function State({ template }: { template: MessageTemplate }) {
  const t = useText();
  const isMisfit = template.state === "approved" && !template.usable;
  const reason = isMisfit ? t("messaging.t.misfit") : template.reason.replaceAll("_", " ").toLowerCase();
  return (
    <>
      <Pill tone={TONES[template.state]}>{t(`messaging.t.s.${template.state}`) /* i18n: messaging.t.s.* */}</Pill>{" "}
      {reason && <span className="quiet small">{reason}</span>}
    </>
  );
}

/** Makes it the account's. */
function Use({ bot, row, template }: { bot: Bot; row: Deployment; template: MessageTemplate }) {
  const t = useText();
  const { here } = usePage<typeof channelsGrammar>();
  return (
    <ActionForm
      call={`${deploymentsOf(bot.id)}/${row.id}`}
      method="PATCH"
      page={`${here()}#templates`}
      revision={String(row.revision)}
      done="templateUsed"
    >
      <input type="hidden" name="settings.template.name" value={template.name} />
      <input type="hidden" name="settings.template.language" value={template.language} />
      <input type="hidden" name="settings.business" value={row.settings.business ?? ""} />
      <Button type="submit" size="s" variant="quiet" aria-label={t("messaging.t.useIt", { name: template.name })}>
        {t("messaging.t.use")}
      </Button>
    </ActionForm>
  );
}
