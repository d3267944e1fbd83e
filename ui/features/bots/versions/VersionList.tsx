/** The versions, newest first: two are chosen to be compared, an earlier one goes live or becomes the working copy. */
import { ActionForm, Avatar, Button, Card, Notice, Pill, Trouble, useCan } from "../../../components";
import { Pagination } from "../../../components/Pagination";
import { useFormat, useText } from "../../../lib/i18n";
import { useGetForm, usePage } from "../../../page";
import type { Bot, BotSummary } from "../catalog/api";
import type { frameGrammar } from "../layout/query";
import { addressOf } from "../layout/tab";
import { versionsApi, WORKING, type Version } from "./api";
import type { versionsGrammar } from "./query";

interface Compared {
  from: string;
  to: string;
}

/** The list as a form: choosing shows the difference at once, without script its button does. */
export function VersionList({
  bot,
  summary,
  compared,
}: {
  bot: Bot;
  summary: BotSummary | undefined;
  compared: Compared;
}) {
  const t = useText();
  const { query, here } = usePage<typeof versionsGrammar>();
  const submit = useGetForm();
  const result = versionsApi.useVersionsQuery({ bot: bot.id, page: query.page });
  const { data } = result;
  return (
    <div className="stack vs-side">
      <Card title={t("bot.tab.versions")} flush>
        <Trouble of={result} />
        <form
          id="compare"
          action={addressOf(bot.id, "versions")}
          onSubmit={submit}
          onChange={(event) => event.currentTarget.requestSubmit()}
        >
          {query.page !== 1 && <input type="hidden" name="page" value={query.page} />}
        </form>
        <ol className="vl text-13" data-rows>
          {query.page === 1 && <WorkingRow bot={bot} summary={summary} compared={compared} />}
          {data?.items.map((version) => (
            <VersionRow key={version.number} bot={bot} version={version} compared={compared} />
          ))}
        </ol>
        {data?.total === 0 && <p className="quiet bp-pad">{t("versions.noVersions")}</p>}
        {(data?.total ?? 0) > 0 && (
          <p className="vl-compare">
            <Button type="submit" form="compare" size="s">
              {t("versions.compare")}
            </Button>
          </p>
        )}
      </Card>
      {data && data.total > data.per && <Pagination of={data} to={(page) => here({ page })} />}
    </div>
  );
}

/** Chooses one of the two. */
function Pick({
  side,
  value,
  compared,
  name,
}: {
  side: "from" | "to";
  value: string;
  compared: Compared;
  name: string;
}) {
  const t = useText();
  return (
    <input
      key={compared[side]}
      type="radio"
      form="compare"
      name={side}
      value={value}
      defaultChecked={compared[side] === value}
      aria-label={t(side === "from" ? "versions.compareFrom" : "versions.compareTo", { version: name })}
      title={t(side === "from" ? "versions.compareFrom" : "versions.compareTo", { version: name })}
    />
  );
}

/** What is being worked on. */
function WorkingRow({ bot, summary, compared }: { bot: Bot; summary: BotSummary | undefined; compared: Compared }) {
  const t = useText();
  const f = useFormat();
  return (
    <li className={compared.to === WORKING ? "on" : undefined}>
      <div className="vl-head flex">
        <Pill tone="acc">{t("versions.working")}</Pill>
        <span className="vl-picks">
          <i />
          <Pick side="to" value={WORKING} compared={compared} name={t("versions.workingCopy")} />
        </span>
      </div>
      <p>
        {summary && bot.live_version
          ? t("versions.changesSince", { n: summary.changes, version: bot.live_version })
          : t("versions.notPublished")}
      </p>
      <By name={summary?.changed_by} at={f.dateTime(summary?.changed_at)} />
    </li>
  );
}

/** One version and what can be done with it. */
function VersionRow({ bot, version, compared }: { bot: Bot; version: Version; compared: Compared }) {
  const t = useText();
  const f = useFormat();
  const can = useCan();
  const { here } = usePage<typeof versionsGrammar & typeof frameGrammar>();
  const value = String(version.number);
  const name = t("bot.version", { n: version.number });
  const isLive = version.state === "live";
  const isBack = (bot.live_version ?? 0) > version.number;
  const call = `/api/v1/bots/${bot.id}/versions/${version.number}`;
  const splits = versionsApi.useSplitsQuery(bot.id, { skip: bot.live_version === null });
  const split = splits.data?.items.find(({ state }) => state === "running");
  const on = compared.from === value || compared.to === value;
  return (
    <li className={on ? "on" : undefined}>
      <div className="vl-head flex">
        <code>{name}</code>
        {isLive && <Pill tone="good">{t("bot.s.live")}</Pill>}
        {split?.version === version.number && (
          <Pill tone="acc">{t("versions.split.gets", { share: f.percent(split.share, 0) })}</Pill>
        )}
        {version.state === "waiting" && <Pill tone="warn">{t("versions.waiting")}</Pill>}
        <span className="vl-picks">
          <Pick side="from" value={value} compared={compared} name={name} />
          <Pick side="to" value={value} compared={compared} name={name} />
        </span>
      </div>
      <p dir="auto">{version.note}</p>
      {version.override_reason && (
        <p className="small quiet">{t("versions.overridden", { reason: version.override_reason })}</p>
      )}
      <By name={version.published_by} at={f.dateTime(version.published_at)} />
      {version.open_conversations > 0 && (
        <p className="small quiet">{t("versions.underWay", { n: version.open_conversations })}</p>
      )}
      {bot.state !== "archived" && (
        <div className="vl-do">
          {!isLive && can("publish", "Bot") && (
            <ActionForm
              call={`${call}/live`}
              page={here({ was: bot.live_version ?? undefined })}
              done={isBack ? "wentBack" : "wentLive"}
            >
              <Button type="submit" size="s" icon={isBack ? "undo-2" : "play"}>
                {t(isBack ? "versions.goBackTo" : "versions.makeLiveOf", { n: version.number })}
              </Button>
            </ActionForm>
          )}
          {can("update", "Bot") && (
            <ActionForm call={`${call}/restore`} page={here({ from: undefined, to: undefined })} done="restoredVersion">
              <Button type="submit" size="s" icon="copy" title={t("versions.editCopyHelp")}>
                {t("versions.editCopy")}
                <span className="sr"> {name}</span>
              </Button>
            </ActionForm>
          )}
        </div>
      )}
    </li>
  );
}

/** Who, and when. */
function By({ name, at }: { name: string | null | undefined; at: string }) {
  return (
    <p className="vl-by small quiet">
      {name && (
        <span>
          <Avatar name={name} size={20} /> <bdi>{name}</bdi>
        </span>
      )}
      <span>{at}</span>
    </p>
  );
}

/** What restoring a version has replaced can come back. */
export function TakeBack({ bot }: { bot: Bot }) {
  const t = useText();
  return (
    <Notice
      tone="info"
      icon="history"
      title={t("versions.hasBackup")}
      actions={
        <ActionForm
          call={`/api/v1/bots/${bot.id}/flow/backup`}
          page={addressOf(bot.id, "versions")}
          done="backupSwapped"
        >
          <Button type="submit" size="s" icon="undo-2">
            {t("versions.bringBack")}
          </Button>
        </ActionForm>
      }
    >
      {t("versions.hasBackupText")}
    </Notice>
  );
}
