/** The sheets of master data: a vehicle, a customer, a job card, and the questions before something goes. */
import { useCan } from "../../../components";
import { Select } from "../../../components/fields";
import { useText } from "../../../lib/i18n";
import { FormInput } from "../../../components/forms/FormInput";
import { FormSheet } from "../../../components/forms/FormSheet";
import { CodeChoice, OutletChoice } from "./Choices";
import { FUELS, type Customer, type JobCard, type Vehicle } from "./types";

/** A new vehicle, or another one changed. */
export function VehicleSheet({ vehicle, to }: { vehicle?: Vehicle; to: string }) {
  const t = useText();
  const owner = vehicle?.owner;
  return (
    <FormSheet
      title={t(vehicle ? "masters.editVehicle" : "masters.newVehicle")}
      call={vehicle ? `/api/v1/vehicles/${vehicle.id}` : "/api/v1/vehicles"}
      {...(vehicle && { method: "PATCH" as const, revision: String(vehicle.revision) })}
      to={to}
      {...(!vehicle && { then: "/admin/masters/vehicles/{id}" })}
      done={vehicle ? "saved" : "added"}
      action={t(vehicle ? "masters.save" : "masters.add")}
    >
      <FormInput
        name="vin"
        label={t("masters.vin")}
        value={vehicle?.vin}
        max={40}
        help={t("masters.vinHelp")}
        required
        first
      />
      <FormInput name="registration" label={t("masters.registration")} value={vehicle?.registration} max={40} />
      <OutletChoice chosen={vehicle?.outlet ?? null} />
      <div className="pair">
        <CodeChoice field="model" label={t("masters.model")} value={vehicle?.model} labels={vehicle?.model_labels} />
        <CodeChoice
          field="variant"
          label={t("masters.variant")}
          value={vehicle?.variant}
          labels={vehicle?.variant_labels}
        />
      </div>
      <div className="pair">
        <Select
          label={t("masters.fuel")}
          name="fuel"
          defaultValue={vehicle?.fuel ?? ""}
          options={[
            { value: "", label: "—" },
            ...FUELS.map((fuel) => ({ value: fuel, label: t(`masters.f.${fuel}`) })),
          ]}
        />
        <FormInput name="odometer_km" label={t("masters.odometerKm")} value={vehicle?.odometer_km} max={7} />
      </div>
      <FormInput name="sale_date" label={t("masters.saleDate")} value={vehicle?.sale_date} type="date" />
      <div className="pair">
        <FormInput name="warranty_end" label={t("masters.warrantyEnd")} value={vehicle?.warranty_end} type="date" />
        <FormInput
          name="extended_warranty_end"
          label={t("masters.extendedEnd")}
          value={vehicle?.extended_warranty_end}
          type="date"
        />
      </div>
      <div className="pair">
        <FormInput
          name="owner_phone"
          label={t("masters.ownerPhone")}
          value={owner?.phone}
          type="tel"
          max={40}
          help={t("masters.ownerPhoneHelp")}
        />
        <FormInput
          name="owner_name"
          label={t("masters.ownerName")}
          value=""
          max={120}
          dir="auto"
          help={t("masters.ownerNameHelp")}
        />
      </div>
    </FormSheet>
  );
}

/** A new customer, or another one changed. */
export function CustomerSheet({ customer, to }: { customer?: Customer; to: string }) {
  const t = useText();
  const can = useCan();
  const whole = !customer || can("reveal", "Pii");
  return (
    <FormSheet
      title={t(customer ? "masters.editCustomer" : "masters.newCustomer")}
      call={customer ? `/api/v1/customers/${customer.id}` : "/api/v1/customers"}
      {...(customer && { method: "PATCH" as const, revision: String(customer.revision) })}
      to={to}
      {...(!customer && { then: "/admin/masters/customers/{id}" })}
      done={customer ? "saved" : "added"}
      action={t(customer ? "masters.save" : "masters.add")}
    >
      {whole && (
        <>
          <FormInput name="name" label={t("masters.name")} value={customer?.name} max={120} dir="auto" required first />
          <FormInput name="phone" label={t("masters.phone")} value={customer?.phone_shown} type="tel" max={40} />
          <FormInput name="email" label={t("masters.email")} value={customer?.email} type="email" max={254} />
        </>
      )}
      <OutletChoice chosen={customer?.outlet ?? null} any />
    </FormSheet>
  );
}

/** A new job card of a vehicle, or another one changed. */
export function JobCardSheet({ card, vehicle, to }: { card?: JobCard; vehicle?: Vehicle; to: string }) {
  const t = useText();
  return (
    <FormSheet
      title={t(card ? "masters.editJobCard" : "masters.newJobCard")}
      call={card ? `/api/v1/job-cards/${card.id}` : "/api/v1/job-cards"}
      {...(card && { method: "PATCH" as const, revision: String(card.revision) })}
      to={to}
      done={card ? "saved" : "added"}
      action={t(card ? "masters.save" : "masters.add")}
    >
      {vehicle && <input type="hidden" name="vehicle" value={vehicle.id} />}
      <FormInput name="number" label={t("masters.number")} value={card?.number} max={30} required first />
      <OutletChoice chosen={card?.outlet ?? vehicle?.outlet ?? null} />
      <div className="pair">
        <FormInput name="opened_on" label={t("masters.openedOn")} value={card?.opened_on} type="date" required />
        <FormInput name="closed_on" label={t("masters.closedOn")} value={card?.closed_on} type="date" />
      </div>
      <CodeChoice field="type" label={t("masters.type")} value={card?.type} labels={card?.type_labels} />
      <div className="pair">
        <FormInput name="odometer_km" label={t("masters.odometerKm")} value={card?.odometer_km} max={7} />
        <FormInput name="amount" label={t("masters.amount")} value={card?.amount} max={14} />
      </div>
    </FormSheet>
  );
}

/** The question before a vehicle is closed, or opened again. */
export function CloseSheet({ vehicle, to }: { vehicle: Vehicle; to: string }) {
  const t = useText();
  const isOpen = vehicle.state === "open";
  const name = vehicle.registration ?? vehicle.vin;
  return (
    <FormSheet
      danger
      title={t(isOpen ? "masters.closeTitle" : "masters.reopenTitle", { name })}
      call={`/api/v1/vehicles/${vehicle.id}/${isOpen ? "close" : "reopen"}`}
      to={to}
      done={isOpen ? "closed" : "reopened"}
      action={t(isOpen ? "masters.close" : "masters.reopen")}
    >
      <p>{t(isOpen ? "masters.closeText" : "masters.reopenText")}</p>
    </FormSheet>
  );
}

/** The question before something is deleted. */
export function DeleteSheet({
  call,
  name,
  revision,
  to,
  then,
}: {
  call: string;
  name: string;
  revision: number;
  to: string;
  then?: string;
}) {
  const t = useText();
  return (
    <FormSheet
      danger
      title={t("masters.deleteTitle", { name })}
      call={call}
      method="DELETE"
      revision={String(revision)}
      to={to}
      {...(then && { then })}
      done="deleted"
      action={t("masters.delete")}
    >
      <p>{t("masters.deleteText")}</p>
    </FormSheet>
  );
}
