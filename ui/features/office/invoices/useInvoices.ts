/** What is done to an invoice in place: deleted and taken back, with the reason when it is refused. */
import { isProblem, NO_ANSWER, type Problem } from "../../../api";
import { useToast } from "../../../components/toasts/useToast";
import { useText } from "../../../lib/i18n";
import { invoiceApi, type Seen } from "./api";

/** An error as a problem. */
export const problemOf = (error: unknown): Problem => (isProblem(error) ? error : { status: 500 });

/** Why a change was refused, in a sentence. */
export function useReason() {
  const t = useText();
  return ({ status, detail, errors }: Problem) => {
    if (status === NO_ANSWER) return t("invoices.offline");
    if (status === 412) return t("invoices.meanwhile");
    return (
      Object.values(errors ?? {})
        .flat()
        .join(" ") ||
      detail ||
      t("invoices.failed")
    );
  };
}

/** Ways to delete and restore, one or many, and to take a payment back, each of which answers for itself in a toast. */
export function useInvoices() {
  const t = useText();
  const why = useReason();
  const { show } = useToast();
  const [drop] = invoiceApi.useDeleteInvoiceMutation();
  const [bring] = invoiceApi.useRestoreInvoiceMutation();
  const [move] = invoiceApi.useManyInvoicesMutation();
  const [takeBack] = invoiceApi.useUnpayInvoiceMutation();
  const restore = async ({ id, revision }: Seen) => {
    const { data, error } = await bring({ id, revision });
    if (data) show({ text: t("invoices.restoredOne", { n: String(data.number) }) });
    else show({ tone: "bad", title: t("invoices.notRestored"), text: why(problemOf(error)) });
  };
  const remove = async ({ id, revision }: Seen) => {
    const { data, error } = await drop({ id, revision });
    if (data)
      show({
        text: t("invoices.deletedOne", { n: String(data.number) }),
        action: { label: t("invoices.undo"), do: () => void restore(data) },
      });
    else show({ tone: "bad", title: t("invoices.notDeleted"), text: why(problemOf(error)) });
  };
  const many = async (ids: string[], act: "delete" | "restore", undoable = true) => {
    const { data, error } = await move({ ids, do: act });
    const title = t(act === "delete" ? "invoices.notDeleted" : "invoices.notRestored");
    if (!data) return show({ tone: "bad", title, text: why(problemOf(error)) });
    const text = t(act === "delete" ? "invoices.deletedCount" : "invoices.restoredCount", { n: data.ids.length });
    const undo = () => void many(data.ids, act === "delete" ? "restore" : "delete", false);
    return show({ text, ...(undoable && { action: { label: t("invoices.undo"), do: undo } }) });
  };
  const unpay = async (seen: Seen, payment: string) => {
    const { data, error } = await takeBack({ id: seen.id, revision: seen.revision, payment });
    if (data) show({ text: t("invoices.done.unpaid") });
    else show({ tone: "bad", title: t("invoices.refused"), text: why(problemOf(error)) });
  };
  return { remove, restore, many, unpay };
}
