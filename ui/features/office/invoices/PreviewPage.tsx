/** One invoice as it is printed, with what can be done with it and what has happened to it beside it. */
import { Fragment } from "react";
import {
  ActionForm,
  Brand,
  Button,
  Can,
  Card,
  Icon,
  LinkButton,
  Notice,
  PageHead,
  PageLink,
  Pill,
  Trouble,
  useCan,
} from "../../../components";
import { Timeline } from "../../../components/data/Timeline";
import { useLiveTags } from "../../../hooks/useLiveTags";
import { useFormat, useText } from "../../../lib/i18n";
import { later, usePage } from "../../../page";
import { invoiceApi } from "./api";
import type { previewGrammar } from "./query";
import { ADD, callAt, CURRENCY, editAt, LIST, previewAt, TONES, type Invoice, type Status } from "./types";
import { useInvoices, useReason } from "./useInvoices";
import "./invoices.css";

const PaymentSheet = later(() => import("./sheets"), "PaymentSheet");
const SendSheet = later(() => import("./sheets"), "SendSheet");

/** The page. */
export default function PreviewPage() {
  const t = useText();
  const why = useReason();
  const { params, query, form, here } = usePage<typeof previewGrammar, "id">();
  const result = invoiceApi.useInvoiceQuery(params.id);
  useLiveTags(["invoice"], () => invoiceApi.util.invalidateTags(["Invoice"]));
  const { data: invoice } = result;
  const { restore } = useInvoices();
  const can = useCan();
  if (!invoice) return <Trouble of={result} />;
  const isOpen = !invoice.is_deleted && can("update", "Office");
  return (
    <>
      <PageHead
        title={t("invoices.one", { n: String(invoice.number) })}
        back={{ to: LIST, label: t("invoices.title") }}
        marks={
          invoice.is_deleted ? (
            <Pill tone="bad">{t("invoices.status.deleted")}</Pill>
          ) : (
            <Pill tone={TONES[invoice.status as Status]}>{t(`invoices.status.${invoice.status}`)}</Pill>
          ) /* i18n: invoices.status.* */
        }
        lead={<bdi>{invoice.client.company || invoice.client.name}</bdi>}
        actions={
          <nav className="i-beside" aria-label={t("invoices.beside")}>
            {invoice.older !== null && (
              <PageLink to={previewAt(invoice.older)} className="button quiet" rel="prev">
                <Icon name="chevron-right" size={16} className="i-back" />
                {String(invoice.older)}
              </PageLink>
            )}
            {invoice.newer !== null && (
              <PageLink to={previewAt(invoice.newer)} className="button quiet" rel="next">
                {String(invoice.newer)}
                <Icon name="chevron-right" size={16} className="mirror" />
              </PageLink>
            )}
          </nav>
        }
      />
      <Trouble of={result} />
      {form && !query.sheet && (
        <Notice tone="bad" focus title={t("invoices.refused")}>
          {why(form.problem)}
        </Notice>
      )}
      {invoice.is_deleted && (
        <ActionForm
          className="i-gone"
          call={`${callAt(invoice.id)}/restore`}
          page={here()}
          revision={String(invoice.revision)}
          done="restored"
          onSubmit={(event) => {
            event.preventDefault();
            void restore(invoice);
          }}
        >
          <Notice
            tone="warn"
            icon="trash"
            title={t("invoices.isDeleted")}
            actions={
              <Can I="delete" a="Office">
                <Button type="submit" size="s">
                  {t("invoices.restore")}
                </Button>
              </Can>
            }
          >
            {t("invoices.isDeletedText")}
          </Notice>
        </ActionForm>
      )}
      <div className="columns i-both">
        <Sheet invoice={invoice} />
        <aside className="i-aside">
          <Actions invoice={invoice} />
          <Payments invoice={invoice} />
          <Log invoice={invoice} />
        </aside>
      </div>
      {isOpen && query.sheet === "send" && <SendSheet invoice={invoice} />}
      {isOpen && query.sheet === "payment" && <PaymentSheet invoice={invoice} />}
    </>
  );
}

/** The invoice itself, as it is printed. */
function Sheet({ invoice }: { invoice: Invoice }) {
  const t = useText();
  const f = useFormat();
  const { session } = usePage();
  const money = (amount: string) => f.money(Number(amount), CURRENCY);
  const { client, pay_to: pay } = invoice;
  const facts = [
    [t("invoices.number"), `#${invoice.number}`],
    [t("invoices.issued"), f.date(invoice.issued_date)],
    [t("invoices.due"), f.date(invoice.due_date)],
  ] as const;
  const to = [
    [t("invoices.bank"), pay.bankName],
    [t("invoices.country"), pay.country],
    ["IBAN", pay.iban],
    ["SWIFT", pay.swiftCode],
  ] as const;
  const sums: (readonly [string, string] | false)[] = [
    [t("invoices.subtotal"), money(invoice.subtotal)],
    Number(invoice.discount) > 0 && [
      t("invoices.discountOf", { n: invoice.discount_percent }),
      money(`-${invoice.discount}`),
    ],
    Number(invoice.tax) > 0 && [t("invoices.taxOf", { n: invoice.tax_percent }), money(invoice.tax)],
  ];
  return (
    <article className="card i-sheet" aria-label={t("invoices.one", { n: String(invoice.number) })}>
      <header>
        <div className="i-seller rows">
          <div className="i-brand">
            <Brand />
          </div>
          <p className="quiet">{session.workspace?.name}</p>
        </div>
        <dl className="i-facts">
          {facts.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </header>
      <section className="i-parties">
        <div>
          <h2>{t("invoices.billedTo")}</h2>
          <p>
            <strong>
              <bdi>{client.name}</bdi>
            </strong>
          </p>
          {[client.company, client.address, client.country].map(
            (line, i) =>
              line && (
                <p key={i}>
                  <bdi>{line}</bdi>
                </p>
              ),
          )}
          {[client.email, client.contact].map(
            (line, i) =>
              line && (
                <p key={i}>
                  <bdi dir="ltr">{line}</bdi>
                </p>
              ),
          )}
        </div>
        <div>
          <h2>{t("invoices.payTo")}</h2>
          <dl className="i-facts">
            {to.map(([label, value]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>
                  <bdi dir="ltr">{value}</bdi>
                </dd>
              </div>
            ))}
          </dl>
        </div>
      </section>
      <table className="i-lines">
        <caption className="sr">{t("invoices.lines")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("invoices.item")}</th>
            <th scope="col" className="num">
              {t("invoices.quantity")}
            </th>
            <th scope="col" className="num">
              {t("invoices.cost")}
            </th>
            <th scope="col" className="num">
              {t("invoices.amount")}
            </th>
          </tr>
        </thead>
        <tbody>
          {invoice.lines.map((line, i) => (
            <tr key={i}>
              <th scope="row">
                <bdi>{line.item}</bdi>
                {line.note && (
                  <small>
                    <bdi>{line.note}</bdi>
                  </small>
                )}
                {Number(line.discount) > 0 && <small>{t("invoices.less", { n: line.discount })}</small>}
              </th>
              <td className="num">{f.number(Number(line.quantity))}</td>
              <td className="num">{money(line.cost)}</td>
              <td className="num">{money(line.amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <footer>
        <div className="i-note">
          {invoice.note && <p dir="auto">{invoice.note}</p>}
          <p className="quiet">{t(`invoices.service.${invoice.service}`) /* i18n: invoices.service.* */}</p>
        </div>
        <dl className="i-sums">
          {sums.map(
            (row) =>
              row && (
                <div key={row[0]}>
                  <dt>{row[0]}</dt>
                  <dd>{row[1]}</dd>
                </div>
              ),
          )}
          <div className="i-total">
            <dt>{t("invoices.total")}</dt>
            <dd>{money(invoice.total)}</dd>
          </div>
          {Number(invoice.paid) > 0 && (
            <>
              <div>
                <dt>{t("invoices.paid")}</dt>
                <dd>{money(`-${invoice.paid}`)}</dd>
              </div>
              <div className="i-left">
                <dt>{t("invoices.balance")}</dt>
                <dd>{money(invoice.balance)}</dd>
              </div>
            </>
          )}
        </dl>
      </footer>
    </article>
  );
}

/** The file, sending, paying, changing, copying and deleting. */
function Actions({ invoice }: { invoice: Invoice }) {
  const t = useText();
  const can = useCan();
  const { here } = usePage<typeof previewGrammar>();
  const { remove } = useInvoices();
  const exists = !invoice.is_deleted;
  const may = exists && can("update", "Office");
  return (
    <section className="card card-body i-actions rows" aria-label={t("invoices.actions")}>
      {invoice.has_pdf ? (
        <LinkButton
          variant="primary"
          icon="download"
          to={`${callAt(invoice.number)}/pdf`}
          download={`invoice-${invoice.number}.pdf`}
        >
          {t("invoices.pdf")}
        </LinkButton>
      ) : (
        <p className="small quiet">{t("invoices.noPdf")}</p>
      )}
      {may && (
        <LinkButton icon="send" to={here({ sheet: "send" })}>
          {t(invoice.status === "Draft" ? "invoices.send" : "invoices.sendAgain")}
        </LinkButton>
      )}
      {may && Number(invoice.balance) > 0 && (
        <LinkButton icon="wallet" to={here({ sheet: "payment" })}>
          {t("invoices.addPayment")}
        </LinkButton>
      )}
      <Button icon="printer" className="scripted" onClick={() => window.print()}>
        {t("invoices.print")}
      </Button>
      <div className="i-two">
        {may && (
          <LinkButton icon="pencil" to={editAt(invoice.number)}>
            {t("invoices.edit")}
          </LinkButton>
        )}
        <Can I="create" a="Office">
          <LinkButton icon="copy" to={`${ADD}?from=${invoice.number}`}>
            {t("invoices.duplicate")}
          </LinkButton>
        </Can>
      </div>
      {exists && (
        <Can I="delete" a="Office">
          <ActionForm
            call={callAt(invoice.id)}
            method="DELETE"
            page={here()}
            revision={String(invoice.revision)}
            done="deleted"
            onSubmit={(event) => {
              event.preventDefault();
              void remove(invoice);
            }}
          >
            <Button type="submit" variant="danger" icon="trash">
              {t("invoices.delete")}
            </Button>
          </ActionForm>
        </Can>
      )}
    </section>
  );
}

/** What was paid, each with a way to take it back. */
function Payments({ invoice }: { invoice: Invoice }) {
  const t = useText();
  const f = useFormat();
  const can = useCan();
  const { here } = usePage<typeof previewGrammar>();
  const { unpay } = useInvoices();
  const money = (amount: string) => f.money(Number(amount), CURRENCY);
  const paid = invoice.events.filter(({ kind }) => kind === "payment");
  return (
    <Card title={t("invoices.paymentsTitle")} className="i-payments">
      {paid.length === 0 && <p className="quiet">{t("invoices.noPayments")}</p>}
      <ul>
        {paid.map((payment) => (
          <li key={payment.id}>
            {/* i18n: invoices.method.* */}
            <span>
              {f.day(payment.day)}
              {f.comma}
              {t(`invoices.method.${payment.method || "other"}`)}
              {payment.note && (
                <small>
                  <bdi>{payment.note}</bdi>
                </small>
              )}
            </span>
            <strong>{money(payment.amount)}</strong>
            {!invoice.is_deleted && can("update", "Office") && (
              <ActionForm
                call={`${callAt(invoice.id)}/payments/${payment.id}`}
                method="DELETE"
                page={here()}
                revision={String(invoice.revision)}
                done="unpaid"
                onSubmit={(event) => {
                  event.preventDefault();
                  void unpay(invoice, payment.id);
                }}
              >
                <button
                  type="submit"
                  className="icon-button"
                  aria-label={t("invoices.takeBack", { what: money(payment.amount) })}
                  title={t("invoices.takeBack", { what: money(payment.amount) })}
                >
                  <Icon name="undo-2" size={16} />
                </button>
              </ActionForm>
            )}
          </li>
        ))}
      </ul>
      <p className="i-open">
        <span>{t("invoices.balance")}</span>
        <strong>{money(invoice.balance)}</strong>
      </p>
    </Card>
  );
}

const MARKS = { created: "file-text", sent: "send", payment: "wallet" } as const;

/** What has happened, the latest first. */
function Log({ invoice }: { invoice: Invoice }) {
  const t = useText();
  const f = useFormat();
  const items = invoice.events.map((event) => ({
    key: event.id,
    at: event.at,
    icon: MARKS[event.kind as keyof typeof MARKS],
    tone: event.kind === "payment" ? ("good" as const) : event.kind === "sent" ? ("acc" as const) : ("quiet" as const),
    // i18n: invoices.log.*
    title: t(`invoices.log.${event.kind}`, { amount: f.money(Number(event.amount), CURRENCY) }),
    body: (
      <>
        {[event.to, event.by].filter(Boolean).map((text, i) => (
          <Fragment key={i}>
            {i > 0 && " · "}
            <bdi>{text}</bdi>
          </Fragment>
        ))}
        {event.message && (
          <span className="i-message" dir="auto">
            {event.message}
          </span>
        )}
      </>
    ),
  }));
  return (
    <Card title={t("invoices.logTitle")}>
      <Timeline label={t("invoices.logTitle")} items={items} />
    </Card>
  );
}
