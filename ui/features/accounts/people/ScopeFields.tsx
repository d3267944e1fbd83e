/** The fields of a scope: dealer groups with their outlets, cities, clients and bots; plain tick boxes, nested. */
import { useId, type ReactNode } from "react";
import { Checkbox, Radio } from "../../../components/fields";
import { ChoiceGroup } from "../../../components/fields/choices";
import { useText } from "../../../lib/i18n";
import type { Part, Scope } from "./types";
import "./people.css";

/** The kinds of a scope; the first three are places. */
export const KINDS = ["parents", "cities", "outlets", "clients", "bots"] as const;
type Kind = (typeof KINDS)[number];

/** A form's ticks as the call takes them: `all` in a list, and `places`, say where there is no limit. */
export function scopeIn(form: FormData): Scope {
  const ticked = KINDS.map((kind) => [
    kind,
    form.getAll(`scope.${kind}`).filter((formDataEntryValue) => formDataEntryValue !== ""),
  ]);
  return { ...Object.fromEntries(ticked), places: form.get("scope.places") ?? "all" } as unknown as Scope;
}

/** The three questions of a scope. */
export function ScopeFields({ parts, scope }: { parts: readonly Part[]; scope: Scope }) {
  const t = useText();
  const of = (kind: Kind) => parts.filter((part) => part.kind === kind);
  const isTicked = (kind: Kind, id: string) => scope[kind]?.includes(id) ?? false;
  const box = (kind: Kind, part: Part, more?: ReactNode) => (
    <Checkbox
      name={`scope.${kind}`}
      value={part.id}
      defaultChecked={isTicked(kind, part.id)}
      label={
        <>
          <bdi>{part.name}</bdi>
          {more}
        </>
      }
    />
  );
  const cities = new Map(of("cities").map((city) => [city.id, city.name]));
  const isLimited = Boolean(scope.parents ?? scope.cities ?? scope.outlets);
  return (
    <>
      <ChoiceGroup
        legend={t("people.scope.places")}
        fields={["scope.parents", "scope.cities", "scope.outlets"]}
        className="sc"
      >
        <Radio name="scope.places" value="all" defaultChecked={!isLimited} label={t("people.scope.everywhere")} />
        <Radio name="scope.places" value="ticked" defaultChecked={isLimited} label={t("people.scope.ticked")} />
        <div className="sc-only">
          {(["parents", "cities", "outlets"] as const).map((kind) => (
            <input key={kind} type="hidden" name={`scope.${kind}`} value="" />
          ))}
          <ul className="sc-tree">
            {of("clients").map((client) => (
              <li key={client.id}>
                <b>
                  <bdi>{client.name}</bdi>
                </b>
                <ul>
                  {of("parents")
                    .filter((parent) => parent.within.clients === client.id)
                    .map((parent) => {
                      const outlets = of("outlets").filter((outlet) => outlet.within.parents === parent.id);
                      return (
                        <li key={parent.id} className="sc-branch">
                          {box("parents", parent, <small className="quiet sc-new"> {t("people.scope.newToo")}</small>)}
                          {outlets.length > 0 && (
                            <details open={outlets.some(({ id }) => isTicked("outlets", id))}>
                              <summary>{t("people.sees.n.outlets", { n: outlets.length })}</summary>
                              <ul>
                                {outlets.map((outlet) => (
                                  <li key={outlet.id}>
                                    {box(
                                      "outlets",
                                      outlet,
                                      <small className="quiet">
                                        {" "}
                                        <bdi>{cities.get(outlet.within.cities ?? "")}</bdi>
                                      </small>,
                                    )}
                                  </li>
                                ))}
                              </ul>
                            </details>
                          )}
                        </li>
                      );
                    })}
                </ul>
              </li>
            ))}
          </ul>
          {cities.size > 0 && (
            <>
              <p className="sc-head">{t("people.scope.cities")}</p>
              <p className="small quiet">{t("people.scope.citiesHelp")}</p>
              <ul className="sc-flat">
                {of("cities").map((city) => (
                  <li key={city.id}>{box("cities", city)}</li>
                ))}
              </ul>
            </>
          )}
        </div>
      </ChoiceGroup>
      {(["clients", "bots"] as const).map((kind) =>
        of(kind).length > 0 ? (
          <Few key={kind} kind={kind} limited={Boolean(scope[kind])}>
            {of(kind).map((part) => (
              <li key={part.id}>{box(kind, part)}</li>
            ))}
          </Few>
        ) : null,
      )}
    </>
  );
}

/** All of a kind, or only those that are ticked. */
function Few({ kind, limited, children }: { kind: "clients" | "bots"; limited: boolean; children: ReactNode }) {
  const t = useText();
  const id = useId();
  // i18n: people.scope.clients people.scope.bots people.scope.all.*
  return (
    <ChoiceGroup legend={t(`people.scope.${kind}`)} fields={[`scope.${kind}`]} className="sc">
      <Radio
        id={`${id}a`}
        name={`scope.${kind}`}
        value="all"
        defaultChecked={!limited}
        label={t(`people.scope.all.${kind}`)}
      />
      <Radio id={`${id}o`} name={`scope.${kind}`} value="" defaultChecked={limited} label={t("people.scope.ticked")} />
      <ul className="sc-flat sc-only">{children}</ul>
    </ChoiceGroup>
  );
}
