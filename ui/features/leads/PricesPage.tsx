/** Price lists: versions of a client's prices; a published one never changes. */
import { Card, Empty, LinkButton, PageHead, PageLink, Pill, Trouble, useCan } from "../../components";
import { Facts } from "../../components/Facts";
import { Pagination } from "../../components/Pagination";
import { Table } from "../../components/Table";
import { Field, Select } from "../../components/fields";
import { FormSheet } from "../../components/forms/FormSheet";
import { useFormState } from "../../components/forms/typed";
import { useFormat, useText } from "../../lib/i18n";
import { usePage } from "../../page";
import { leadsApi } from "./api";
import type { pricesGrammar } from "./query";
import { YEARS, type PriceList } from "./types";
import "../../components/table/table.css";
import "./leads.css";

const CLOSED = { do: undefined };
const MORE_ROWS = 5;

/** The page. */
export default function PricesPage() {
  const t = useText();
  const can = useCan();
  const { query, here } = usePage<typeof pricesGrammar>();
  const result = leadsApi.usePriceListsQuery(query.page);
  const { data } = result;
  const { data: chosen } = leadsApi.usePriceListQuery(query.list, { skip: !query.list });
  const add = can("manage", "Lead") && (
    <LinkButton to={here({ do: "new", list: undefined })} variant="primary" icon="plus">
      {t("leads.newPrices")}
    </LinkButton>
  );
  return (
    <>
      <PageHead
        back={{ to: "/ew-leads", label: t("leads.title") }}
        title={t("leads.prices")}
        lead={t("leads.pricesLead")}
        actions={add}
      />
      <div className="stack">
        <Trouble of={result} />
        {data?.total === 0 && (
          <Empty icon="receipt" title={t("leads.noPriceLists")} actions={add}>
            {t("leads.noPriceListsText")}
          </Empty>
        )}
        {data && data.total > 0 && <Rows rows={data.items} />}
        {data && data.total > data.per && <Pagination of={data} to={(page) => here({ ...CLOSED, page })} />}
        {chosen && <One prices={chosen} />}
      </div>
      {can("manage", "Lead") && query.do === "new" && <PricesSheet to={here(CLOSED)} />}
      {can("manage", "Lead") && chosen?.state === "draft" && query.do === "edit" && (
        <PricesSheet prices={chosen} to={here(CLOSED)} />
      )}
      {can("manage", "Lead") && chosen?.state === "draft" && query.do === "publish" && (
        <FormSheet
          danger
          title={t("leads.publishTitle", { name: chosen.name })}
          call={`/api/v1/price-lists/${chosen.id}/publish`}
          to={here(CLOSED)}
          done="published"
          action={t("leads.publish")}
        >
          <p>{t("leads.publishText")}</p>
        </FormSheet>
      )}
    </>
  );
}

/** The versions. */
function Rows({ rows }: { rows: readonly PriceList[] }) {
  const t = useText();
  const f = useFormat();
  const { here } = usePage<typeof pricesGrammar>();
  return (
    <Card flush>
      <div className="data-table">
        <Table
          caption={t("leads.prices")}
          rows={rows}
          rowKey={(row) => row.id}
          columns={[
            {
              key: "name",
              head: t("leads.name"),
              rowHead: true,
              className: "slot-name",
              cell: (row) => (
                <PageLink to={here({ ...CLOSED, list: row.id })}>
                  <bdi>{row.name}</bdi> <span className="ld-code">{t("leads.version", { n: row.version })}</span>
                </PageLink>
              ),
            },
            {
              key: "state",
              head: t("leads.state"),
              className: "slot-state",
              cell: (row) => <PriceState state={row.state} />,
            },
            { key: "from", head: t("leads.validFrom"), className: "slot-fact", cell: (row) => f.date(row.valid_from) },
            {
              key: "rows",
              head: t("leads.priceRows"),
              numeric: true,
              className: "slot-fact",
              cell: (row) => (
                <>
                  <i className="fact-name">{t("leads.priceRows")}</i>
                  {f.number(row.rows.length)}
                </>
              ),
            },
            {
              key: "by",
              head: t("leads.publishedBy"),
              className: "slot-fact",
              cell: (row) => (row.published_at ? <bdi>{row.published_by}</bdi> : f.number(null)),
            },
          ]}
        />
      </div>
    </Card>
  );
}

/** Whether it can still be changed. */
function PriceState({ state }: { state: string }) {
  const t = useText();
  return <Pill tone={state === "published" ? "good" : "warn"}>{t(`leads.p.${state}`) /* i18n: leads.p.* */}</Pill>;
}

/** The prices of one version. */
function One({ prices }: { prices: PriceList }) {
  const t = useText();
  const f = useFormat();
  const can = useCan();
  const { here } = usePage<typeof pricesGrammar>();
  return (
    <Card
      title={<bdi>{prices.name}</bdi>}
      lead={t("leads.version", { n: prices.version })}
      aside={
        can("manage", "Lead") &&
        prices.state === "draft" && (
          <span className="row">
            <LinkButton to={here({ do: "edit" })} size="s" icon="pencil">
              {t("leads.edit")}
            </LinkButton>
            <LinkButton to={here({ do: "publish" })} size="s" variant="primary">
              {t("leads.publish")}
            </LinkButton>
          </span>
        )
      }
    >
      <Facts
        items={[
          [t("leads.state"), <PriceState key="s" state={prices.state} />],
          [t("leads.validFrom"), f.date(prices.valid_from)],
          [t("leads.gstRate"), f.percent(prices.gst_rate, 0)],
          [t("leads.product"), <bdi key="p">{prices.product}</bdi>],
        ]}
      />
      <div className="data-table">
        <Table
          caption={t("leads.priceRows")}
          compact
          rows={prices.rows}
          rowKey={(row, index) => `${row.model} ${row.years} ${index}`}
          columns={[
            {
              key: "model",
              head: t("leads.model"),
              rowHead: true,
              className: "slot-name",
              cell: (row) => <bdi>{row.model || t("leads.anyModel")}</bdi>,
            },
            {
              key: "years",
              head: t("leads.plan"),
              className: "slot-fact",
              cell: (row) => t("leads.years", { n: row.years }),
            },
            {
              key: "km",
              head: t("leads.upTo"),
              className: "slot-fact",
              cell: (row) =>
                row.up_to_km === null ? t("leads.anyKm") : t("leads.toKm", { n: f.number(row.up_to_km) }),
            },
            {
              key: "price",
              head: t("leads.netPrice"),
              numeric: true,
              className: "slot-fact",
              cell: (row) => (
                <>
                  <i className="fact-name">{t("leads.netPrice")}</i>
                  {f.number(row.price)}
                </>
              ),
            },
          ]}
        />
      </div>
    </Card>
  );
}

/** A new version, or a draft changed. */
function PricesSheet({ prices, to }: { prices?: PriceList; to: string }) {
  const t = useText();
  const rows = prices?.rows ?? [];
  return (
    <FormSheet
      title={t(prices ? "leads.editPrices" : "leads.newPrices")}
      lead={t("leads.pricesFormLead")}
      call={prices ? `/api/v1/price-lists/${prices.id}` : "/api/v1/price-lists"}
      {...(prices && { method: "PATCH" as const, revision: String(prices.revision) })}
      to={to}
      {...(!prices && { then: "/ew-leads/prices?list={id}" })}
      done={prices ? "saved" : "added"}
      action={t("leads.save")}
    >
      {({ errors }) => (
        <>
          <Field
            label={t("leads.name")}
            name="name"
            maxLength={60}
            dir="auto"
            data-first
            autoComplete="off"
            defaultValue={prices?.name ?? ""}
          />
          <div className="pair">
            <Field
              label={t("leads.validFrom")}
              name="valid_from"
              type="date"
              required
              defaultValue={prices?.valid_from ?? ""}
            />
            <Field
              label={t("leads.gstRate")}
              name="gst_rate"
              inputMode="decimal"
              required
              unit="%"
              defaultValue={prices?.gst_rate ?? 18}
            />
          </div>
          {errors.rows && <p className="field-error">{errors.rows.join(" ")}</p>}
          {Array.from({ length: rows.length + MORE_ROWS }, (_, at) => (
            <Row key={at} at={at} row={rows[at]} />
          ))}
          <p className="quiet small">{t("leads.rowsHelp")}</p>
        </>
      )}
    </FormSheet>
  );
}

/** One price. */
function Row({ at, row }: { at: number; row?: PriceList["rows"][number] | undefined }) {
  const { errors } = useFormState();
  const t = useText();
  const field = (name: "model" | "up_to_km" | "price", label: string) => (
    <Field
      label={label}
      name={`rows.${at}.${name}`}
      dir={name === "model" ? "auto" : "ltr"}
      inputMode={name === "model" ? "text" : "decimal"}
      maxLength={60}
      autoComplete="off"
      defaultValue={row?.[name] ?? ""}
      error={name === "model" ? errors[`rows.${at}`] : undefined}
    />
  );
  return (
    <fieldset className="ld-price">
      <legend className="sr">{t("leads.priceRow", { n: at + 1 })}</legend>
      {field("model", t("leads.model"))}
      <Select
        label={t("leads.plan")}
        name={`rows.${at}.years`}
        defaultValue={String(row?.years ?? 1)}
        options={YEARS.map((years) => ({ value: String(years), label: t("leads.years", { n: years }) }))}
      />
      {field("up_to_km", t("leads.upTo"))}
      {field("price", t("leads.netPrice"))}
    </fieldset>
  );
}
