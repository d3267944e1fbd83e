/** The sheets in which dealer groups, cities and outlets are added, changed, closed and deleted. */
import { LinkButton, PageLink } from "../../components";
import { Field, Select } from "../../components/fields";
import { useText } from "../../lib/i18n";
import { usePage } from "../../page";
import { clientsApi } from "./api";
import { FormSheet } from "../../components/forms/FormSheet";
import type { clientGrammar } from "./query";
import { TYPES, type City, type CityPage, type Client, type Parent, type ParentPage } from "./types";

interface At {
  client: Client;
  to: string;
}

/** Whichever sheet the address asks for. */
export function PlaceSheet({ client, to }: At) {
  const { query } = usePage<typeof clientGrammar>();
  const wantsParent = query.parent !== "" && query.do.endsWith("-parent");
  const wantsCity = query.city !== "" && query.do.endsWith("-city");
  const { data: parent } = clientsApi.useParentQuery(query.parent, { skip: !wantsParent });
  const { data: city } = clientsApi.useCityQuery(query.city, { skip: !wantsCity });
  if (query.do === "parent") return <NewParent client={client} to={to} />;
  if (query.do === "city") return <NewCity to={to} />;
  if (query.do === "outlet") return <NewOutlet client={client} to={to} />;
  if (parent && wantsParent) return <OneParent parent={parent} to={to} />;
  if (city && wantsCity) return <OneCity city={city} to={to} />;
  return null;
}

/** A text field of a sheet. */
function Line({
  name,
  label,
  max,
  value = "",
  first,
  code,
  help,
}: {
  name: string;
  label: string;
  max: number;
  value?: string;
  first?: boolean;
  code?: boolean;
  help?: string;
}) {
  return (
    <Field
      label={label}
      name={name}
      maxLength={max}
      autoComplete="off"
      dir={code ? "ltr" : "auto"}
      defaultValue={value}
      help={help}
      {...(first && { "data-first": true })}
    />
  );
}

function ParentFields({ parent }: { parent?: Parent }) {
  const t = useText();
  return (
    <>
      <Line name="name" label={t("clients.name")} max={60} value={parent?.name ?? ""} first />
      <div className="pair">
        <Line
          name="code"
          label={t("clients.code")}
          max={20}
          value={parent?.code ?? ""}
          code
          help={t("clients.codeHelp")}
        />
        <Line name="oem" label={t("clients.oem")} max={60} value={parent?.oem ?? ""} />
      </div>
    </>
  );
}

function NewParent({ client, to }: At) {
  const t = useText();
  return (
    <FormSheet
      title={t("clients.addParent")}
      call="/api/v1/parents"
      to={to}
      done="parentAdded"
      action={t("clients.add")}
    >
      <input type="hidden" name="client" value={client.id} />
      <ParentFields />
    </FormSheet>
  );
}

function CityFields({ city }: { city?: City }) {
  const t = useText();
  return (
    <>
      <Line name="name" label={t("clients.name")} max={60} value={city?.name ?? ""} first />
      <Line name="state" label={t("clients.region")} max={60} value={city?.state ?? ""} />
    </>
  );
}

function NewCity({ to }: { to: string }) {
  const t = useText();
  return (
    <FormSheet
      title={t("clients.addCity")}
      lead={t("clients.cityLead")}
      call="/api/v1/cities"
      to={to}
      done="cityAdded"
      action={t("clients.add")}
    >
      <CityFields />
    </FormSheet>
  );
}

/** What else can be done to a group or a city, beside changing it. */
function Also({ place, kind }: { place: Parent | City; kind: "parent" | "city" }) {
  const t = useText();
  const { here } = usePage<typeof clientGrammar>();
  return (
    <p className="row">
      <LinkButton to={here({ do: `close-${kind}` })} size="s">
        {t(place.closed_at ? "clients.reopen" : "clients.closeDots")}
      </LinkButton>
      <LinkButton to={here({ do: `delete-${kind}` })} size="s" variant="danger">
        {t("clients.deleteDots")}
      </LinkButton>
    </p>
  );
}

function OneParent({ parent, to }: { parent: Parent; to: string }) {
  const t = useText();
  const { query } = usePage<typeof clientGrammar>();
  const call = `/api/v1/parents/${parent.id}`;
  if (query.do !== "edit-parent") return <Ending place={parent} call={call} to={to} />;
  return (
    <FormSheet
      title={t("clients.editParent")}
      call={call}
      method="PATCH"
      revision={String(parent.revision)}
      to={to}
      done="saved"
      action={t("clients.save")}
    >
      <ParentFields parent={parent} />
      <Also place={parent} kind="parent" />
    </FormSheet>
  );
}

function OneCity({ city, to }: { city: City; to: string }) {
  const t = useText();
  const { query } = usePage<typeof clientGrammar>();
  const call = `/api/v1/cities/${city.id}`;
  if (query.do !== "edit-city") return <Ending place={city} call={call} to={to} />;
  return (
    <FormSheet
      title={t("clients.editCity")}
      call={call}
      method="PATCH"
      revision={String(city.revision)}
      to={to}
      done="saved"
      action={t("clients.save")}
    >
      <CityFields city={city} />
      <Also place={city} kind="city" />
    </FormSheet>
  );
}

/** Closing, opening again, or deleting a group or a city. */
function Ending({ place, call, to }: { place: Parent | City; call: string; to: string }) {
  const t = useText();
  const { query } = usePage<typeof clientGrammar>();
  if (query.do.startsWith("delete"))
    return (
      <FormSheet
        danger
        title={t("clients.deleteTitle", { name: place.name })}
        call={call}
        method="DELETE"
        revision={String(place.revision)}
        to={to}
        done="placeDeleted"
        action={t("clients.delete")}
      >
        <p>{t("clients.deletePlaceText")}</p>
      </FormSheet>
    );
  return <CloseOrReopen place={place} call={call} to={to} />;
}

/** Asks before a place is closed, or opened again. */
export function CloseOrReopen({
  place,
  call,
  to,
}: {
  place: { name: string; closed_at: string | null };
  call: string;
  to: string;
}) {
  const t = useText();
  const isClosed = place.closed_at !== null;
  return (
    <FormSheet
      danger={!isClosed}
      title={t(isClosed ? "clients.reopenTitle" : "clients.closeTitle", { name: place.name })}
      call={`${call}/${isClosed ? "reopen" : "close"}`}
      to={to}
      done={isClosed ? "reopened" : "placeClosed"}
      action={t(isClosed ? "clients.reopen" : "clients.closeIt")}
    >
      {isClosed ? (
        <p>{t("clients.reopenText")}</p>
      ) : (
        <>
          <p>{t("clients.closeText")}</p>
          <Field label={t("clients.reasonOptional")} name="reason" maxLength={90} autoComplete="off" dir="auto" />
        </>
      )}
    </FormSheet>
  );
}

/** Groups one can choose; more than a page of them are reached by the tree's own search. */
const choices = (page: ParentPage | CityPage | undefined, first: string) => [
  { value: "", label: first },
  ...(page?.items ?? []).map((item) => ({
    value: item.id,
    label: "state" in item && "status" in item && item.state ? `${item.name} (${item.state})` : item.name,
  })),
];

function NewOutlet({ client, to }: At) {
  const t = useText();
  const { here } = usePage<typeof clientGrammar>();
  const { data: parents } = clientsApi.useParentsQuery(client.id);
  const { data: cities } = clientsApi.useCitiesQuery();
  const lacks = parents?.total === 0 ? "parent" : cities?.total === 0 ? "city" : null;
  return (
    <FormSheet
      title={t("clients.addOutlet")}
      lead={t("clients.outletLead")}
      call="/api/v1/outlets"
      to={to}
      done="outletAdded"
      action={t("clients.add")}
    >
      {lacks && (
        <p>
          <PageLink to={here({ do: lacks })}>
            {t(lacks === "parent" ? "clients.parentFirst" : "clients.cityFirst")}
          </PageLink>
        </p>
      )}
      <Select
        label={t("clients.parent")}
        name="parent"
        options={choices(parents, t("common.chooseOne"))}
        help={parents && parents.total > parents.items.length ? t("clients.firstHundred") : undefined}
      />
      <Select
        label={t("clients.city")}
        name="city"
        options={choices(cities, t("common.chooseOne"))}
        help={cities && cities.total > cities.items.length ? t("clients.firstHundred") : undefined}
      />
      <Line name="name" label={t("clients.name")} max={60} />
      <div className="pair">
        <Line name="code" label={t("clients.code")} max={20} code help={t("clients.codeHelp")} />
        <Select
          label={t("clients.by.type")}
          name="type"
          defaultValue={"both"}
          options={TYPES.map((value) => ({ value, label: t(`clients.type.${value}`) }))}
        />
      </div>
    </FormSheet>
  );
}
