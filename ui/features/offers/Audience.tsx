/** Who is asked: conditions, how many are left after each exclusion, and some of them. */
import { useState } from "react";
import { Card, Notice, PageLink, Trouble } from "../../components";
import { Table } from "../../components/Table";
import { Field, Select } from "../../components/fields";
import { Slider } from "../../components/fields/choices";
import { Bar } from "../../components/charts/Bar";
import { useFormState } from "../../components/forms/typed";
import { useFormat, useText } from "../../lib/i18n";
import { languageName } from "../../lib/languageName";
import { usePage } from "../../page";
import { offersApi } from "./api";
import { OfferForm } from "./OfferForm";
import { SegmentField } from "./SegmentField";
import { FIELDS, isOpen, OPERATORS, type Audience, type WholeOffer } from "./types";

const MOST = 10;
/** Rows for further conditions. */
const SPARE = 2;

/** The tab. */
export function AudienceTab({ offer }: { offer: WholeOffer }) {
  const t = useText();
  const f = useFormat();
  const result = offersApi.useOfferAudienceQuery(offer.id);
  const { data } = result;
  return (
    <div className="columns of-sides">
      <div className="stack">
        <OfferForm offer={offer} title={t("offers.who")} lead={t("offers.whoLead")}>
          <Conditions offer={offer} />
        </OfferForm>
        <Trouble of={result} />
        {data && <Exclusions audience={data} />}
        {data && data.sample.length > 0 && <Sample audience={data} />}
      </div>
      <div className="stack">
        <Card title={t("offers.recipients")}>
          <p className="of-big">
            <b>{f.number(data?.count ?? null)}</b>{" "}
            <span className="quiet">{data && t("offers.ofMatched", { n: f.number(data.matched) })}</span>
          </p>
          {data && <Shares counts={data.languages} total={data.count} />}
        </Card>
        {data && data.overlap.length > 0 && (
          <Card title={t("offers.overlap")} flush>
            <Table
              caption={t("offers.overlap")}
              rows={data.overlap}
              rowKey={(row) => row.offer.id}
              columns={[
                {
                  key: "offer",
                  head: t("offers.one"),
                  rowHead: true,
                  cell: (row) => <PageLink to={`/offers/${row.offer.id}`}>{row.offer.name}</PageLink>,
                },
                { key: "count", head: t("offers.both"), numeric: true, cell: (row) => f.number(row.count) },
              ]}
            />
          </Card>
        )}
      </div>
    </div>
  );
}

/** The conditions as rows, all of which must hold; a row without a field is none. */
function Conditions({ offer }: { offer: WholeOffer }) {
  const t = useText();
  const spare = isOpen(offer) ? SPARE : 0;
  const rows = [...offer.audience, ...Array.from({ length: spare }, () => null)].slice(0, MOST);
  return (
    <>
      <SegmentField segment={offer.segment ?? ""} />
      {rows.map((row, place) => (
        <Condition key={place} row={row} place={place} />
      ))}
      <p className="field-help">{t("offers.conditionHelp")}</p>
      <div className="pair">
        <Slider
          label={t("offers.heldBack")}
          name="holdout"
          max={20}
          unit="%"
          defaultValue={offer.holdout}
          help={t("offers.heldBackHelp")}
        />
        <Field
          label={t("offers.attribution")}
          name="attribution_days"
          inputMode="numeric"
          unit={t("offers.days")}
          maxLength={2}
          defaultValue={String(offer.attribution_days)}
          help={t("offers.attributionHelp")}
        />
      </div>
    </>
  );
}

/** One condition; the comparisons are those of its field, once a script is there. */
function Condition({ row, place }: { row: WholeOffer["audience"][number] | null; place: number }) {
  const t = useText();
  const { values } = useFormState();
  const name = (part: string) => `audience.${place}.${part}`;
  const [field, setField] = useState(values[name("field")] ?? row?.field ?? "");
  // i18n: offers.f.*
  const fields = Object.keys(FIELDS).map((key) => ({ value: key, label: t(`offers.f.${key}`) }));
  const fitting: readonly string[] = FIELDS[field as keyof typeof FIELDS] ?? OPERATORS;
  const operators = fitting.map((op) => ({ value: op, label: t(`offers.op.${op}`) })); // i18n: offers.op.*
  return (
    <div className="of-condition">
      <Select
        label={t("offers.where", { n: place + 1 })}
        name={name("field")}
        defaultValue={row?.field ?? ""}
        options={[{ value: "", label: t("offers.noCondition") }, ...fields]}
        onChange={(event) => setField(event.target.value)}
      />
      <Select
        key={fitting[0]}
        label={t("offers.condition")}
        name={name("op")}
        defaultValue={row && fitting.includes(row.op) ? row.op : fitting[0]}
        options={operators}
      />
      <Field
        label={t("offers.value")}
        name={name("value")}
        autoComplete="off"
        dir="auto"
        defaultValue={row?.labels?.join(", ") ?? ""}
      />
    </div>
  );
}

/** The people of a report, and how many of them are no customers whom the conditions fit. */
function peopleOf({ people, other_clients, no_customer, unfit }: NonNullable<Audience["segment"]>) {
  const left = Object.entries({ other_clients, no_customer, unfit }).filter(([, value]) => value > 0);
  return [{ key: "people", value: people, sign: "" }, ...left.map(([key, value]) => ({ key, value, sign: "− " }))];
}

/** From those who match to those who are asked. */
function Exclusions({ audience }: { audience: Audience }) {
  const t = useText();
  const f = useFormat();
  const reasons = Object.entries(audience.excluded).filter(([, number]) => number > 0);
  const most = reasons.reduce((a, b) => (b[1] > a[1] ? b : a), ["", 0] as [string, number]);
  const { segment } = audience;
  const whole = segment ? segment.people : audience.matched;
  const rows = [
    // i18n: offers.p.*
    ...(segment ? peopleOf(segment).map((row) => ({ ...row, label: t(`offers.p.${row.key}`) })) : []),
    { key: "matched", label: t("offers.matched"), value: audience.matched, sign: "" },
    ...reasons.map(([key, value]) => ({ key, label: t(`offers.x.${key}`), value, sign: "− " })), // i18n: offers.x.*
    { key: "count", label: t("offers.recipients"), value: audience.count, sign: "" },
  ];
  return (
    <Card title={t("offers.toRecipients")} flush>
      {audience.count === 0 && audience.matched > 0 && (
        <Notice tone="warn">{t("offers.nobody", { reason: t(`offers.x.${most[0]}`) })}</Notice>
      )}
      <Table
        caption={t("offers.toRecipients")}
        rows={rows}
        rowKey={(row) => row.key}
        columns={[
          { key: "label", head: t("offers.step"), rowHead: true, cell: (row) => row.label },
          {
            key: "bar",
            head: <span className="sr">{t("data.bar")}</span>,
            className: "bars",
            cell: (row) => <Bar share={whole > 0 ? (row.value / whole) * 100 : null} tone={row.sign ? 4 : 1} />,
          },
          {
            key: "value",
            head: t("offers.people"),
            numeric: true,
            cell: (row) => (
              <b>
                {row.sign}
                {f.number(row.value)}
              </b>
            ),
          },
        ]}
      />
    </Card>
  );
}

/** How the recipients are parted by language. */
function Shares({ counts, total }: { counts: Readonly<Record<string, number>>; total: number }) {
  const f = useFormat();
  const { session } = usePage();
  return (
    <ul className="of-shares rows">
      {Object.entries(counts).map(([code, number]) => (
        <li key={code}>
          <span>{languageName(code, session.locale)}</span>
          <Bar share={total > 0 ? (number / total) * 100 : null} tone={1} />
          <b>{f.number(number)}</b>
        </li>
      ))}
    </ul>
  );
}

/** Some of the people, masked where the reader may not see them. */
function Sample({ audience }: { audience: Audience }) {
  const t = useText();
  const f = useFormat();
  const { session } = usePage();
  return (
    <Card title={t("offers.sample", { n: f.number(audience.sample.length) })} foot={t("offers.sampleFoot")} flush>
      <Table
        caption={t("offers.sample", { n: f.number(audience.sample.length) })}
        rows={audience.sample}
        rowKey={(row) => row.customer}
        columns={[
          {
            key: "name",
            head: t("offers.contact"),
            rowHead: true,
            cell: (row) => (
              <>
                <bdi>{row.name}</bdi>{" "}
                <bdi dir="ltr" className="quiet">
                  {row.last4 && `•${row.last4}`}
                </bdi>
              </>
            ),
          },
          {
            key: "model",
            head: t("offers.f.model"),
            cell: (row) => row.labels[session.locale] ?? row.labels.en ?? (row.model || "—"),
          },
          {
            key: "language",
            head: t("offers.language"),
            cell: (row) => languageName(row.language, session.locale),
          },
        ]}
      />
    </Card>
  );
}
