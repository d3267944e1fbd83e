/** The receipt of a number: how it was counted, of what, and whether counting it again gives the same. */
import type { ReactNode } from "react";
import { Button, Card, LinkButton, Notice, PageHead, Trouble } from "../../../components";
import { ActionForm } from "../../../components/ActionForm";
import { figureText } from "../../../lib/format";
import { useFormat, useText } from "../../../lib/i18n";
import { PageLink, usePage, type Grammar } from "../../../page";
import { receiptsApi, type Receipt, type Verification } from "./api";
import "./receipts.css";

/** The page. */
export default function ReceiptPage() {
  const t = useText();
  const f = useFormat();
  const { params } = usePage<Grammar, "id">();
  const result = receiptsApi.useReceiptQuery(params.id!);
  const { data } = result;
  return (
    <>
      <PageHead
        title={t("receipts.title")}
        lead={data && [`R-${data.id}`, t("reports.asOf", { time: f.dateTime(data.as_of, data.zone) })].join(" · ")}
        back={{ to: data?.report_link ?? "/reports/dashboard", label: t("receipts.report") }}
      />
      <Trouble of={result} />
      {data && (
        <div className="rc">
          <Value data={data} />
          <Filters data={data} />
          <Sources data={data} />
          <Check data={data} />
          <Twins data={data} />
          <Causes title={t("receipts.causes")} lines={data.causes} zone={data.zone} />
          <Share data={data} />
        </div>
      )}
    </>
  );
}

/** How values of the receipt are written. */
function useValues(data: Pick<Receipt, "unit" | "currency">) {
  const f = useFormat();
  return {
    value: (value: number | null) => figureText(value, data.unit, data.currency, f),
    part: (value: number | null) => (data.unit === "money" ? f.money(value, data.currency) : f.number(value)),
  };
}

/** The number, and what it was counted from. */
function Value({ data }: { data: Receipt }) {
  const t = useText();
  const f = useFormat();
  const write = useValues(data);
  return (
    <Card
      title={t(`reports.k.${data.metric}`) /* i18n: reports.k.* */}
      lead={t("reports.version", { n: data.version })}
      aside={
        data.provisional_until && (
          <span className="quiet">
            {t("receipts.provisional", { time: f.dateTime(data.provisional_until, data.zone) })}
          </span>
        )
      }
    >
      {data.own_part && (
        <Notice
          tone="warn"
          title={
            data.clipped
              ? t("receipts.ownPart", { n: data.clipped.visible, of: data.clipped.of })
              : t("receipts.ownPartOnly")
          }
        >
          {t("receipts.ownPartText")}
        </Notice>
      )}
      <p className="rc-value">{write.value(data.value)}</p>
      {data.marks.length > 0 && (
        <p className="quiet">{data.marks.map((mark) => t(`reports.m.${mark}`) /* i18n: reports.m.* */).join(" · ")}</p>
      )}
      <dl className="rc-sum">
        <div>
          <dt>{data.formula}</dt>
          <dd>{write.part(data.num)}</dd>
        </div>
        {data.den !== null && (
          <div>
            <dt>{data.population}</dt>
            <dd>{f.number(data.den)}</dd>
          </div>
        )}
      </dl>
      {data.den === null && <p className="quiet">{data.population}</p>}
      <p className="rc-links">
        {data.link && <PageLink to={data.link}>{t("receipts.open", { n: data.sessions })}</PageLink>}
        {data.population_link && <PageLink to={data.population_link}>{t("reports.populationLink")}</PageLink>}
        <PageLink to={data.explain_link}>{t("reports.why")}</PageLink>
      </p>
    </Card>
  );
}

/** What it is narrowed to. */
function Filters({ data }: { data: Receipt }) {
  const t = useText();
  const f = useFormat();
  const { filters } = data;
  const rows: [string, ReactNode][] = [
    [t("receipts.range"), f.range(filters.from, filters.to)],
    [t("receipts.zone"), <bdi key="zone">{data.zone}</bdi>],
    ...data.conditions.map(({ label, value }): [string, ReactNode] => [label, <bdi key={label}>{value}</bdi>]),
  ];
  if (filters.traffic === "real") rows.push([t("receipts.traffic"), t("receipts.real", { n: data.excluded })]);
  if (filters.data === "measured") rows.push([t("receipts.data"), t("receipts.d.measured")]);
  return (
    <Card title={t("receipts.filters")}>
      <dl className="rc-chips">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

/** What each channel adds. */
function Sources({ data }: { data: Receipt }) {
  const t = useText();
  const f = useFormat();
  const whole = data.sources.reduce((sum, { num, den }) => sum + (den ?? num ?? 0), 0);
  if (!whole) return null;
  return (
    <Card title={t("receipts.sources")} lead={data.den === null ? undefined : data.population}>
      <ul className="rc-sources rows gap-12">
        {data.sources.map(({ channel, num, den }) => (
          <li key={channel}>
            <span>{t(`channel.${channel}`) /* i18n: channel.* */}</span>
            <b>{f.number(den ?? num)}</b>
            <meter max={whole} value={den ?? num ?? 0} aria-hidden="true" />
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Counting again, and what came of it. */
function Check({ data }: { data: Receipt }) {
  const t = useText();
  const f = useFormat();
  const { here, form } = usePage();
  const write = useValues(data);
  if (data.own_part) return null;
  const call = `/api/v1/receipts/${data.id}/verify`;
  const answer = form?.answer as Verification | undefined;
  const print = <code>{data.sha256.slice(0, 12)}</code>;
  return (
    <Card title={t("receipts.check")} id="check">
      {answer ? (
        <Notice
          tone={answer.state === "equal" ? "good" : "warn"}
          // i18n: receipts.s.*
          title={t(`receipts.s.${answer.state}`, {
            before: write.value(answer.before.value),
            now: write.value(answer.value),
          })}
        >
          {t(answer.state === "equal" ? "receipts.same" : "receipts.other", { n: answer.sessions })}
        </Notice>
      ) : (
        <p>{t("receipts.checkText")}</p>
      )}
      {answer?.state === "restated" && <Lines lines={answer.causes} zone={data.zone} />}
      <p className="quiet">
        {t("receipts.print")} {print} · {t("receipts.sessions", { n: data.sessions })} · {f.dateTime(data.created_at)}
      </p>
      <ActionForm call={call} page={`${here()}#check`}>
        <Button type="submit" icon="refresh-cw">
          {t("receipts.verify")}
        </Button>
      </ActionForm>
    </Card>
  );
}

/** The number as it was kept, and as it is now. */
function Twins({ data }: { data: Receipt }) {
  const t = useText();
  const f = useFormat();
  const write = useValues(data);
  if (data.own_part) return null;
  const counts = (num: number | null, den: number | null) =>
    den === null ? null : (
      <span className="quiet">{t("common.outOf", { num: write.part(num), den: f.number(den) })}</span>
    );
  return (
    <Card title={t("receipts.twins")}>
      <div className="rc-twins rows gap-16">
        <p>
          <span>{t("receipts.frozen", { time: f.dateTime(data.created_at) })}</span>
          <b>{write.value(data.value)}</b>
          {counts(data.num, data.den)}
        </p>
        <p>
          <span>{t("receipts.live")}</span>
          <b>{write.value(data.live.value)}</b>
          {counts(data.live.num, data.live.den)}
        </p>
      </div>
    </Card>
  );
}

/** Changes of final days. */
function Causes({ title, lines, zone }: { title: string; lines: Receipt["causes"]; zone: string }) {
  const t = useText();
  if (lines.length === 0) return null;
  return (
    <Card title={title} lead={t("receipts.inRange", { n: lines.length })}>
      <Lines lines={lines} zone={zone} />
    </Card>
  );
}

/** The lines of a ledger. */
function Lines({ lines, zone }: { lines: Receipt["causes"]; zone: string }) {
  const t = useText();
  const f = useFormat();
  return (
    <ul className="rc-lines">
      {lines.map((line, place) => (
        <li key={place}>
          <span>
            {line.day ? f.date(line.day) : ""} {f.number(line.old)} → {f.number(line.new)}
          </span>
          <span className="quiet">
            {line.cause === "provisional" || line.cause === "definition" ? (
              // i18n: receipts.c.*
              t(`receipts.c.${line.cause}`)
            ) : (
              <bdi>{line.cause}</bdi>
            )}
            {line.at && `${f.comma}${f.dateTime(line.at, zone)}`}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Its address. */
function Share({ data }: { data: Receipt }) {
  const t = useText();
  return (
    <Card title={t("receipts.share")}>
      <p>
        <PageLink to={`/receipts/${data.id}`}>
          <code dir="ltr">{`/receipts/${data.id}`}</code>
        </PageLink>
      </p>
      <p className="quiet">{t("receipts.shareText")}</p>
      {data.link && (
        <LinkButton to={data.link} variant="primary">
          {t("receipts.openAll")}
        </LinkButton>
      )}
    </Card>
  );
}
