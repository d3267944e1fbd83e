import { useState } from "react";
import { useDispatch } from "react-redux";
import { ActionForm, Icon } from "../components";
import { useQuietSend } from "../hooks/useQuietSend";
import { useText } from "../lib/i18n";
import { useSite } from "../page";
import { menuToggled } from "../state";

/** Dismissed in this document: its session was sent before that. */
let isDismissed = false;

/** Tells a new reader what the column of icons is, until they expand the menu or dismiss the hint. */
export default function MenuHint() {
  const { session, currentPage } = useSite();
  const t = useText();
  const dispatch = useDispatch();
  const [gone, setGone] = useState(isDismissed);
  const send = useQuietSend((values) => {
    setGone((isDismissed = true));
    if (values.has("menuCollapsed")) dispatch(menuToggled(false));
  });
  if (gone || !session.layout.menuCollapsed || session.layout.menuHidden) return null;
  return (
    <ActionForm className="menu-hint" call="/api/v1/preferences" page={currentPage.url} onSubmit={send}>
      <button className="button quiet size-s" name="menuCollapsed" value="false">
        <Icon name="panel-left" size={16} className="mirror" />
        {t("common.expandMenu")}
      </button>
      <button className="icon-button" name="menuHint" value="false" aria-label={t("common.dismiss")}>
        <Icon name="x" size={16} />
      </button>
    </ActionForm>
  );
}
