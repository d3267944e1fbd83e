/** Texts of a file that are in no list, and values it lacks: each is decided once, for all of its rows. */
import { ActionForm, Button, Card, Notice, useCan } from "../../../components";
import { useOwnForm } from "../../../components/forms/useOwnForm";
import { useTyped } from "../../../components/forms/typed";
import { useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import { FUELS, LISTS, mastersApi, nameOf, OUTLET_TYPES, type CodeField } from "../records/api";
import type { MasterImport } from "./types";

/** What is chosen where the text is added to its list. */
const ADD = "+";

interface Decision {
  field: string;
  text: string;
  model: string;
  value: string;
  rows: number | null;
}

/** What there is to decide, and what has been. */
function decisionsOf({ undecided, chosen }: MasterImport): Decision[] {
  return [
    ...undecided.map((value) => ({ ...value, value: "" })),
    ...chosen.map((value) => ({ ...value, model: "", rows: null })),
  ];
}

/** The card with the form. */
export function Deciding({ data }: { data: MasterImport }) {
  const t = useText();
  const { here } = usePage();
  const call = `/api/v1/masters/imports/${data.id}/values`;
  const { refused, failed, errors } = useOwnForm(call);
  return (
    <Card title={t("masters.decide.title")} lead={t("masters.decide.lead")} id="values">
      <ActionForm call={call} page={`${here({})}#values`} className="ms-columns">
        {refused && <Notice tone="bad" focus title={failed ?? Object.values(errors).flat().join(" ")} />}
        <ul>
          {decisionsOf(data).map((decision, at) => (
            <Line
              key={`${decision.field} ${decision.text} ${decision.model}`}
              decision={decision}
              at={at}
              kind={data.kind}
            />
          ))}
        </ul>
        <p>
          <Button type="submit" variant="primary">
            {t("masters.checkAgain")}
          </Button>
        </p>
      </ActionForm>
    </Card>
  );
}

/** One text, in how many rows it is, and what counts instead. */
function Line({ decision, at, kind }: { decision: Decision; at: number; kind: MasterImport["kind"] }) {
  const t = useText();
  const id = `value-${at}`;
  const head = `values.${at}.`;
  const field = t(`masters.field.${decision.field}`);
  return (
    <li>
      {(["field", "text", "model"] as const).map((name) => (
        <input key={name} type="hidden" name={`${head}${name}`} value={decision[name]} />
      ))}
      <label htmlFor={id}>
        <span>{field}</span> {decision.text ? <bdi>{decision.text}</bdi> : t("masters.decide.none")}
        <small className="quiet">
          {decision.rows === null ? t("masters.decide.chosen") : t("masters.rowsIn", { n: decision.rows })}
          {decision.model && (
            <>
              {" · "}
              <bdi>{decision.model}</bdi>
            </>
          )}
        </small>
      </label>
      <Choice id={id} name={`${head}value`} decision={decision} kind={kind} />
    </li>
  );
}

type Option = readonly [value: string, label: string];

/** What a field can be, where that is a list which is short enough to choose from; null otherwise. */
function useOptions(field: string, kind: MasterImport["kind"]): readonly Option[] | null {
  const t = useText();
  const can = useCan();
  const { session } = usePage();
  const isCode = Object.hasOwn(LISTS, field) && !(field === "type" && kind === "outlets");
  const codes = mastersApi.useMasterCodesQuery(LISTS[field as CodeField] ?? "", {
    skip: !isCode || !can("read", "Reference"),
  }).data;
  const skipped = (own: string) => ({ skip: field !== own || !can("read", "Client") });
  const outlets = mastersApi.useMasterOutletsQuery(undefined, skipped("outlet")).data;
  const parents = mastersApi.useMasterParentsQuery(undefined, skipped("parent")).data;
  const cities = mastersApi.useMasterCitiesQuery(undefined, skipped("city")).data;
  if (field === "fuel") return FUELS.map((fuel) => [fuel, t(`masters.f.${fuel}`)]);
  if (field === "type" && kind === "outlets") return OUTLET_TYPES.map((type) => [type, t(`masters.ot.${type}`)]);
  const page = codes ?? outlets ?? parents ?? cities;
  if (!page || page.total > page.items.length) return null;
  if (codes) return codes.items.map((item) => [item.code, nameOf(item, session.locale)]);
  const places = (outlets ?? parents ?? cities)!.items as readonly { name: string; code?: string }[];
  return places.map(({ name, code }) => [code || name, name]);
}

/** The select of what counts instead, or a field where there is no list to choose from. */
function Choice({
  id,
  name,
  decision,
  kind,
}: {
  id: string;
  name: string;
  decision: Decision;
  kind: MasterImport["kind"];
}) {
  const t = useText();
  const can = useCan();
  const options = useOptions(decision.field, kind);
  const typed = useTyped({ name, defaultValue: decision.value });
  if (!options)
    return (
      <input
        id={id}
        className="input"
        type={decision.field.endsWith("_on") ? "date" : "text"}
        dir="auto"
        maxLength={120}
        autoComplete="off"
        {...typed}
      />
    );
  const isListed = Object.hasOwn(LISTS, decision.field) && kind !== "outlets";
  const canAdd =
    isListed && decision.text && can("create", "Reference") && (decision.field !== "variant" || decision.model);
  const isOther = decision.value && !options.some(([value]) => value === decision.value);
  return (
    <select id={id} className="input select" {...typed}>
      <option value="">{t(decision.text ? "masters.decide.leave" : "masters.choose")}</option>
      {canAdd && <option value={ADD}>{t("masters.decide.add", { name: decision.text })}</option>}
      {isOther && <option value={decision.value}>{decision.value}</option>}
      {options.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}
