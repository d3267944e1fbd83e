/** The actions of an offer's page: the events of its life, and a test. */
import { Notice } from "../../components";
import { AddressDialog } from "../../components/dialogs/AddressDialog";
import { CancelLink } from "../../components/dialogs/buttons";
import { Facts } from "../../components/Facts";
import { Field, Select } from "../../components/fields";
import { FormSheet } from "../../components/forms/FormSheet";
import { useFormat, useText } from "../../lib/i18n";
import { languageName } from "../../lib/languageName";
import { usePage } from "../../page";
import { offersApi } from "./api";
import { lacks, Missing, Unsent } from "./cells";
import type { offerGrammar } from "./query";
import { NEEDS_REASON, type Event, type WholeOffer } from "./types";

/** What the address has opened. */
export function Above({ offer }: { offer: WholeOffer }) {
  const { query, here } = usePage<typeof offerGrammar>();
  const to = here({ do: undefined });
  if (query.do === "test") return <TestSheet offer={offer} to={to} />;
  if (!query.do || !offer.possible.includes(query.do)) return null;
  if (query.do === "submit") return <SubmitSheet offer={offer} to={to} />;
  return <EventSheet offer={offer} event={query.do} to={to} />;
}

/** Asks whether to submit, or says what has to be done first. */
function SubmitSheet({ offer, to }: { offer: WholeOffer; to: string }) {
  const t = useText();
  const { data } = offersApi.useOfferAudienceQuery(offer.id);
  if (lacks(offer, data?.checks).length === 0) return <EventSheet offer={offer} event="submit" to={to} />;
  return (
    <AddressDialog
      to={to}
      sheet
      title={t("offers.ask.submit", { name: offer.name })}
      actions={<CancelLink to={to} first />}
    >
      <Missing offer={offer} audience={data?.checks ?? []} />
    </AddressDialog>
  );
}

/** Asks whether, and why, and says what it means. */
function EventSheet({ offer, event, to }: { offer: WholeOffer; event: Event; to: string }) {
  const t = useText();
  const { session } = usePage();
  const isOwn = offer.owner?.id === session.user?.id;
  const name = event === "reject" && isOwn ? "takeBack" : event;
  const counts = event === "submit" || event === "approve";
  return (
    <FormSheet
      danger={event === "cancel" || event === "pause"}
      title={t(`offers.ask.${name}`, { name: offer.name }) /* i18n: offers.ask.* */}
      call={`/api/v1/offers/${offer.id}/${event}`}
      to={to}
      done={event}
      action={t(`offers.e.${name}`)}
    >
      {({ errors }) => (
        <>
          <p>{t(`offers.means.${name}`) /* i18n: offers.means.* */}</p>
          {(counts || event === "resume") && <Unsent offer={offer} />}
          {counts && <Summary offer={offer} />}
          {Object.keys(errors).length > 0 && !errors.reason && (
            <Notice tone="bad" focus title={t("offers.notYet")}>
              <ul className="of-missing">
                {Object.values(errors)
                  .flat()
                  .map((text) => (
                    <li key={text}>{text}</li>
                  ))}
              </ul>
            </Notice>
          )}
          {event !== "submit" && (
            <Field
              label={t(NEEDS_REASON.includes(event) ? "offers.reason" : "offers.reasonOptional")}
              name="reason"
              maxLength={200}
              autoComplete="off"
              dir="auto"
            />
          )}
        </>
      )}
    </FormSheet>
  );
}

/** Who is asked, by which channel, and when. */
function Summary({ offer }: { offer: WholeOffer }) {
  const t = useText();
  const f = useFormat();
  const { data } = offersApi.useOfferAudienceQuery(offer.id);
  return (
    <Facts
      items={[
        [t("offers.recipients"), data ? f.number(data.count) : "—"],
        [t("offers.leftOut"), data ? f.number(data.matched - data.count) : "—"],
        [t("offers.heldBack"), f.percent(offer.holdout)],
        [t("offers.starts"), offer.start ? f.dateTime(offer.start, offer.zone) : "—"],
        [t("offers.ends"), offer.end ? f.dateTime(offer.end, offer.zone) : "—"],
      ]}
    />
  );
}

/** Sends a message to the writer's own address. */
function TestSheet({ offer, to }: { offer: WholeOffer; to: string }) {
  const t = useText();
  const { session } = usePage();
  const languages = Object.keys(offer.variants[0]?.message ?? offer.message);
  return (
    <FormSheet
      title={t("offers.sendTest")}
      lead={
        offer.channel === "email"
          ? t("offers.testLead", { email: session.user?.email ?? "" })
          : t("offers.testLeadPhone")
      }
      call={`/api/v1/offers/${offer.id}/test`}
      to={to}
      done="test"
      action={t("offers.sendTest")}
    >
      <Select
        label={t("offers.language")}
        name="language"
        options={(languages.length > 0 ? languages : ["en"]).map((code) => ({
          value: code,
          label: languageName(code, session.locale),
        }))}
      />
      {offer.variants.length > 0 && (
        <Select
          label={t("offers.variant")}
          name="variant"
          options={offer.variants.map(({ id }) => ({ value: id, label: id.toUpperCase() }))}
        />
      )}
    </FormSheet>
  );
}
