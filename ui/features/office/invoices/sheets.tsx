/** The sheets beside an invoice: to record that it was sent, and what was paid for it. */
import { useState, type FormEvent, type ReactNode } from "react";
import { Notice } from "../../../components";
import { useClose } from "../../../components/dialogs/useClose";
import { FormDialog } from "../../../components/forms/FormDialog";
import { Field, Select, TextArea } from "../../../components/fields";
import { todayIn } from "../../../components/dates/days";
import { useToast } from "../../../components/toasts/useToast";
import type { Problem } from "../../../api";
import { release } from "../../../lib/unsaved";
import { useFormat, useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import { invoiceApi } from "./api";
import type { previewGrammar } from "./query";
import { callAt, CURRENCY, METHODS, type Invoice, type Payment } from "./types";
import { problemOf, useInvoices, useReason } from "./useInvoices";
import "../../../components/controls.css";

/** What both sheets know: where they close to, what was refused, and what was typed before. */
function useSheet() {
  const { form, here } = usePage<typeof previewGrammar>();
  const to = here({ sheet: undefined });
  const [problem, setProblem] = useState<Problem | null>(form?.problem ?? null);
  const [busy, setBusy] = useState(false);
  const close = useClose(to);
  return {
    here,
    to,
    close,
    problem,
    setProblem,
    busy,
    setBusy,
    typed: form?.values ?? {},
  };
}

const fieldOf = (form: HTMLFormElement, name: string) => String(new FormData(form).get(name) ?? "");

/** The sheet itself, around its fields. */
function Frame({
  sheet,
  call,
  invoice,
  title,
  lead,
  action,
  done,
  onSend,
  children,
}: {
  sheet: ReturnType<typeof useSheet>;
  call: string;
  invoice: Invoice;
  title: string;
  lead: string;
  action: string;
  done: string;
  onSend: (form: HTMLFormElement) => Promise<void>;
  children: ReactNode;
}) {
  const t = useText();
  const why = useReason();
  const { to, busy, problem } = sheet;
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    sheet.setBusy(true);
    await onSend(event.currentTarget);
    sheet.setBusy(false);
  };
  return (
    <FormDialog
      sheet
      to={to}
      title={title}
      lead={lead}
      form={{
        call,
        page: sheet.here(),
        revision: String(invoice.revision),
        done,
        refused: problem,
        onSubmit: (event) => void send(event),
      }}
      busy={busy}
      action={action}
    >
      {problem && Object.keys(problem.errors ?? {}).length === 0 && (
        <Notice tone="bad" focus title={t("invoices.notSaved")}>
          {why(problem)}
        </Notice>
      )}
      {children}
    </FormDialog>
  );
}

/** To whom the invoice was sent, and with what words. */
export function SendSheet({ invoice }: { invoice: Invoice }) {
  const t = useText();
  const f = useFormat();
  const { session } = usePage();
  const sheet = useSheet();
  const { show } = useToast();
  const [send] = invoiceApi.useSendInvoiceMutation();
  const words = {
    n: String(invoice.number),
    amount: f.money(Number(invoice.balance), CURRENCY),
    due: f.date(invoice.due_date),
    who: invoice.client.name,
    from: session.workspace?.name ?? "",
  };
  const [values, setSaid] = useState({
    to: sheet.typed.to ?? invoice.client.email,
    subject: sheet.typed.subject ?? t("invoices.mailSubject", words),
    message: sheet.typed.message ?? t("invoices.mailBody", words),
  });
  const [to, subject, body] = [values.to, values.subject, values.message].map(encodeURIComponent);
  const mail = `mailto:${to}?subject=${subject}&body=${body}`;
  const onSend = async (form: HTMLFormElement) => {
    const { data, error } = await send({ id: invoice.id, revision: invoice.revision, values: values });
    if (!data) return sheet.setProblem(problemOf(error));
    release(form);
    sheet.close();
    show({ text: t("invoices.done.sent") });
  };
  const bind = (name: keyof typeof values) => ({
    name,
    value: values[name],
    onChange: (event: { target: { value: string } }) => setSaid({ ...values, [name]: event.target.value }),
  });
  return (
    <Frame
      sheet={sheet}
      call={`${callAt(invoice.id)}/send`}
      invoice={invoice}
      title={t("invoices.sendTitle")}
      lead={t("invoices.one", { n: String(invoice.number) })}
      action={t("invoices.record")}
      done="sent"
      onSend={onSend}
    >
      <Notice
        tone="info"
        actions={
          <a className="button size-s" href={mail}>
            {t("invoices.openMail")}
          </a>
        }
      >
        {t("invoices.sendAbout")}
      </Notice>
      <Field label={t("invoices.to")} type="email" required maxLength={200} dir="ltr" {...bind("to")} />
      <Field label={t("invoices.subject")} maxLength={200} dir="auto" {...bind("subject")} />
      <TextArea label={t("invoices.message")} rows={9} maxLength={4000} dir="auto" {...bind("message")} />
    </Frame>
  );
}

/** How much was paid, when and how. */
export function PaymentSheet({ invoice }: { invoice: Invoice }) {
  const t = useText();
  const f = useFormat();
  const { session } = usePage();
  const sheet = useSheet();
  const { show } = useToast();
  const [pay] = invoiceApi.usePayInvoiceMutation();
  const { unpay } = useInvoices();
  const { typed } = sheet;
  const onSend = async (form: HTMLFormElement) => {
    const values = {
      amount: fieldOf(form, "amount").trim(),
      method: fieldOf(form, "method"),
      note: fieldOf(form, "note"),
      ...(fieldOf(form, "paid_on") && { paid_on: fieldOf(form, "paid_on") }),
    } as Payment;
    const { data, error } = await pay({ id: invoice.id, revision: invoice.revision, values });
    if (!data) return sheet.setProblem(problemOf(error));
    release(form);
    sheet.close();
    const event = data.events.find(({ kind }) => kind === "payment");
    show({
      text: t("invoices.done.paid"),
      ...(event && {
        action: {
          label: t("invoices.undo"),
          do: () => void unpay(data, event.id),
        },
      }),
    });
  };
  return (
    <Frame
      sheet={sheet}
      call={`${callAt(invoice.id)}/payments`}
      invoice={invoice}
      title={t("invoices.paymentTitle")}
      lead={t("invoices.one", { n: String(invoice.number) })}
      action={t("invoices.record")}
      done="paid"
      onSend={onSend}
    >
      <p className="i-open">
        <span>{t("invoices.balance")}</span>
        <strong>{f.money(Number(invoice.balance), CURRENCY)}</strong>
      </p>
      <div className="pair">
        <Field
          label={t("invoices.paymentAmount")}
          name="amount"
          inputMode="decimal"
          required
          dir="ltr"
          maxLength={18}
          defaultValue={typed.amount ?? invoice.balance}
          unit={CURRENCY}
          data-first
        />
        <Field
          label={t("invoices.paidOn")}
          name="paid_on"
          type="date"
          defaultValue={typed.paid_on ?? todayIn(session.zone, session.now)}
        />
      </div>
      <Select
        label={t("invoices.methodLabel")}
        name="method"
        defaultValue={typed.method ?? "bank"}
        options={METHODS.map((value) => ({ value, label: t(`invoices.method.${value}`) }))}
      />
      <TextArea
        label={t("invoices.note")}
        name="note"
        rows={3}
        maxLength={500}
        dir="auto"
        defaultValue={typed.note ?? ""}
      />
    </Frame>
  );
}
