/** A published version beside the live one: its share, how both do, and what becomes of it. */
import { ActionForm, Button, Card, Pill, Trouble, useCan } from "../../../components";
import { Select } from "../../../components/fields";
import { useFormat, useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import type { Bot } from "../catalog/api";
import { Refusal } from "../../../components/forms/Refusal";
import { versionsApi, type Split, type SplitFigures } from "./api";
import type { versionsGrammar } from "./query";

const SHARES = [5, 10, 25, 50, 75, 90];
type Rate = SplitFigures["versions"][number]["rates"][number];
type Difference = SplitFigures["differences"][number];

/** The card beside publishing. */
export function SplitCard({ bot }: { bot: Bot }) {
  const t = useText();
  const can = useCan();
  const result = versionsApi.useSplitsQuery(bot.id);
  const split = result.data?.items[0];
  const isRunning = split?.state === "running";
  const { query } = usePage<typeof versionsGrammar>();
  const versions = versionsApi.useVersionsQuery({ bot: bot.id, page: query.page });
  const others = versions.data?.items.filter(({ state }) => state === "published") ?? [];
  const mayStart = !isRunning && others.length > 0 && can("publish", "Bot") && bot.state !== "archived";
  if (result.data && !split && !mayStart) return null;
  return (
    <Card id="split" title={t("versions.split.title")} lead={t("versions.split.lead")}>
      <div className="stack">
        <Trouble of={result} />
        {split && <Standing split={split} />}
        {split && can("read", "Dashboard") && <Figures bot={bot} split={split} />}
        {isRunning && can("publish", "Bot") && <Moves bot={bot} split={split} />}
        {result.data && mayStart && <Start bot={bot} numbers={others.map(({ number }) => number)} />}
      </div>
    </Card>
  );
}

/** Who receives how much, or what became of it. */
function Standing({ split }: { split: Split }) {
  const t = useText();
  const f = useFormat();
  const share = f.percent(split.share, 0);
  if (split.state === "running")
    return (
      <>
        <p>
          <b>{t("versions.split.running", { n: split.version, share })}</b>
        </p>
        <p className="small quiet">
          {t("versions.split.since", { at: f.dateTime(split.started_at), name: split.started_by })}
        </p>
      </>
    );
  return (
    <p>
      {t("versions.split.last", {
        n: split.version,
        share,
        from: f.dateTime(split.started_at),
        to: f.dateTime(split.closed_at),
      })}{" "}
      <Pill tone="quiet">
        {t(`versions.split.s.${split.state}`, { n: split.version }) /* i18n: versions.split.s.* */}
      </Pill>
    </p>
  );
}

/** The rates of both versions with their intervals, and which differ by more than chance. */
function Figures({ bot, split }: { bot: Bot; split: Split }) {
  const t = useText();
  const f = useFormat();
  const result = versionsApi.useSplitFiguresQuery({ bot: bot.id, split: split.id });
  const figures = result.data;
  if (!figures) return <Trouble of={result} />;
  return (
    <div className="sp-box">
      <table className="sp">
        <thead>
          <tr>
            <th scope="col">{t("versions.split.rate")}</th>
            {figures.versions.map(({ version }) => (
              <th key={version} scope="col">
                {t("bot.version", { n: version })}
              </th>
            ))}
            <th scope="col">{t("versions.split.difference")}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{t("versions.split.sessions")}</th>
            {figures.versions.map(({ version, sessions }) => (
              <td key={version}>{f.number(sessions)}</td>
            ))}
            <td />
          </tr>
          {figures.differences.map((difference, at) => (
            <tr key={difference.id}>
              <th scope="row">{t(`versions.split.r.${difference.id}`) /* i18n: versions.split.r.* */}</th>
              {figures.versions.map(({ version, rates }) => (
                <RateCell key={version} rate={rates[at]!} />
              ))}
              <DifferenceCell difference={difference} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function RateCell({ rate }: { rate: Rate }) {
  const t = useText();
  const f = useFormat();
  return (
    <td>
      {rate.value === null ? "—" : f.percent(rate.value)}
      <span className="small quiet">
        {rate.low === null
          ? t("versions.split.fewer")
          : t("versions.split.between", { low: f.percent(rate.low), high: f.percent(rate.high) })}
      </span>
    </td>
  );
}

function DifferenceCell({ difference: { delta, significant, better } }: { difference: Difference }) {
  const t = useText();
  const f = useFormat();
  const word = significant === null ? "few" : better === null ? "chance" : better ? "better" : "worse";
  return (
    <td className={word === "better" ? "sp-good" : word === "worse" ? "sp-bad" : undefined}>
      {delta === null ? "—" : t("replay.points", { n: f.number(delta, { digits: 1 }) })}
      <span className="small">{t(`versions.split.d.${word}`) /* i18n: versions.split.d.* */}</span>
    </td>
  );
}

/** Everybody, or nobody new. */
function Moves({ bot, split }: { bot: Bot; split: Split }) {
  const t = useText();
  const { here } = usePage<typeof versionsGrammar>();
  const of = `/api/v1/bots/${bot.id}/splits/${split.id}`;
  const page = `${here()}#split`;
  return (
    <div className="row">
      <ActionForm call={`${of}/promote`} page={page} done="splitPromoted">
        <Button type="submit" variant="primary" icon="play">
          {t("versions.split.promote", { n: split.version })}
        </Button>
      </ActionForm>
      <ActionForm call={`${of}/stop`} page={page} done="splitStopped">
        <Button type="submit" icon="x">
          {t("versions.split.stop")}
        </Button>
      </ActionForm>
    </div>
  );
}

/** Chooses a version and its share. */
function Start({ bot, numbers }: { bot: Bot; numbers: readonly number[] }) {
  const t = useText();
  const f = useFormat();
  const { here } = usePage<typeof versionsGrammar>();
  const call = `/api/v1/bots/${bot.id}/splits`;
  return (
    <ActionForm call={call} page={`${here()}#split`} done="splitStarted" className="stack">
      <Refusal title={t("bot.notDone")} />
      <div className="pair">
        <Select
          label={t("versions.split.version")}
          name="version"
          defaultValue={String(numbers[0])}
          options={numbers.map((number) => ({ value: String(number), label: t("bot.version", { n: number }) }))}
        />
        <Select
          label={t("versions.split.share")}
          name="share"
          defaultValue={"10"}
          options={SHARES.map((share) => ({ value: String(share), label: f.percent(share, 0) }))}
        />
      </div>
      <p className="small quiet">{t("versions.split.startHelp")}</p>
      <p className="row">
        <Button type="submit" icon="git-branch">
          {t("versions.split.start")}
        </Button>
      </p>
    </ActionForm>
  );
}
