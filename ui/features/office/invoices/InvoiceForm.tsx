/** The form an invoice is written in: whom it is for, its lines, and what they come to while one types. */
import { useCallback, useRef, useState, type FormEvent, type ReactNode } from "react";
import { useDispatch } from "react-redux";
import { ActionForm, Button, IconButton, Notice, PageLink } from "../../../components";
import { Field, Select, TextArea } from "../../../components/fields";
import { submitPath } from "../../../components/ActionForm";
import { useFirstError } from "../../../components/forms/useFirstError";
import { Guarded } from "../../../components/forms/Guarded";
import { Combobox } from "../../../components/fields/Combobox";
import type { Option, Search } from "../../../components/fields/useSearch";
import type { Problem } from "../../../api";
import { useFormat, useText } from "../../../lib/i18n";
import { invoiceApi } from "./api";
import { LINE, type Draft, type Line } from "./draft";
import { addUp, decimalText, hundredths, percent } from "./money";
import { CLIENT_FIELDS, CURRENCY, SERVICES, type Client } from "./types";
import { useReason } from "./useInvoices";
import "./invoices.css";

interface Props {
  start: Draft;
  call: string;
  method: "POST" | "PATCH";
  revision?: string;
  /** The page itself, and with more lines. */
  page: string;
  more: string;
  /** Where one goes without keeping it. */
  cancel: string;
  action: string;
  problem: Problem | null;
  busy: boolean;
  /** Is above the form: what someone else has saved. */
  above?: ReactNode;
  /** It came back without having been stored: refused, or with its sums worked out. */
  unsaved: boolean;
  onSend: (draft: Draft, form: HTMLFormElement) => void;
}

const MOST = 50;
const NUMBERS = ["cost", "quantity", "discount"] as const;

/** Asks for clients that fit, and remembers them by what is chosen. */
function useClients() {
  const dispatch = useDispatch();
  const clientsById = useRef(new Map<string, Client>());
  const source: Search = useCallback(
    async (q, signal) => {
      const request = dispatch(
        invoiceApi.endpoints.invoiceClients.initiate(q, { subscribe: false }) as never,
      ) as unknown as { abort: () => void; unwrap: () => Promise<{ clients: Client[] }> };
      signal.addEventListener("abort", () => request.abort());
      const { clients } = await request.unwrap();
      return clients.map((client): Option => {
        const value = `${client.name}\n${client.email}`;
        clientsById.current.set(value, client);
        return { value, label: client.name, about: [client.company, client.email].filter(Boolean).join(" · ") };
      });
    },
    [dispatch],
  );
  return { source, clients: clientsById };
}

/**
 * The whole form; without script its lines are as many as the address says, and its sums are worked out by a button.
 */
export function InvoiceForm({
  start,
  call,
  method,
  revision,
  page,
  more,
  cancel,
  action,
  problem,
  busy,
  above,
  unsaved,
  onSend,
}: Props) {
  const t = useText();
  const why = useReason();
  useFirstError(problem);
  const errors = problem?.errors ?? {};
  const [draft, setDraft] = useState(start);
  const set = <K extends keyof Draft>(key: K, value: Draft[K]) => setDraft((now) => ({ ...now, [key]: value }));
  const text = (key: "issued_date" | "due_date" | "discount_percent" | "tax_percent" | "note" | "service") => ({
    name: key,
    value: draft[key],
    onChange: (event: { target: { value: string } }) => set(key, event.target.value),
  });
  const setLine = (place: number, change: Partial<Line>) =>
    set(
      "lines",
      draft.lines.map((line, i) => (i === place ? { ...line, ...change } : line)),
    );
  const badPercent = (typed: string) =>
    percent(typed) === null && { error: t("invoices.badPercent"), autoFocus: false };
  const sums = addUp(draft.lines, draft.discount_percent, draft.tax_percent);
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!busy) onSend(draft, event.currentTarget);
  };
  const workOut = submitPath({ call: "/api/v1/invoices/draft", page: more });
  const fits = Object.keys(errors).length === 0 || errors.lines;
  return (
    <Guarded refused={unsaved}>
      <ActionForm
        className="columns i-both i-form"
        call={call}
        method={method}
        page={page}
        {...(revision && { revision })}
        refused={problem}
        onSubmit={send}
      >
        <div className="i-main">
          {above}
          {problem && problem.status !== 412 && (
            <Notice tone="bad" focus={Boolean(fits)} title={t("invoices.notSaved")}>
              {fits ? why(problem) : t("invoices.lookBelow")}
            </Notice>
          )}
          <section className="card card-body">
            <h2>{t("invoices.billedTo")}</h2>
            <ClientFields draft={draft} setDraft={setDraft} />
          </section>
          <section className="card card-body i-when">
            <h2 className="sr">{t("invoices.dates")}</h2>
            <Select
              label={t("invoices.service")}
              {...text("service")}
              options={SERVICES.map((value) => ({ value, label: t(`invoices.service.${value}`) }))}
            />
            <Field label={t("invoices.issued")} type="date" {...text("issued_date")} />
            <Field label={t("invoices.due")} type="date" help={t("invoices.dueHelp")} {...text("due_date")} />
          </section>
          <section className="card card-body i-writing">
            <h2>{t("invoices.lines")}</h2>
            {draft.lines.map((line, i) => (
              <LineFields
                key={i}
                line={line}
                place={i}
                amount={sums.amounts[i] ?? null}
                errors={errors}
                onChange={(change) => setLine(i, change)}
                onRemove={
                  draft.lines.length > 1
                    ? () =>
                        set(
                          "lines",
                          draft.lines.filter((_, place) => place !== i),
                        )
                    : undefined
                }
              />
            ))}
            <p>
              <Button
                type="submit"
                icon="plus"
                size="s"
                formNoValidate
                formAction={workOut}
                disabled={draft.lines.length >= MOST}
                onClick={(event) => {
                  event.preventDefault();
                  set("lines", [...draft.lines, { ...LINE }]);
                }}
              >
                {t("invoices.moreLines")}
              </Button>
            </p>
          </section>
          <section className="card card-body">
            <TextArea
              label={t("invoices.note")}
              help={t("invoices.noteHelp")}
              rows={3}
              maxLength={1000}
              dir="auto"
              {...text("note")}
            />
          </section>
        </div>
        <aside className="i-aside i-sticky">
          <section className="card card-body i-reckoning rows gap-12" aria-label={t("invoices.sums")}>
            <div className="pair">
              <Field
                label={t("invoices.discount")}
                inputMode="decimal"
                dir="ltr"
                maxLength={6}
                placeholder="0"
                unit="%"
                {...text("discount_percent")}
                {...badPercent(draft.discount_percent)}
              />
              <Field
                label={t("invoices.tax")}
                inputMode="decimal"
                dir="ltr"
                maxLength={6}
                placeholder="0"
                unit="%"
                {...text("tax_percent")}
                {...badPercent(draft.tax_percent)}
              />
            </div>
            <Sums of={sums} />
            <Button type="submit" variant="primary" busy={busy}>
              {action}
            </Button>
            <Button type="submit" className="unscripted" formNoValidate formAction={workOut}>
              {t("invoices.workOut")}
            </Button>
            <PageLink to={cancel} className="button">
              {t("invoices.cancel")}
            </PageLink>
          </section>
        </aside>
      </ActionForm>
    </Guarded>
  );
}

/** The client: one that is known, or the fields of a new one. */
function ClientFields({ draft, setDraft }: { draft: Draft; setDraft: (change: (now: Draft) => Draft) => void }) {
  const t = useText();
  const { source, clients } = useClients();
  const choose = (option: Option | null) => {
    const client = option && clients.current.get(option.value);
    if (client) setDraft((now) => ({ ...now, client: { ...client } }));
  };
  const limits = { name: 120, company: 120, email: 200, contact: 60, address: 300, country: 80 } as const;
  return (
    <>
      <Combobox
        label={t("invoices.known")}
        help={t("invoices.knownHelp")}
        name="client_from"
        source={source}
        placeholder={t("invoices.knownPlaceholder")}
        {...(draft.client_from && {
          defaultValue: { value: draft.client_from, label: draft.client_from.split("\n", 1)[0]! },
        })}
        onChoose={choose}
      />
      <div className="i-fields">
        {/* i18n: invoices.field.* */}
        {CLIENT_FIELDS.map((key) => (
          <Field
            key={key}
            label={t(`invoices.field.${key}`)}
            name={`client.${key}`}
            type={key === "email" ? "email" : "text"}
            maxLength={limits[key]}
            dir={key === "email" || key === "contact" ? "ltr" : "auto"}
            autoComplete="off"
            value={draft.client[key]}
            onChange={(event) => setDraft((now) => ({ ...now, client: { ...now.client, [key]: event.target.value } }))}
          />
        ))}
      </div>
    </>
  );
}

/** Whether a number that is typed into a line cannot be one. */
const isWrong = (part: keyof Line, text: string): boolean =>
  part === "discount"
    ? percent(text) === null
    : part === "cost" || part === "quantity"
      ? hundredths(text) === null
      : false;

/** One line: what, how much, how many, less what. */
function LineFields({
  line,
  place,
  amount,
  errors,
  onChange,
  onRemove,
}: {
  line: Line;
  place: number;
  amount: bigint | null;
  errors: Record<string, string[]>;
  onChange: (change: Partial<Line>) => void;
  onRemove: (() => void) | undefined;
}) {
  const t = useText();
  const f = useFormat();
  const wrong = (["item", "note", ...NUMBERS] as const).flatMap((part) => errors[`lines.${place}.${part}`] ?? []);
  const cell = (
    part: keyof Line,
    label: string,
    more: { inputMode?: "decimal"; maxLength: number; placeholder?: string; list?: string },
  ) => {
    const bad = errors[`lines.${place}.${part}`];
    return (
      <label className={`i-cell i-${part}`}>
        <span>{label}</span>
        <input
          className={more.inputMode ? "input num" : "input"}
          name={`lines.${place}.${part}`}
          value={line[part]}
          dir={more.inputMode ? "ltr" : "auto"}
          autoComplete="off"
          {...more}
          aria-invalid={bad || isWrong(part, line[part]) ? true : undefined}
          onChange={(event) => onChange({ [part]: event.target.value })}
        />
      </label>
    );
  };
  return (
    <div className="i-line" role="group" aria-label={t("invoices.line", { n: place + 1 })}>
      {cell("item", t("invoices.item"), { maxLength: 120 })}
      {cell("cost", t("invoices.cost"), { inputMode: "decimal", maxLength: 10, placeholder: "0" })}
      {cell("quantity", t("invoices.quantity"), { inputMode: "decimal", maxLength: 7, placeholder: "1" })}
      {cell("discount", t("invoices.lineDiscount"), { inputMode: "decimal", maxLength: 6, placeholder: "0" })}
      <div className="i-cell i-amount">
        <span>{t("invoices.amount")}</span>
        <output>{amount === null ? f.number(null) : f.money(Number(decimalText(amount)), CURRENCY)}</output>
      </div>
      {cell("note", t("invoices.lineNote"), { maxLength: 500, placeholder: t("invoices.lineNote") })}
      {onRemove && (
        <IconButton
          icon="trash"
          size={16}
          className="scripted i-remove"
          label={t("invoices.removeLine", { n: place + 1 })}
          onClick={onRemove}
        />
      )}
      {(wrong.length > 0 || amount === null) && (
        <p className="field-error">{wrong.join(" ") || t("invoices.badLine")}</p>
      )}
    </div>
  );
}

/** What it all comes to. */
function Sums({ of }: { of: ReturnType<typeof addUp> }) {
  const t = useText();
  const f = useFormat();
  const money = (cents: bigint | null) =>
    cents === null ? f.number(null) : f.money(Number(decimalText(cents)), CURRENCY);
  return (
    <dl className="i-sums" aria-live="polite">
      <div>
        <dt>{t("invoices.subtotal")}</dt>
        <dd>{money(of.subtotal)}</dd>
      </div>
      <div>
        <dt>{t("invoices.discount")}</dt>
        <dd>{money(of.discount && -of.discount)}</dd>
      </div>
      <div>
        <dt>{t("invoices.tax")}</dt>
        <dd>{money(of.tax)}</dd>
      </div>
      <div className="i-total">
        <dt>{t("invoices.total")}</dt>
        <dd>{money(of.total)}</dd>
      </div>
    </dl>
  );
}
