import { useText } from "../../lib/i18n";
import type { Unsaved } from "../../hooks/useUnsaved";
import { Button } from "../Button";
import { Modal } from "./Modal";

/** Asks whether to leave what is not saved; to stay has the focus. */
export function UnsavedDialog({ of: { asking, stay, leave } }: { of: Unsaved }) {
  const t = useText();
  return (
    <Modal
      title={t("controls.unsaved")}
      open={asking}
      onClose={stay}
      actions={
        <>
          <Button data-first onClick={stay}>
            {t("controls.stay")}
          </Button>
          <Button variant="danger" onClick={leave}>
            {t("controls.leave")}
          </Button>
        </>
      }
    >
      <p className="quiet">{t("controls.unsavedBody")}</p>
    </Modal>
  );
}
