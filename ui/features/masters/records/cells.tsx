/** How vehicles, customers and places are named in lists and facts. */
import { Icon, PageLink, Pill } from "../../../components";
import { useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import { nameOf, type Vehicle } from "./types";

/** A registration or a VIN: always from the left. */
export function Code({ children }: { children: string | null }) {
  return children ? (
    <bdi dir="ltr" className="ms-code">
      {children}
    </bdi>
  ) : (
    <>—</>
  );
}

/** A person as the reader may see them: the number's end replaces what is hidden. */
export function Person({
  of: person,
}: {
  of: { id: string; name: string; last4: string; phone_shown: string | null };
}) {
  return (
    <PageLink to={`/admin/masters/customers/${person.id}`}>
      <bdi>{person.name}</bdi>{" "}
      <bdi dir="ltr" className="quiet ms-phone">
        {person.phone_shown ?? (person.last4 && `•••• ${person.last4}`)}
      </bdi>
    </PageLink>
  );
}

/** Whether a vehicle or a job card is open. */
export function StatePill({ state }: { state: string }) {
  const t = useText();
  return <Pill tone={state === "open" ? "good" : "quiet"}>{t(`masters.s.${state}`) /* i18n: masters.s.* */}</Pill>;
}

/** What is odd about a vehicle. */
export function Warnings({ of: vehicle }: { of: Pick<Vehicle, "warnings"> }) {
  const t = useText();
  if (vehicle.warnings.length === 0) return null;
  return (
    <p className="ms-warning">
      <Icon name="triangle-alert" size={14} /> {t("masters.checkDigit")}
    </p>
  );
}

/** Model and variant in the reader's language; a variant that begins with its model's name says both. */
export function useModel(): (of: Vehicle) => string {
  const { session } = usePage();
  return ({ model, model_labels, variant, variant_labels }) => {
    const first = nameOf({ code: model, labels: model_labels }, session.locale);
    const second = nameOf({ code: variant, labels: variant_labels }, session.locale);
    return second.startsWith(first) ? second : [first, second].filter(Boolean).join(" ");
  };
}
