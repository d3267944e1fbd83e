/** What else the contact of a conversation has come for. */
import { useSelector } from "react-redux";
import type { ApiState } from "../../../api";
import { ChannelMark } from "../../../components/charts/ChannelMark";
import { OutcomeMark } from "../../../components/charts/OutcomeMark";
import { Trouble } from "../../../components";
import { useFormat, useText } from "../../../lib/i18n";
import { path } from "../../../lib/path";
import { PageLink } from "../../../page";
import { conversationsApi } from "./api";
import { Estimated } from "./Estimated";
import { selectCustomerJourney } from "./history";
import type { Transcript } from "./types";

/** The latest other conversations, each a link, and the way to all of them. */
export function JourneyCard({ data: { id, contact, zone, facts } }: { data: Transcript }) {
  const t = useText();
  const f = useFormat();
  const result = conversationsApi.useJourneyQuery(id);
  const rows = useSelector((state: ApiState) => selectCustomerJourney(state, id));
  const total = result.data?.total ?? 0;
  const traffic = facts.traffic === "real" ? undefined : facts.traffic;
  return (
    <section className="cj">
      <h2>{t("conversations.journey")}</h2>
      <Trouble of={result} />
      {result.data && total === 0 && (
        <p className="quiet small">
          {t(facts.known.people === "known" ? "conversations.journeyNone" : "conversations.not.people")}
        </p>
      )}
      <ol>
        {rows.map((row) => (
          <li key={row.id}>
            <PageLink to={`/reports/conversations/${row.id}`}>
              <time dateTime={row.started_at}>
                <Estimated row={row} />
                {f.date(row.started_at, zone)}
              </time>
              <ChannelMark channel={row.channel} />
              <span className="ellipsis" dir="auto">
                {row.intent_title ?? row.bot.name}
              </span>
              <OutcomeMark outcome={row.outcome} label={t(`conversations.o.${row.outcome}`)} />
            </PageLink>
          </li>
        ))}
      </ol>
      {total > 0 && (
        <PageLink
          className="small"
          to={path("/reports/conversations", { r: "all", contact: contact.id, traffic, data: "all" })}
        >
          {t("conversations.journeyAll", { n: total + 1 })}
        </PageLink>
      )}
      <PageLink className="small" to={`/reports/contacts/${contact.id}`}>
        {t("conversations.timeline")}
      </PageLink>
    </section>
  );
}
