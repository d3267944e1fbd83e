import { useLayoutEffect, useRef } from "react";
import { Card } from "../components";
import { LayoutForms } from "../components/layout/LayoutForms";
import { useText } from "../lib/i18n";
import { useSite } from "../page";

/** The layout's choices at the side of the page they change. */
export default function LayoutPanel({ onClose }: { onClose: () => void }) {
  const ref = useRef<HTMLDialogElement>(null);
  const t = useText();
  const { currentPage } = useSite();
  useLayoutEffect(() => ref.current?.showModal(), []);
  return (
    // A press on the veil is a press on the dialog itself; Escape closes it too.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
    <dialog
      ref={ref}
      className="dialog layout-panel"
      aria-label={t("layout.title")}
      onClose={onClose}
      onClick={(event) => event.target === ref.current && ref.current.close()}
    >
      <Card
        title={t("layout.title")}
        aside={
          <form method="dialog">
            <button className="button size-s">{t("common.close")}</button>
          </form>
        }
      >
        <LayoutForms page={currentPage.url} />
      </Card>
    </dialog>
  );
}
