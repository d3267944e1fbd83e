/**
 * Changes an invoice on the revision that was shown; what someone else has saved meanwhile is laid beside one's own.
 */
import { useState } from "react";
import { Notice, PageHead, Trouble } from "../../../components";
import type { Problem } from "../../../api";
import { release } from "../../../lib/unsaved";
import { useFormat, useText } from "../../../lib/i18n";
import { later, useGo, usePage } from "../../../page";
import { invoiceApi } from "./api";
import { changeOf, differing, draftOf, typedOver, withRows, type Draft } from "./draft";
import { InvoiceForm } from "./InvoiceForm";
import type { editGrammar } from "./query";
import { callAt, previewAt, type Draft as Answered, type Invoice } from "./types";
import { problemOf } from "./useInvoices";

const SavedFirst = later(() => import("../../../components/forms/NotSaved"), "SavedFirst");

/** The page, once its invoice is here. */
export default function EditPage() {
  const { params } = usePage<typeof editGrammar, "id">();
  const result = invoiceApi.useInvoiceQuery(params.id);
  // Taking what someone else has saved begins again.
  const [turn, setTurn] = useState(0);
  return result.data ? (
    <Editing key={turn} invoice={result.data} again={() => setTurn(turn + 1)} fresh={turn > 0} />
  ) : (
    <Trouble of={result} />
  );
}

function Editing({ invoice, again, fresh }: { invoice: Invoice; again: () => void; fresh: boolean }) {
  const t = useText();
  const f = useFormat();
  const go = useGo();
  const { query, form: left, here } = usePage<typeof editGrammar, "id">();
  const form = fresh ? null : left;
  const answer = form?.answer as Answered | undefined;
  const refused = form && !answer ? form.problem : null;
  // What was written on an older revision stays on it, so that nobody is overwritten unseen; after a refusal for that
  // it is on the present one.
  const [base, setBase] = useState({
    invoice,
    revision: form && refused?.status !== 412 && query.v ? query.v : invoice.revision,
  });
  const [start] = useState(() =>
    withRows(
      answer ? draftOf(answer) : refused ? typedOver(form!.values, draftOf(invoice)) : draftOf(invoice),
      query.rows,
    ),
  );
  const [mine, setMine] = useState<Draft>(start);
  const [problem, setProblem] = useState<Problem | null>(refused);
  const [busy, setBusy] = useState(false);
  const [change] = invoiceApi.useChangeInvoiceMutation();
  const [look] = invoiceApi.useLazyInvoiceQuery();
  const send = async (draft: Draft, sent: HTMLFormElement) => {
    setBusy(true);
    const { data, error } = await change({ id: invoice.id, revision: base.revision, values: changeOf(draft) });
    if (data) {
      release(sent);
      return go(`${previewAt(data.number)}?done=saved`, { replace: true });
    }
    const problem = problemOf(error);
    if (problem.status === 412) {
      const { data: now } = await look(invoice.id);
      if (now) setBase({ invoice: now, revision: now.revision });
    }
    setMine(draft);
    setProblem(problem);
    setBusy(false);
  };
  const stale = problem?.status === 412;
  const say = (field: string, value: string) =>
    !value
      ? f.number(null)
      : field === "issued" || field === "due"
        ? f.date(value)
        : field === "service"
          ? t(`invoices.service.${value}`)
          : value;
  // i18n: invoices.diff.*
  const differences = () =>
    differing(mine, draftOf(base.invoice), f).map(({ field, mine: own, theirs }) => ({
      label: t(`invoices.diff.${field}`),
      mine: say(field, own),
      theirs: say(field, theirs),
    }));
  const above = stale && (
    <SavedFirst differences={differences()} to={here({ rows: undefined, v: undefined })} onTheirs={again} />
  );
  const page = here({ v: base.revision });
  return (
    <>
      <PageHead
        title={t("invoices.editOne", { n: String(invoice.number) })}
        back={{ to: previewAt(invoice.number), label: t("invoices.one", { n: String(invoice.number) }) }}
        lead={t("invoices.changedAt", { at: f.dateTime(base.invoice.updated_at) })}
      />
      {invoice.is_deleted && (
        <Notice tone="warn" icon="trash" title={t("invoices.isDeleted")}>
          {t("invoices.isDeletedText")}
        </Notice>
      )}
      <InvoiceForm
        start={start}
        call={callAt(invoice.id)}
        method="PATCH"
        revision={String(base.revision)}
        page={page}
        more={here({ v: base.revision, rows: Math.min(50, start.lines.length + 3) })}
        cancel={previewAt(invoice.number)}
        action={t(stale ? "controls.keepMine" : "invoices.save")}
        problem={problem}
        busy={busy}
        above={above}
        unsaved={form !== null || problem !== null}
        onSend={(draft, sent) => void send(draft, sent)}
      />
    </>
  );
}
