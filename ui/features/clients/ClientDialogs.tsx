/** What is over the page of a client: its life, deleting it, and the sheets of its places. */
import { useCan } from "../../components";
import { Field } from "../../components/fields";
import { useText } from "../../lib/i18n";
import { usePage } from "../../page";
import { FormSheet } from "../../components/forms/FormSheet";
import { PlaceSheet } from "./PlaceSheets";
import type { clientGrammar } from "./query";
import { EVENTS, type Client, type Event } from "./types";

const CLOSED = { do: undefined, parent: undefined, city: undefined };
const NEEDS_REASON: readonly Event[] = ["suspend", "close"];

/** What an address has opened over the page. */
export function Above({ client }: { client: Client }) {
  const t = useText();
  const can = useCan();
  const { query, here } = usePage<typeof clientGrammar>();
  const to = here(CLOSED);
  const do_ = query.do;
  if (do_ === "activate" || do_ === "suspend" || do_ === "resume" || do_ === "close") {
    const may = EVENTS[client.state].includes(do_) && can(do_ === "close" ? "delete" : "update", "Client");
    return may ? <EventSheet client={client} event={do_} to={to} /> : null;
  }
  if (do_ === "delete")
    return can("delete", "Client") ? (
      <FormSheet
        danger
        title={t("clients.deleteTitle", { name: client.name })}
        call={`/api/v1/clients/${client.id}`}
        method="DELETE"
        revision={String(client.revision)}
        to={to}
        then="/admin/clients"
        done="deleted"
        action={t("clients.delete")}
      >
        <p>{t("clients.deleteText")}</p>
      </FormSheet>
    ) : null;
  return can(do_.startsWith("delete") ? "delete" : "update", "Client") ? (
    <PlaceSheet key={`${do_}${query.parent}${query.city}`} client={client} to={to} />
  ) : null;
}

/** Asks why, and says what it means. */
function EventSheet({ client, event, to }: { client: Client; event: Event; to: string }) {
  const t = useText();
  return (
    <FormSheet
      danger={event === "close" || event === "suspend"}
      title={t(`clients.eventTitle.${event}`, { name: client.name }) /* i18n: clients.eventTitle.* */}
      call={`/api/v1/clients/${client.id}/${event}`}
      to={to}
      done={event}
      action={t(`clients.e.${event}`)}
    >
      <p>{t(`clients.eventText.${event}`) /* i18n: clients.eventText.* */}</p>
      <Field
        label={t(NEEDS_REASON.includes(event) ? "clients.reason" : "clients.reasonOptional")}
        name="reason"
        maxLength={90}
        autoComplete="off"
        dir="auto"
      />
    </FormSheet>
  );
}
