/** A new invoice, empty or beginning as a copy of another one. */
import { useState } from "react";
import { PageHead } from "../../../components";
import { todayIn } from "../../../components/dates/days";
import type { Problem } from "../../../api";
import { release } from "../../../lib/unsaved";
import { useText } from "../../../lib/i18n";
import { useGo, usePage } from "../../../page";
import { invoiceApi } from "./api";
import { changeOf, draftOf, EMPTY, typedOver, withRows, type Draft } from "./draft";
import { InvoiceForm } from "./InvoiceForm";
import type { addGrammar } from "./query";
import { LIST, previewAt, type Draft as Answered } from "./types";
import { problemOf } from "./useInvoices";

/** The page: a form that begins with today's date. */
export default function AddPage() {
  const t = useText();
  const go = useGo();
  const { query, form, here, session } = usePage<typeof addGrammar>();
  const { data: model } = invoiceApi.useInvoiceQuery(query.from, { skip: !query.from });
  const [problem, setProblem] = useState<Problem | null>(form && !form.answer ? form.problem : null);
  const [busy, setBusy] = useState(false);
  const [add] = invoiceApi.useAddInvoiceMutation();
  const today = todayIn(session.zone, session.now);
  const fresh: Draft = model
    ? { ...draftOf(model), issued_date: today, due_date: "" }
    : { ...EMPTY, issued_date: today };
  const answer = form?.answer as Answered | undefined;
  const start = withRows(answer ? draftOf(answer) : form ? typedOver(form.values, fresh) : fresh, query.rows);
  const send = async (draft: Draft, sent: HTMLFormElement) => {
    setBusy(true);
    const { data, error } = await add(changeOf(draft));
    if (data) {
      release(sent);
      return go(`${previewAt(data.number)}?done=added`, { replace: true });
    }
    setProblem(problemOf(error));
    setBusy(false);
  };
  return (
    <>
      <PageHead
        title={t("invoices.new")}
        back={{ to: LIST, label: t("invoices.title") }}
        lead={model && t("invoices.copyOf", { n: String(model.number) })}
      />
      <InvoiceForm
        start={start}
        call="/api/v1/invoices"
        method="POST"
        page={here()}
        more={here({ rows: Math.min(50, start.lines.length + 3) })}
        cancel={LIST}
        action={t("invoices.keep")}
        problem={problem}
        busy={busy}
        unsaved={form !== null || problem !== null}
        onSend={(draft, sent) => void send(draft, sent)}
      />
    </>
  );
}
