/** What identifies a client and an outlet: their state, whether they are open at present, and what they lack. */
import { Icon, Pill } from "../../components";
import { useText } from "../../lib/i18n";
import type { Client, TreeOutlet } from "./types";
import "./clients.css";

const TONES = { trial: "warn", active: "good", suspended: "bad", closed: "quiet", purged: "quiet" } as const;

/** The state of a client. */
export function StatePill({ client }: { client: Pick<Client, "state"> }) {
  const t = useText();
  return <Pill tone={TONES[client.state]}>{t(`clients.s.${client.state}`) /* i18n: clients.s.* */}</Pill>;
}

/** Whether a place is open at present; what is closed for good or has no hours says so. */
export function Now({ outlet }: { outlet: Pick<TreeOutlet, "state" | "now"> }) {
  const t = useText();
  const { now } = outlet;
  if (outlet.state === "closed") return <span className="quiet">{t("clients.closedForGood")}</span>;
  if (!now)
    return (
      <span className="cl-lack">
        <Icon name="triangle-alert" size={14} />
        {t("clients.w.no_hours")}
      </span>
    );
  return (
    <span className="cl-now">
      <span className={now.open ? "cl-dot open" : "cl-dot"} />
      {t(now.open ? "clients.openNow" : "clients.closedNow")}{" "}
      <span className="quiet">
        {now.open && now.until
          ? t("clients.untilTime", { time: now.until })
          : now.holiday
            ? t("clients.holiday")
            : now.opens
              ? t("clients.opensAt", { time: now.opens })
              : ""}
      </span>
    </span>
  );
}
