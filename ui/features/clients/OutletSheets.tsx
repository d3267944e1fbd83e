/** The sheets of an outlet: its details, its managers, a move, closing and deleting it. */
import { useCan } from "../../components";
import { Field, Select } from "../../components/fields";
import { fieldErrors } from "../../components/fields/fieldErrors";
import { TagField } from "../../components/fields/TagField";
import { useFormat, useText } from "../../lib/i18n";
import { usePage } from "../../page";
import { clientsApi } from "./api";
import { TextInput } from "../../components/forms/controls";
import { FormSheet } from "../../components/forms/FormSheet";
import { CloseOrReopen } from "./PlaceSheets";
import type { outletGrammar } from "./query";
import { TYPES, type Outlet } from "./types";

const PHONES = 3;

/** Whichever sheet the address asks for. */
export function OutletSheet({ outlet }: { outlet: Outlet }) {
  const t = useText();
  const f = useFormat();
  const can = useCan();
  const { query, here } = usePage<typeof outletGrammar>();
  const to = here({ do: undefined });
  const call = `/api/v1/outlets/${outlet.id}`;
  const revision = String(outlet.revision);
  if (query.do === "delete")
    return can("delete", "Client") ? (
      <FormSheet
        danger
        title={t("clients.deleteTitle", { name: outlet.name })}
        call={call}
        method="DELETE"
        revision={revision}
        to={to}
        then={`/admin/clients/${outlet.client.id}`}
        done="placeDeleted"
        action={t("clients.delete")}
      >
        <p>{t("clients.deletePlaceText")}</p>
      </FormSheet>
    ) : null;
  if (!can("update", "Client")) return null;
  if (query.do === "close") return <CloseOrReopen place={outlet} call={call} to={to} />;
  if (query.do === "managers") return <ManagersSheet outlet={outlet} to={to} />;
  if (query.do === "move") return outlet.move ? null : <MoveSheet outlet={outlet} to={to} />;
  if (query.do === "cancel")
    return outlet.move ? (
      <FormSheet
        danger
        title={t("clients.cancelMove")}
        call={`${call}/move`}
        method="DELETE"
        revision={revision}
        to={to}
        done="moveCancelled"
        action={t("clients.cancelMove")}
      >
        <p>
          {t("clients.cancelText", { parent: outlet.move?.parent.name ?? "", at: f.date(outlet.move?.from ?? null) })}
        </p>
      </FormSheet>
    ) : null;
  return query.do === "edit" ? <EditSheet outlet={outlet} to={to} /> : null;
}

function EditSheet({ outlet, to }: { outlet: Outlet; to: string }) {
  const t = useText();
  const f = useFormat();
  const { data: cities } = clientsApi.useCitiesQuery();
  const choices = cities?.items ?? [];
  const offered = choices.some((city) => city.id === outlet.city.id) ? choices : [outlet.city, ...choices];
  return (
    <FormSheet
      title={t("clients.editOutlet")}
      call={`/api/v1/outlets/${outlet.id}`}
      method="PATCH"
      revision={String(outlet.revision)}
      to={to}
      done="saved"
      action={t("clients.save")}
    >
      {({ errors }) => {
        const line = (name: string, label: string, value: string, max: number, dir: "auto" | "ltr", help?: string) => (
          <Field
            label={label}
            name={name}
            defaultValue={value}
            maxLength={max}
            autoComplete="off"
            dir={dir}
            help={help}
          />
        );
        return (
          <>
            {line("name", t("clients.name"), outlet.name, 60, "auto")}
            <div className="pair">
              {line("code", t("clients.code"), outlet.code, 20, "ltr")}
              <Select
                label={t("clients.by.type")}
                name="type"
                defaultValue={outlet.type}
                options={TYPES.map((value) => ({ value, label: t(`clients.type.${value}`) }))}
              />
            </div>
            <Select
              label={t("clients.city")}
              name="city"
              defaultValue={outlet.city.id}
              options={offered.map((city) => ({
                value: city.id,
                label: [city.name, city.state].filter(Boolean).join(f.comma),
              }))}
            />
            {line("address", t("clients.address"), outlet.address, 300, "auto")}
            <div className="pair">
              {line("latitude", t("clients.latitude"), String(outlet.latitude ?? ""), 12, "ltr")}
              {line("longitude", t("clients.longitude"), String(outlet.longitude ?? ""), 12, "ltr")}
            </div>
            <fieldset className="group">
              <legend>{t("clients.phones")}</legend>
              <input type="hidden" name="phones[]" value="" />
              {Array.from({ length: Math.max(PHONES, outlet.phones.length + 1) }, (_, at) => (
                <TextInput
                  key={at}
                  className="input"
                  type="tel"
                  name="phones[]"
                  place={at + 1}
                  dir="ltr"
                  maxLength={40}
                  autoComplete="off"
                  defaultValue={outlet.phones_shown[at] ?? ""}
                  aria-label={t("clients.phone", { n: at + 1 })}
                />
              ))}
              <p className={fieldErrors(errors, "phones") ? "field-error" : "field-help"}>
                {fieldErrors(errors, "phones") ?? t("clients.phonesHelp")}
              </p>
            </fieldset>
          </>
        );
      }}
    </FormSheet>
  );
}

function ManagersSheet({ outlet, to }: { outlet: Outlet; to: string }) {
  const t = useText();
  const can = useCan();
  const { data } = clientsApi.usePossibleManagersQuery(undefined, { skip: !can("read", "User") });
  const managers = outlet.managers.map((manager) => ({ value: manager.id, label: manager.full_name }));
  const others = (data?.items ?? [])
    .filter((item) => managers.every(({ value }) => value !== item.id))
    .map((item) => ({ value: item.id, label: item.full_name }));
  return (
    <FormSheet
      title={t("clients.managers")}
      lead={t("clients.managersLead")}
      call={`/api/v1/outlets/${outlet.id}`}
      method="PATCH"
      revision={String(outlet.revision)}
      to={to}
      done="managers"
      action={t("clients.save")}
    >
      <input type="hidden" name="managers[]" value="" />
      <TagField
        label={t("clients.managers")}
        name="managers[]"
        source={[...managers, ...others]}
        defaultValue={managers}
        help={t("clients.managersHelp")}
      />
    </FormSheet>
  );
}

function MoveSheet({ outlet, to }: { outlet: Outlet; to: string }) {
  const t = useText();
  const { session } = usePage();
  const { data: parents } = clientsApi.useParentsQuery(outlet.client.id);
  const others = (parents?.items ?? []).filter((item) => item.id !== outlet.parent.id);
  return (
    <FormSheet
      title={t("clients.moveTitle", { name: outlet.name })}
      lead={t("clients.moveLead")}
      call={`/api/v1/outlets/${outlet.id}/move`}
      to={to}
      done="moved"
      action={t("clients.move")}
    >
      <Select
        label={t("clients.toParent")}
        name="parent"
        options={[
          { value: "", label: t("common.chooseOne") },
          ...others.map((other) => ({ value: other.id, label: other.name })),
        ]}
      />
      <Field
        label={t("clients.fromDay")}
        name="from"
        defaultValue={session.now.slice(0, 10)}
        type="date"
        help={t("clients.fromHelp")}
      />
      <Field label={t("clients.note")} name="note" maxLength={200} autoComplete="off" dir="auto" />
    </FormSheet>
  );
}
