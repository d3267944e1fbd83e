/** One offer: what came of it, who got it, its message, audience and schedule. */
import {
  ActionForm,
  Button,
  LinkButton,
  Menu,
  MenuLink,
  Notice,
  PageHead,
  Tabs,
  Trouble,
  useCan,
} from "../../components";
import { useFormat, useText } from "../../lib/i18n";
import { later, usePage } from "../../page";
import { offersApi } from "./api";
import { Missing, StatePill, Unsent } from "./cells";
import { tabOf, TABS, type offerGrammar } from "./query";
import { EVENTS, isOpen, type Event, type WholeOffer } from "./types";
import "./offers.css";

const Results = later(() => import("./Results"), "Results");
const Recipients = later(() => import("./Recipients"), "Recipients");
const Message = later(() => import("./Message"), "Message");
const AudienceTab = later(() => import("./Audience"), "AudienceTab");
const Schedule = later(() => import("./Schedule"), "Schedule");
const Above = later(() => import("./Dialogs"), "Above");
const CLOSED = { do: undefined };
const OTHER_TAB = {
  ...CLOSED,
  q: undefined,
  state: undefined,
  variant: undefined,
  language: undefined,
  outlet: undefined,
  page: undefined,
};

/** The page. */
export default function OfferPage() {
  const { params } = usePage<typeof offerGrammar, "id">();
  const result = offersApi.useOfferQuery(params.id);
  return (
    <>
      <Trouble of={result} />
      {result.data && <Shown offer={result.data} />}
    </>
  );
}

/** The offer. */
function Shown({ offer }: { offer: WholeOffer }) {
  const t = useText();
  const f = useFormat();
  const { query, here } = usePage<typeof offerGrammar>();
  const tab = tabOf(query, offer);
  const begun = !isOpen(offer) && offer.state !== "pending_approval";
  const parts = TABS.filter((name) => begun || (name !== "results" && name !== "recipients"));
  const lead = [
    t(`offers.t.${offer.type}`),
    t(`channel.${offer.channel}`),
    offer.start && offer.end ? f.range(offer.start.slice(0, 10), offer.end.slice(0, 10)) : "",
    offer.owner?.name ?? "",
  ];
  return (
    <>
      <PageHead
        title={<bdi>{offer.name}</bdi>}
        back={{ to: "/offers", label: t("offers.title") }}
        marks={<StatePill offer={offer} />}
        lead={lead.filter(Boolean).join(" · ")}
        actions={<Actions offer={offer} />}
      />
      <div className="stack">
        <Summary offer={offer} />
        <Unsent offer={offer} />
        <Tabs
          label={t("offers.parts")}
          items={parts.map((name) => ({
            label: t(`offers.tab.${name}`) /* i18n: offers.tab.* */,
            to: here({ ...OTHER_TAB, tab: name }),
            current: tab === name,
            ...(name === "recipients" && { count: offer.counts.all ?? 0 }),
          }))}
        />
        {tab === "results" && <Results offer={offer} />}
        {tab === "recipients" && <Recipients offer={offer} />}
        {tab === "message" && <Message key={offer.revision} offer={offer} />}
        {tab === "audience" && <AudienceTab key={offer.revision} offer={offer} />}
        {tab === "schedule" && <Schedule key={offer.revision} offer={offer} />}
      </div>
      {query.do && <Above offer={offer} />}
    </>
  );
}

/** What an offer waits for, or why it stopped. */
function Summary({ offer }: { offer: WholeOffer }) {
  const t = useText();
  const f = useFormat();
  const { session } = usePage();
  const isOwn = offer.owner?.id === session.user?.id;
  if (offer.state === "paused")
    return (
      <Notice
        tone="warn"
        icon="pause"
        title={t(offer.paused_by ? "offers.pausedSince" : "offers.pausedOn", { at: f.dateTime(offer.state_at) })}
      >
        {offer.paused_by && <p>{t(`offers.guard.${offer.paused_by}`)}</p>}
        {offer.state_reason && <p>{t("offers.because", { reason: offer.state_reason })}</p>}
        {!offer.paused_by && <p>{t("offers.means.pause")}</p>}
      </Notice>
    );
  if (offer.state === "scheduled" && offer.start)
    return (
      <Notice tone="quiet" icon="clock" title={t("offers.startsAt", { at: f.dateTime(offer.start, offer.zone) })}>
        {t("offers.startsText")}
      </Notice>
    );
  if (offer.state === "pending_approval")
    return (
      <Notice icon="users" title={t("offers.waits")}>
        {t(isOwn ? "offers.waitsOwn" : "offers.waitsText")}
      </Notice>
    );
  if (offer.state === "cancelled" && offer.state_reason)
    return <Notice tone="quiet">{t("offers.because", { reason: offer.state_reason })}</Notice>;
  if (offer.state !== "draft") return null;
  return (
    <>
      {offer.state_reason && <Notice tone="warn">{t("offers.rejected", { reason: offer.state_reason })}</Notice>}
      <Missing offer={offer} />
    </>
  );
}

const PROMINENT: readonly Event[] = ["submit", "approve", "pause", "resume"];
const PLAIN: readonly Event[] = ["pause", "reject"];

/** What can be done to the offer now. */
function Actions({ offer }: { offer: WholeOffer }) {
  const t = useText();
  const can = useCan();
  const { here, session } = usePage<typeof offerGrammar>();
  const isOwn = offer.owner?.id === session.user?.id;
  const may = (event: Event) =>
    event === "approve" ? can("approve", "Offer") && !isOwn : event === "reject" || can("update", "Offer");
  const events = EVENTS.filter((event) => offer.possible.includes(event) && may(event));
  // Who decides about it sees both answers side by side.
  const prominent = events.includes("approve") ? [...PROMINENT, "reject"] : PROMINENT;
  if (!can("update", "Offer")) return null;
  return (
    <>
      <Menu label={t("offers.more")}>
        {["email", "whatsapp", "sms"].includes(offer.channel) && (
          <MenuLink to={here({ do: "test" })}>{t("offers.sendTest")}</MenuLink>
        )}
        {events
          .filter((event) => !prominent.includes(event))
          .map((event) => (
            <MenuLink key={event} to={here({ do: event })}>
              {t(isOwn && event === "reject" ? "offers.e.takeBack" : `offers.e.${event}`) /* i18n: offers.e.* */}
            </MenuLink>
          ))}
        {can("create", "Offer") && (
          <ActionForm call={`/api/v1/offers/${offer.id}/clone`} page={here()} then="/offers/{id}" done="cloned">
            <Button type="submit" variant="quiet" size="s">
              {t("offers.clone")}
            </Button>
          </ActionForm>
        )}
      </Menu>
      {events
        .filter((event) => prominent.includes(event))
        .map((event) => (
          <LinkButton key={event} to={here({ do: event })} variant={PLAIN.includes(event) ? "plain" : "primary"}>
            {t(`offers.e.${event}`)}
          </LinkButton>
        ))}
    </>
  );
}
