/** What one should know before answering: who it is, what the bot has found out, and why a person is asked for. */
import { Can, Icon, PageLink } from "../../components";
import { Facts } from "../../components/Facts";
import { useFormat, useText } from "../../lib/i18n";
import { usePage } from "../../page";
import type { HandoffDetail } from "./types";

/** A variable's name as words. */
const worded = (name: string) => {
  const words = name.replaceAll(/[._]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** Who it is, and the way to the whole conversation. */
export function Contact({ handoff }: { handoff: HandoffDetail }) {
  const t = useText();
  const f = useFormat();
  const { session } = usePage();
  const { contact, bot } = handoff;
  const names = new Intl.DisplayNames(session.locale, { type: "language" });
  const items: [string, React.ReactNode][] = [
    [t("inbox.name"), <bdi key="name">{contact.name || t("inbox.nobody")}</bdi>],
  ];
  if (handoff.phone)
    items.push([
      t("inbox.phone"),
      <a key="phone" href={`tel:${handoff.phone}`} dir="ltr">
        {handoff.phone}
      </a>,
    ]);
  else if (contact.last4)
    items.push([
      t("inbox.phone"),
      <bdi key="phone" dir="ltr">
        {"•••• "}
        {contact.last4}
      </bdi>,
    ]);
  if (contact.language) items.push([t("inbox.speaks"), names.of(contact.language) ?? contact.language]);
  items.push([t("inbox.bot"), <bdi key="bot">{bot.name}</bdi>]);
  if (handoff.queue) items.push([t("inbox.queue"), <bdi key="queue">{handoff.queue}</bdi>]);
  if (handoff.outlet) items.push([t("inbox.outlet"), <bdi key="outlet">{handoff.outlet.name}</bdi>]);
  items.push([t("inbox.askedAt"), f.dateTime(handoff.waiting_since)]);
  if (handoff.accepted_at && handoff.agent)
    items.push([t("inbox.answeredBy"), <bdi key="agent">{handoff.agent.name}</bdi>]);
  if (handoff.accepted_at)
    items.push([t("inbox.waited"), f.duration(Date.parse(handoff.accepted_at) - Date.parse(handoff.waiting_since))]);
  return (
    <>
      <Facts items={items} />
      <Can I="read" a="Conversation">
        <p>
          <PageLink to={`/reports/conversations/${handoff.conversation}`}>{t("inbox.transcript")}</PageLink>
        </p>
      </Can>
    </>
  );
}

/** What the bot hands over. */
export function Known({ handoff }: { handoff: HandoffDetail }) {
  const t = useText();
  return (
    <section className="ib-known" aria-label={t("inbox.knows")}>
      <header>
        <Icon name="bot" size={16} />
        <b>
          <bdi>{handoff.bot.name}</bdi>
        </b>
        {handoff.bot_version !== null && <span>{t("inbox.version", { n: handoff.bot_version })}</span>}
        <span>{t("inbox.turns", { n: handoff.turns })}</span>
      </header>
      {handoff.known.length > 0 && (
        <dl>
          {handoff.known.map(({ name, value }) => (
            <div key={name}>
              <dt>
                <bdi>{worded(name)}</bdi>
              </dt>
              <dd dir="auto">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      <p>{t(`inbox.why.${handoff.reason}`) /* i18n: inbox.why.* */}</p>
    </section>
  );
}
