/** The review of one document: its picture beside the values that a person reads from it, and the decision. */
import {
  ActionForm,
  Button,
  Can,
  Card,
  LinkButton,
  Notice,
  PageHead,
  PageLink,
  ProblemNotice,
} from "../../../components";
import { Facts } from "../../../components/Facts";
import { Field, Select } from "../../../components/fields";
import { Refusal } from "../../../components/forms/Refusal";
import { submitPath } from "../../../components/ActionForm";
import { useKeys } from "../../../hooks/useKeys";
import { useFormat, useText } from "../../../lib/i18n";
import { useGo, usePage } from "../../../page";
import { customerDocumentsApi, documentOf, type WholeCustomerDocument } from "./api";
import { Picture } from "./Picture";
import { KINDS, type documentGrammar } from "./query";
import { State } from "./State";
import "./customer-documents.css";

const REASONS = ["blurred", "cut_off", "wrong_document", "out_of_date", "duplicate", "other"] as const;
/** Values whose names depend on the kind of document. */
const NAMED = new Set(["number", "company", "issued_on"]);
const DATES = new Set(["issued_on", "valid_until"]);
const NUMBERS = new Set(["amount", "odometer_km"]);

interface Props {
  document: WholeCustomerDocument;
}

/** The page; `j` and `k` go through what waits. */
export default function DocumentPage() {
  const { params } = usePage<typeof documentGrammar, "id">();
  const { data, error, refetch } = customerDocumentsApi.useCustomerDocumentQuery(params.id);
  if (!data) return error ? <ProblemNotice problem={error} retry={() => void refetch()} /> : null;
  return <Shown key={data.id} document={data} />;
}

/** Where a decision leads: to the next document, which offers to take it back; at the last it stays. */
const after = ({ id, neighbours }: WholeCustomerDocument) =>
  neighbours.next ? `/customer-documents/${neighbours.next}?last=${id}` : `/customer-documents/${id}`;

/** Focus the first value that is still empty, before its kind is known the kind. */
function focusMissing() {
  const values = [...window.document.querySelectorAll<HTMLInputElement>("#values .input")];
  const first = values.find((input) => !input.value) ?? values[0];
  (first ?? window.document.querySelector<HTMLElement>("#kind .input"))?.focus();
}

/** Head, picture, values and decision. */
function Shown({ document: customerDocument }: Props) {
  const t = useText();
  const f = useFormat();
  const go = useGo();
  const { query } = usePage<typeof documentGrammar, "id">();
  const { conversation, neighbours } = customerDocument;
  const { next, previous } = neighbours;
  const press = (id: string) => window.document.getElementById(id)?.click();
  useKeys({
    j: () => next && go(`/customer-documents/${next}`),
    k: () => previous && go(`/customer-documents/${previous}`),
    v: () => focusMissing(),
    a: () => press("accept"),
    z: () => press("reopen"),
    r: () => window.document.querySelector<HTMLElement>("[name=reason]")?.focus(),
  });
  return (
    <>
      <PageHead
        title={t(`customerdocs.k.${customerDocument.kind ?? "unknown"}`)}
        back={{ to: "/customer-documents", label: t("customerdocs.title") }}
        marks={<State state={customerDocument.state} />}
        lead={[
          customerDocument.customer?.name,
          customerDocument.vehicle?.name,
          customerDocument.outlet?.name,
          f.dateTime(customerDocument.received_at, customerDocument.zone),
        ]
          .filter(Boolean)
          .join(" · ")}
        actions={
          <>
            {conversation && (
              <LinkButton to={`/reports/conversation-history/${conversation}`}>
                {t("customerdocs.conversation")}
              </LinkButton>
            )}
            {query.last && <Reopen id={query.last} label={t("customerdocs.key.reopen")} />}
            {previous && <LinkButton to={`/customer-documents/${previous}`}>{t("customerdocs.previous")}</LinkButton>}
            {next && <LinkButton to={`/customer-documents/${next}`}>{t("customerdocs.next")}</LinkButton>}
          </>
        }
      />
      <Copies document={customerDocument} />
      <div className="columns cdoc">
        <Picture document={customerDocument} />
        <div className="stack">
          {customerDocument.possible.includes("accept") ? (
            <Can I="update" a="Master">
              <Kind document={customerDocument} />
              {customerDocument.kind && <Values document={customerDocument} />}
              <Reject document={customerDocument} />
            </Can>
          ) : (
            <Decided document={customerDocument} />
          )}
        </div>
      </div>
    </>
  );
}

/** Other documents that it may be a copy of. */
function Copies({ document: customerDocument }: Props) {
  const t = useText();
  const f = useFormat();
  if (customerDocument.copies.length === 0) return null;
  return (
    <Notice tone="warn" icon="triangle-alert" title={t("customerdocs.copies", { n: customerDocument.copies.length })}>
      <ul>
        {customerDocument.copies.map((copy) => (
          <li key={copy.id}>
            {t(`customerdocs.m.${copy.mark}`)}:{" "}
            <PageLink to={`/customer-documents/${copy.id}`}>
              {t(`customerdocs.k.${copy.kind ?? "unknown"}`)}
              {f.comma}
              {f.dateTime(copy.received_at, customerDocument.zone)}
            </PageLink>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** What kind of document it is; the kind decides which values there are. */
function Kind({ document: customerDocument }: Props) {
  const t = useText();
  const { here } = usePage<typeof documentGrammar, "id">();
  const call = `${documentOf(customerDocument.id)}/fields`;
  return (
    <Card
      id="kind"
      title={t("customerdocs.kind")}
      {...(!customerDocument.kind && { lead: t("customerdocs.kindFirst") })}
    >
      <ActionForm
        key={customerDocument.revision}
        className="row cdoc-kind"
        call={call}
        method="PATCH"
        page={`${here()}#kind`}
        done="saved"
        revision={String(customerDocument.revision)}
      >
        <Select
          label={t("customerdocs.kind")}
          name="kind"
          defaultValue={customerDocument.kind ?? ""}
          options={KINDS.map((kind) => ({ value: kind, label: t(`customerdocs.k.${kind || "unknown"}`) }))}
        />
        <Button type="submit">{t("customerdocs.setKind")}</Button>
      </ActionForm>
    </Card>
  );
}

/** The values of its kind, to be typed from the picture: saved, or accepted at once. */
function Values({ document: customerDocument }: Props) {
  const t = useText();
  const { here } = usePage<typeof documentGrammar, "id">();
  const call = `${documentOf(customerDocument.id)}/fields`;
  const accept = `${documentOf(customerDocument.id)}/accept`;
  const { kind } = customerDocument;
  // i18n: customerdocs.f.*
  const label = (name: string) => t(`customerdocs.f.${NAMED.has(name) ? `${name}.${kind}` : name}`);
  return (
    <Card id="values" title={t("customerdocs.values")} lead={t("customerdocs.byHand")}>
      <ActionForm
        key={customerDocument.revision}
        className="stack"
        call={call}
        also={[accept]}
        method="PATCH"
        page={`${here()}#values`}
        done="saved"
        revision={String(customerDocument.revision)}
      >
        <Refusal />
        {customerDocument.offered.map((name) => (
          <Field
            key={name}
            label={
              customerDocument.required.includes(name) ? label(name) : t("customerdocs.optional", { name: label(name) })
            }
            name={name}
            type={DATES.has(name) ? "date" : "text"}
            {...(NUMBERS.has(name) ? { inputMode: "decimal" as const } : { dir: "auto" })}
            {...(name === "amount" && { unit: customerDocument.currency })}
            {...(name === "odometer_km" && { unit: t("customerdocs.km") })}
            autoComplete="off"
            defaultValue={String((customerDocument.fields as Readonly<Record<string, unknown>>)[name] ?? "")}
            help={name === "vin" && customerDocument.warnings.vin ? t("customerdocs.checkDigit") : undefined}
          />
        ))}
        {customerDocument.offered.length === 0 && <p className="quiet">{t("customerdocs.noValues")}</p>}
        <p className="row">
          <Button
            id="accept"
            type="submit"
            variant="primary"
            icon="check"
            title="a"
            aria-keyshortcuts="a"
            formAction={submitPath({
              call: accept,
              page: `${here()}#values`,
              then: after(customerDocument),
              done: "accepted",
            })}
          >
            {t("customerdocs.accept")}
          </Button>
          <Button type="submit">{t("customerdocs.save")}</Button>
        </p>
      </ActionForm>
    </Card>
  );
}

/** Rejecting, with a reason. */
function Reject({ document: customerDocument }: Props) {
  const t = useText();
  const { here } = usePage<typeof documentGrammar, "id">();
  const call = `${documentOf(customerDocument.id)}/reject`;
  return (
    <Card title={t("customerdocs.reject")}>
      <ActionForm className="stack" call={call} page={here()} then={after(customerDocument)} done="rejected">
        <Refusal />
        <Select
          label={t("customerdocs.reason")}
          name="reason"
          options={[
            { value: "", label: t("customerdocs.choose") },
            ...REASONS.map((reason) => ({ value: reason, label: t(`customerdocs.r.${reason}`) })),
            // i18n: customerdocs.r.*
          ]}
        />
        <Field label={t("customerdocs.note")} name="note" maxLength={500} dir="auto" autoComplete="off" />
        <p>
          <Button type="submit" variant="danger">
            {t("customerdocs.reject")}
          </Button>
        </p>
      </ActionForm>
    </Card>
  );
}

/** Taking a decision back: that of this document, or of the one before it. */
function Reopen({ id, label }: { id: string; label: string }) {
  const { here } = usePage<typeof documentGrammar, "id">();
  return (
    <Can I="update" a="Master">
      <ActionForm call={`${documentOf(id)}/reopen`} page={here()} then={`/customer-documents/${id}`} done="reopened">
        <Refusal />
        <Button id="reopen" type="submit" icon="undo-2" aria-keyshortcuts="z">
          {label}
        </Button>
      </ActionForm>
    </Can>
  );
}

/** What was decided, the values, and taking the decision back. */
function Decided({ document: customerDocument }: Props) {
  const t = useText();
  const f = useFormat();
  const values = customerDocument.fields as Readonly<Record<string, unknown>>;
  const written = (name: string) => {
    const value = values[name];
    if (value === undefined) return "–";
    if (DATES.has(name)) return f.date(String(value));
    return typeof value === "number" ? f.number(value) : <bdi>{String(value)}</bdi>;
  };
  const label = (name: string) =>
    t(NAMED.has(name) ? `customerdocs.f.${name}.${customerDocument.kind}` : `customerdocs.f.${name}`);
  return (
    <Card
      title={t(`customerdocs.s.${customerDocument.state}`)}
      {...(customerDocument.decided_at && {
        lead: t("customerdocs.decided", {
          by: `\u2068${customerDocument.decided_by}\u2069`,
          at: f.dateTime(customerDocument.decided_at, customerDocument.zone),
        }),
      })}
    >
      <div className="stack">
        {customerDocument.reason && (
          <p>
            {t(`customerdocs.r.${customerDocument.reason}`)}
            {customerDocument.note && (
              <>
                : <bdi>{customerDocument.note}</bdi>
              </>
            )}
          </p>
        )}
        {!customerDocument.erased && !customerDocument.hidden && (
          <Facts items={customerDocument.offered.map((name) => [label(name), written(name)] as const)} />
        )}
        {customerDocument.possible.includes("reopen") && (
          <p>
            <Reopen id={customerDocument.id} label={t("customerdocs.reopen")} />
          </p>
        )}
      </div>
    </Card>
  );
}
