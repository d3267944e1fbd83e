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
import { useOwnForm } from "../../../components/forms/useOwnForm";
import { submitPath } from "../../../components/ActionForm";
import { useKeys } from "../../../hooks/useKeys";
import { useFormat, useText } from "../../../lib/i18n";
import { useGo, usePage } from "../../../page";
import { customerDocumentsApi, documentOf, type WholeCustomerDocument } from "./api";
import { Picture } from "./Picture";
import { KINDS, type documentGrammar } from "./query";
import { State } from "./State";

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
  return <Shown document={data} />;
}

/** Head, picture, values and decision. */
function Shown({ document: shown }: Props) {
  const t = useText();
  const f = useFormat();
  const go = useGo();
  const { conversation, neighbours } = shown;
  const { next, previous } = neighbours;
  const press = (id: string) => window.document.getElementById(id)?.click();
  useKeys({
    j: () => next && go(`/customer-documents/${next}`),
    k: () => previous && go(`/customer-documents/${previous}`),
    a: () => press("accept"),
    r: () => window.document.getElementById("reason")?.focus(),
  });
  return (
    <>
      <PageHead
        title={t(`customerdocs.k.${shown.kind ?? "unknown"}`)}
        back={{ to: "/customer-documents", label: t("customerdocs.title") }}
        marks={<State state={shown.state} />}
        lead={[shown.customer?.name, shown.vehicle?.name, shown.outlet?.name, f.dateTime(shown.received_at, shown.zone)]
          .filter(Boolean)
          .join(" · ")}
        actions={
          <>
            {conversation && (
              <LinkButton to={`/reports/conversation-history/${conversation}`}>
                {t("customerdocs.conversation")}
              </LinkButton>
            )}
            {previous && <LinkButton to={`/customer-documents/${previous}`}>{t("customerdocs.previous")}</LinkButton>}
            {next && <LinkButton to={`/customer-documents/${next}`}>{t("customerdocs.next")}</LinkButton>}
          </>
        }
      />
      <Copies document={shown} />
      <div className="cdoc">
        <Picture document={shown} />
        <div className="stack">
          {shown.possible.includes("accept") ? (
            <Can I="update" a="Master">
              <Kind document={shown} />
              {shown.kind && <Values document={shown} />}
              <Reject document={shown} />
            </Can>
          ) : (
            <Decided document={shown} />
          )}
        </div>
      </div>
    </>
  );
}

/** Other documents that it may be a copy of. */
function Copies({ document: shown }: Props) {
  const t = useText();
  const f = useFormat();
  if (shown.copies.length === 0) return null;
  return (
    <Notice tone="warn" icon="triangle-alert" title={t("customerdocs.copies", { n: shown.copies.length })}>
      <ul>
        {shown.copies.map((copy) => (
          <li key={copy.id}>
            {t(`customerdocs.m.${copy.mark}`)}:{" "}
            <PageLink to={`/customer-documents/${copy.id}`}>
              {t(`customerdocs.k.${copy.kind ?? "unknown"}`)}, {f.dateTime(copy.received_at, shown.zone)}
            </PageLink>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** What kind of document it is; the kind decides which values there are. */
function Kind({ document: shown }: Props) {
  const t = useText();
  const { here } = usePage<typeof documentGrammar, "id">();
  const call = `${documentOf(shown.id)}/fields`;
  const { values, errors, problem } = useOwnForm(call);
  const isOwn = problem !== null && Object.keys(values).every((name) => name === "kind");
  return (
    <Card title={t("customerdocs.kind")} {...(!shown.kind && { lead: t("customerdocs.kindFirst") })}>
      <ActionForm
        key={shown.revision}
        className="row cdoc-kind"
        call={call}
        method="PATCH"
        page={here()}
        done="saved"
        revision={String(shown.revision)}
      >
        <Select
          label={t("customerdocs.kind")}
          name="kind"
          defaultValue={shown.kind ?? ""}
          error={isOwn ? errors.kind : undefined}
          options={KINDS.map((kind) => ({ value: kind, label: t(`customerdocs.k.${kind || "unknown"}`) }))}
        />
        <Button type="submit">{t("customerdocs.setKind")}</Button>
      </ActionForm>
    </Card>
  );
}

/** The values of its kind, to be typed from the picture: saved, or accepted at once. */
function Values({ document: shown }: Props) {
  const t = useText();
  const { here } = usePage<typeof documentGrammar, "id">();
  const call = `${documentOf(shown.id)}/fields`;
  const accept = `${documentOf(shown.id)}/accept`;
  const saving = useOwnForm(call);
  const accepting = useOwnForm(accept);
  const own = accepting.refused ? accepting : saving;
  const label = (name: string) =>
    t(NAMED.has(name) ? `customerdocs.f.${name}.${shown.kind}` : `customerdocs.f.${name}`); // i18n: customerdocs.f.*
  const then = shown.neighbours.next ? `/customer-documents/${shown.neighbours.next}` : "/customer-documents";
  return (
    <Card title={t("customerdocs.values")} lead={t("customerdocs.byHand")}>
      <ActionForm
        key={shown.revision}
        className="stack"
        call={call}
        also={[accept]}
        method="PATCH"
        page={here()}
        done="saved"
        revision={String(shown.revision)}
      >
        {own.failed && <Notice tone="bad" focus title={own.failed} />}
        {shown.offered.map((name) => (
          <Field
            key={name}
            label={shown.required.includes(name) ? label(name) : t("customerdocs.optional", { name: label(name) })}
            name={name}
            type={DATES.has(name) ? "date" : "text"}
            {...(NUMBERS.has(name) ? { inputMode: "decimal" as const } : { dir: "auto" })}
            {...(name === "amount" && { unit: shown.currency })}
            {...(name === "odometer_km" && { unit: t("customerdocs.km") })}
            autoComplete="off"
            defaultValue={String((shown.fields as Readonly<Record<string, unknown>>)[name] ?? "")}
            error={own.errors[name]}
            help={name === "vin" && shown.warnings.vin ? t("customerdocs.checkDigit") : undefined}
          />
        ))}
        {shown.offered.length === 0 && <p className="quiet">{t("customerdocs.noValues")}</p>}
        <p className="row">
          <Button
            id="accept"
            type="submit"
            variant="primary"
            icon="check"
            title="a"
            formAction={submitPath({ call: accept, page: here(), then, done: "accepted" })}
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
function Reject({ document: shown }: Props) {
  const t = useText();
  const { here } = usePage<typeof documentGrammar, "id">();
  const call = `${documentOf(shown.id)}/reject`;
  const { errors, failed } = useOwnForm(call);
  const then = shown.neighbours.next ? `/customer-documents/${shown.neighbours.next}` : "/customer-documents";
  return (
    <Card title={t("customerdocs.reject")}>
      <ActionForm className="stack" call={call} page={here()} then={then} done="rejected">
        {failed && <Notice tone="bad" focus title={failed} />}
        <Select
          id="reason"
          label={t("customerdocs.reason")}
          name="reason"
          error={errors.reason}
          options={[
            { value: "", label: t("customerdocs.choose") },
            ...REASONS.map((reason) => ({ value: reason, label: t(`customerdocs.r.${reason}`) })),
            // i18n: customerdocs.r.*
          ]}
        />
        <Field
          label={t("customerdocs.note")}
          name="note"
          maxLength={500}
          dir="auto"
          autoComplete="off"
          error={errors.note}
        />
        <p>
          <Button type="submit" variant="danger">
            {t("customerdocs.reject")}
          </Button>
        </p>
      </ActionForm>
    </Card>
  );
}

/** What was decided, the values, and taking the decision back. */
function Decided({ document: shown }: Props) {
  const t = useText();
  const f = useFormat();
  const { here } = usePage<typeof documentGrammar, "id">();
  const call = `${documentOf(shown.id)}/reopen`;
  const values = shown.fields as Readonly<Record<string, unknown>>;
  const written = (name: string) => {
    const value = values[name];
    if (value === undefined) return "–";
    if (DATES.has(name)) return f.date(String(value));
    return typeof value === "number" ? f.number(value) : <bdi>{String(value)}</bdi>;
  };
  const label = (name: string) =>
    t(NAMED.has(name) ? `customerdocs.f.${name}.${shown.kind}` : `customerdocs.f.${name}`);
  return (
    <Card
      title={t(`customerdocs.s.${shown.state}`)}
      {...(shown.decided_at && {
        lead: t("customerdocs.decided", {
          by: `\u2068${shown.decided_by}\u2069`,
          at: f.dateTime(shown.decided_at, shown.zone),
        }),
      })}
    >
      <div className="stack">
        {shown.reason && (
          <p>
            {t(`customerdocs.r.${shown.reason}`)}
            {shown.note && (
              <>
                : <bdi>{shown.note}</bdi>
              </>
            )}
          </p>
        )}
        {!shown.erased && !shown.hidden && (
          <Facts items={shown.offered.map((name) => [label(name), written(name)] as const)} />
        )}
        {shown.possible.includes("reopen") && (
          <Can I="update" a="Master">
            <ActionForm call={call} page={here()} done="reopened">
              <Button type="submit">{t("customerdocs.reopen")}</Button>
            </ActionForm>
          </Can>
        )}
      </div>
    </Card>
  );
}
