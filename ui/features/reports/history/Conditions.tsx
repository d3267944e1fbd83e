/** Conditions of the list: fields and operators are links, values are chosen from those there are or typed. */
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { Button, MenuLink, Segments, Trouble } from "../../../components";
import { AddChip } from "../../../components/filters";
import { Field } from "../../../components/fields";
import { Bar } from "../../../components/charts/Bar";
import { SearchForm } from "../../../components/fields/SearchForm";
import { useScripted } from "../../../hooks/useScripted";
import { useFormat, useText } from "../../../lib/i18n";
import { PageLink, useGetForm, usePage } from "../../../page";
import { FIRST } from "../filters/RangeMenu";
import { conversationsApi } from "./api";
import { adding, FIRST_FIELD } from "./focus";
import { CHOSEN, listOf, type listGrammar } from "./query";
import type { FilterField } from "./types";

// Fields and codes are named by the API. i18n: filters.f.* filters.cause.* filters.handoff.* filters.origin.*
const NO_VALUE = new Set(["present", "absent"]);
const SEVERAL = new Set(["in", "not_in"]);
const DONE = { ...FIRST, add: undefined, find: undefined };

/** The chip that adds a condition: its fields are links. */
export function AddCondition() {
  const t = useText();
  const { query, here } = usePage<typeof listGrammar>();
  const { data } = conversationsApi.useFilterFieldsQuery(null);
  if (!data || query.f.length >= data.most) return null;
  const [key] = query.add.split(":");
  return (
    <AddChip name="filter" label={t("filters.add")}>
      <div className="mp">
        {data.fields.map((field) => (
          <MenuLink
            key={field.key}
            to={here({ add: `${field.key}:${field.operators[0]}`, find: undefined })}
            current={field.key === key}
          >
            {field.label}
          </MenuLink>
        ))}
      </div>
    </AddChip>
  );
}

/** The condition that is being made, if there is one. */
export function NewCondition() {
  const { query } = usePage<typeof listGrammar>();
  const { data } = conversationsApi.useFilterFieldsQuery(null);
  const [key, op] = query.add.split(":");
  const field = data?.fields.find((candidate) => candidate.key === key);
  return field && op && field.operators.includes(op) ? <Editor key={key} field={field} op={op} /> : null;
}

/** Operator and value of one condition. */
function Editor({ field, op }: { field: FilterField; op: string }) {
  const t = useText();
  const { query, here } = usePage<typeof listGrammar>();
  const chosen = field.has_options && CHOSEN.has(op);
  const box = useRef<HTMLElement>(null);
  const scripted = useScripted();
  const isOpenedHere = useRef(scripted);
  useEffect(() => {
    // Also on a document loaded for it: once the server's field has given way, and where nothing has the focus.
    if (scripted && (isOpenedHere.current || document.activeElement === document.body))
      box.current!.querySelector<HTMLElement>(FIRST_FIELD)?.focus();
  }, [scripted]);
  // What had the focus here goes with the editor.
  useLayoutEffect(() => {
    const gone = box.current!;
    return () => void (gone.contains(document.activeElement) && adding()?.focus({ preventScroll: true }));
  }, []);
  return (
    <section className="cond" ref={box} aria-label={t("filters.conditions")}>
      <header>
        <b>{field.label}</b>
        <Segments
          label={t("filters.operator")}
          items={field.operators.map((operator) => ({
            label: t(`filters.op.${operator}`), // i18n: filters.op.*
            to: here({ add: `${field.key}:${operator}`, find: undefined }),
            current: operator === op,
          }))}
        />
        <PageLink to={here(DONE)}>{t("filters.cancel")}</PageLink>
      </header>
      {NO_VALUE.has(op) ? (
        <PageLink className="button primary" to={here({ ...DONE, f: [...query.f, `${field.key}:${op}`] })}>
          {t("filters.apply")}
        </PageLink>
      ) : field.type === "bool" ? (
        <p className="cond-values">
          {["1", "0"].map((value) => (
            <PageLink
              key={value}
              className="button"
              to={here({ ...DONE, f: [...query.f, `${field.key}:${op}:${value}`] })}
            >
              {t(value === "1" ? "filters.yes" : "filters.no")}
            </PageLink>
          ))}
        </p>
      ) : chosen ? (
        <Choices key={op} field={field} op={op} />
      ) : (
        <Typed key={op} field={field} op={op} />
      )}
    </section>
  );
}

/** The values there are under the other filters, each a link that adds it to the condition or takes it out. */
function Choices({ field, op }: { field: FilterField; op: string }) {
  const t = useText();
  const f = useFormat();
  const submit = useGetForm();
  const { query, here } = usePage<typeof listGrammar>();
  const result = conversationsApi.useFilterOptionsQuery({ key: field.key, find: query.find, list: listOf(query) });
  const begins = `${field.key}:${op}:`;
  const own = query.f.find((clause) => clause.startsWith(begins)) ?? begins;
  const values = own.slice(begins.length).split(",").filter(Boolean);
  const others = query.f.filter((clause) => clause !== own);
  const to = (value: string) => {
    if (!SEVERAL.has(op)) return here({ ...DONE, f: [...others, begins + value] });
    const next = values.includes(value) ? values.filter((chosen) => chosen !== value) : [...values, value];
    return here({ ...FIRST, f: next.length ? [...others, begins + next.join(",")] : others });
  };
  const most = Math.max(1, ...(result.data?.items ?? []).map(({ count }) => count));
  const parameters = new URLSearchParams(here({ find: undefined }).split("?")[1] ?? "");
  return (
    <>
      <SearchForm
        label={t("filters.suggest")}
        action="/reports/conversations"
        name="find"
        value={query.find}
        onSubmit={submit}
      >
        {[...parameters].map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
      </SearchForm>
      <Trouble of={result} />
      <ul className="cond-options">
        {result.data?.items
          // A comma parts values from each other.
          .filter(({ value }) => !SEVERAL.has(op) || !value.includes(","))
          .map(({ value, label, count }) => (
            <li key={value}>
              <PageLink to={to(value)} aria-current={values.includes(value) ? "true" : undefined}>
                <span className="ellipsis" dir="auto">
                  {label}
                </span>
                <Bar share={(count / most) * 100} />
                <span className="num">{f.number(count)}</span>
              </PageLink>
            </li>
          ))}
      </ul>
      {SEVERAL.has(op) && values.length > 0 && (
        <PageLink className="button primary" to={here(DONE)}>
          {t("filters.apply")}
        </PageLink>
      )}
    </>
  );
}

const INPUTS: Record<string, string> = { date: "date", number: "number", duration: "number" };

/** A value that is typed; without script the whole condition is, as the address has it. */
function Typed({ field, op }: { field: FilterField; op: string }) {
  const t = useText();
  const submit = useGetForm();
  const { query, here } = usePage<typeof listGrammar>();
  const [value, setValue] = useState<string[]>([]);
  const scripted = useScripted();
  const parameters = new URLSearchParams(here(DONE).split("?")[1] ?? "");
  const begins = `${field.key}:${op}:`;
  const places = op === "between" ? [0, 1] : [0];
  const type = op === "days_before" ? "number" : (INPUTS[field.type] ?? "text");
  const typed = (place: number) => value[place] ?? "";
  return (
    <form className="cond-values" action="/reports/conversations" method="get" onSubmit={submit}>
      {[...parameters].map(([name, text]) => (
        <input key={name} type="hidden" name={name} value={text} />
      ))}
      {!scripted ? (
        <Field
          name="f"
          label={t("filters.value")}
          defaultValue={begins}
          help={t(op === "between" ? "filters.typedTwo" : "filters.typed")}
          dir="ltr"
        />
      ) : (
        <>
          <input type="hidden" name="f" value={begins + places.map(typed).join(",")} />
          {places.map((place) => (
            <Field
              key={place}
              type={type}
              {...(type === "number" && { step: "any" })}
              label={t("filters.value")}
              value={typed(place)}
              required
              onChange={(event) =>
                setValue(places.map((entry) => (entry === place ? event.target.value : typed(entry))))
              }
            />
          ))}
        </>
      )}
      <Button type="submit" variant="primary">
        {t("filters.apply")}
      </Button>
      {query.f.length > 0 && <span className="quiet">{t("filters.all")}</span>}
    </form>
  );
}
