/** Whether one is available, and whether one hears who waits: plain forms, so that they work without script. */
import { ActionForm, Icon, Menu } from "../../components";
import { useText } from "../../lib/i18n";
import { usePage } from "../../page";
import { inboxApi } from "./api";
import { DESK } from "./types";

/** The menu in the head of the list. */
export function Desk() {
  const t = useText();
  const { here } = usePage();
  const { data } = inboxApi.useDeskQuery();
  if (!data) return null;
  const { available, sound } = data;
  const option = (name: string, value: boolean, current: boolean, label: string, help?: string) => (
    <button className="menu-item" name={name} value={String(value)} aria-current={current ? "true" : undefined}>
      <span>
        {label}
        {help && <span className="block small quiet">{help}</span>}
      </span>
      {current && <Icon name="check" size={16} />}
    </button>
  );
  const now = t(available ? "inbox.available" : "inbox.away");
  return (
    <Menu
      label={t("inbox.desk", { now })}
      face={
        <span className={available ? "ib-desk on" : "ib-desk"} aria-hidden="true">
          {now}
          <Icon name="chevron-down" size={14} />
        </span>
      }
    >
      <ActionForm call={DESK} page={here()}>
        {option("available", true, available, t("inbox.available"), t("inbox.availableHelp"))}
        {option("available", false, !available, t("inbox.away"), t("inbox.awayHelp"))}
      </ActionForm>
      <ActionForm call={DESK} page={here()}>
        {option("sound", !sound, sound, t("inbox.sound"), t("inbox.soundHelp"))}
      </ActionForm>
    </Menu>
  );
}
