/** What asks for the receipt of a figure: the buttons behind question marks, and `r` on a figure. */
import { ActionForm } from "../../../components/ActionForm";
import { useKeys } from "../../../hooks/useKeys";
import { usePage } from "../../../page";

/** Ask for the receipt of the figure that has the focus, where it has one. */
const ask = () =>
  document.activeElement?.closest(".kf")?.querySelector<HTMLButtonElement>("button[form=receipt]")?.click();

/** The form of the buttons; it opens the receipt. */
export function ReceiptForm({ question }: { question: string }) {
  const { here } = usePage();
  useKeys({ r: ask });
  return (
    <ActionForm id="receipt" call="/api/v1/receipts" page={here()} then="/receipts/{id}" hidden>
      <input type="hidden" name="query" value={question} />
    </ActionForm>
  );
}
