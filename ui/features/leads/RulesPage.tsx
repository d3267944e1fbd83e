/** What each dealer group has settled about its leads, and how many each of its outlets takes by turns. */
import { Card, PageHead, PageLink, Pill, Trouble, useCan } from "../../components";
import { Pagination } from "../../components/Pagination";
import { Table } from "../../components/Table";
import { Field } from "../../components/fields";
import { FormSheet } from "../../components/forms/FormSheet";
import { useFormat, useText } from "../../lib/i18n";
import { usePage } from "../../page";
import { leadsApi } from "./api";
import type { rulesGrammar } from "./query";
import type { Rule } from "./types";
import "./leads.css";
import "../../components/table/table.css";

const CLOSED = { do: undefined, parent: undefined };
const FIELDS = ["first_days", "last_days", "most_km", "grace_days", "sla_minutes"] as const;

/** The page. */
export default function RulesPage() {
  const t = useText();
  const can = useCan();
  const { query, here } = usePage<typeof rulesGrammar>();
  const result = leadsApi.useLeadRulesQuery(query.page);
  const { data } = result;
  return (
    <>
      <PageHead
        back={{ to: "/ew-leads", label: t("leads.title") }}
        title={t("leads.rules")}
        lead={t("leads.rulesLead")}
      />
      <div className="stack">
        <Trouble of={result} />
        {data && <Rows rows={data.items} />}
        {data && data.total > data.per && <Pagination of={data} to={(page) => here({ ...CLOSED, page })} />}
        <p className="quiet small">{t("leads.ruleText")}</p>
      </div>
      {query.do === "edit" && query.parent && can("manage", "Lead") && (
        <RuleSheet key={query.parent} parent={query.parent} to={here(CLOSED)} />
      )}
    </>
  );
}

/** The groups with their rules. */
function Rows({ rows }: { rows: readonly Rule[] }) {
  const t = useText();
  const f = useFormat();
  const can = useCan();
  const { here } = usePage<typeof rulesGrammar>();
  return (
    <Card flush>
      <div className="data-table ld-rules">
        <Table
          caption={t("leads.rules")}
          rows={rows}
          rowKey={(row) => row.parent.id}
          columns={[
            {
              key: "parent",
              head: t("leads.group"),
              rowHead: true,
              className: "slot-name",
              cell: (row) => (
                <>
                  {can("manage", "Lead") ? (
                    <PageLink to={here({ do: "edit", parent: row.parent.id })}>
                      <bdi>{row.parent.name}</bdi>
                    </PageLink>
                  ) : (
                    <bdi>{row.parent.name}</bdi>
                  )}{" "}
                  {row.is_default && <Pill>{t("leads.isDefault")}</Pill>}
                </>
              ),
            },
            ...FIELDS.map((name) => ({
              key: name,
              head: t(`leads.rule.${name}`) /* i18n: leads.rule.* */,
              numeric: true,
              className: "slot-fact",
              cell: (row: Rule) => (
                <>
                  <i className="fact-name">{t(`leads.rule.${name}`)}</i>
                  {f.number(row[name])}
                </>
              ),
            })),
          ]}
        />
      </div>
    </Card>
  );
}

/** A rule changed. */
function RuleSheet({ parent, to }: { parent: string; to: string }) {
  const t = useText();
  const { data: rule } = leadsApi.useLeadRuleQuery(parent);
  const { data: tree } = leadsApi.useParentCityOutletsQuery(parent);
  if (!rule) return null;
  const outlets = tree?.parents[0]?.cities?.flatMap((city) => city.outlets ?? []) ?? [];
  return (
    <FormSheet
      title={t("leads.ruleOf", { name: rule.parent.name })}
      call={`/api/v1/lead-rules/${parent}`}
      method="PATCH"
      revision={String(rule.revision)}
      to={to}
      done="saved"
      action={t("leads.save")}
    >
      {FIELDS.map((name) => (
        <Field
          key={name}
          label={t(`leads.rule.${name}`)}
          name={name}
          inputMode="numeric"
          maxLength={7}
          required
          help={t(`leads.ruleHelp.${name}`) /* i18n: leads.ruleHelp.* */}
          defaultValue={rule[name]}
        />
      ))}
      {outlets.length > 0 && <h3>{t("leads.shares")}</h3>}
      {outlets.length > 0 && <p className="quiet small">{t("leads.sharesHelp")}</p>}
      {outlets.map((outlet, at) => (
        <Share key={outlet.id} at={at} id={outlet.id} name={outlet.name} rule={rule} />
      ))}
    </FormSheet>
  );
}

/** How many leads an outlet takes. */
function Share({ at, id, name, rule }: { at: number; id: string; name: string; rule: Rule }) {
  const t = useText();
  const share = rule.outlets.find(({ outlet }) => outlet === id);
  const field = (key: "weight" | "capacity", label: string, value: number | null) => (
    <Field label={label} name={`outlets.${at}.${key}`} inputMode="numeric" maxLength={6} defaultValue={value ?? ""} />
  );
  return (
    <fieldset className="ld-price">
      <legend>
        <bdi>{name}</bdi>
      </legend>
      <input type="hidden" name={`outlets.${at}.outlet`} value={id} />
      {field("weight", t("leads.weight"), share?.weight ?? 1)}
      {field("capacity", t("leads.capacity"), share?.capacity ?? null)}
    </fieldset>
  );
}
