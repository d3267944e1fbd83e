/** The newest versions: what is not live yet, what is, and the way back. */
import { ActionForm, Avatar, Button, Card, Pill, Trouble, useCan } from "../../../components";
import { Table } from "../../../components/Table";
import { useFormat, useText } from "../../../lib/i18n";
import { PageLink, usePage } from "../../../page";
import { shareText } from "../../reports/cards/figures";
import type { Bot, BotSummary } from "../catalog/api";
import { useHasTab } from "../layout/BotFrame";
import type { frameGrammar } from "../layout/query";
import { addressOf } from "../layout/tab";
import { versionsApi, type Version } from "../versions/api";
import type { BotFigures } from "./api";
import "../../../components/table/table.css";

const MOST = 5;

interface Props {
  bot: Bot;
  summary: BotSummary | undefined;
  /** How versions did, for who sees the bot's conversations. */
  figures: BotFigures["versions"] | undefined;
}

/** The working copy, where it differs, and the versions below it. */
export function VersionsCard({ bot, summary, figures }: Props) {
  const t = useText();
  const f = useFormat();
  const can = useCan();
  const has = useHasTab();
  const { here } = usePage<typeof frameGrammar>();
  const result = versionsApi.useVersionsQuery({ bot: bot.id, page: 1 });
  const { data } = result;
  const home = addressOf(bot.id, "versions");
  const rows: (Version | "working")[] = [
    ...(summary && summary.changes > 0 ? (["working"] as const) : []),
    ...(data?.items.slice(0, MOST) ?? []),
  ];
  const isBack = (version: Version) => (bot.live_version ?? 0) > version.number;
  return (
    <Card
      title={t("bot.tab.versions")}
      aside={
        data &&
        data.total > MOST &&
        has("versions") && <PageLink to={home}>{t("versions.allVersions", { n: data.total })}</PageLink>
      }
      flush
    >
      <Trouble of={result} />
      {data && rows.length === 0 && <p className="quiet bp-pad">{t("versions.noVersions")}</p>}
      {rows.length > 0 && (
        <div className="data-table">
          <Table<Version | "working">
            caption={t("bot.tab.versions")}
            rows={rows}
            rowKey={(row) => (row === "working" ? row : String(row.number))}
            columns={[
              {
                key: "number",
                head: t("versions.version"),
                rowHead: true,
                className: "slot-name",
                cell: (row) =>
                  row === "working" ? (
                    <Pill tone="acc">{t("versions.working")}</Pill>
                  ) : (
                    <>
                      <code>{t("bot.version", { n: row.number })}</code>{" "}
                      {row.state === "live" && <Pill tone="good">{t("bot.s.live")}</Pill>}
                      {row.state === "waiting" && <Pill tone="warn">{t("versions.waiting")}</Pill>}
                    </>
                  ),
              },
              {
                key: "note",
                head: t("versions.note"),
                className: "slot-fact vc-note",
                cell: (row) =>
                  row === "working"
                    ? bot.live_version
                      ? t("versions.changesSince", { n: summary?.changes ?? 0, version: bot.live_version })
                      : t("versions.notPublished")
                    : row.note,
              },
              {
                key: "by",
                head: t("versions.by"),
                className: "slot-fact",
                cell: (row) => {
                  const name = row === "working" ? summary?.changed_by : row.published_by;
                  return name ? (
                    <span className="vc-by">
                      <Avatar name={name} size={20} /> <bdi>{name}</bdi>
                    </span>
                  ) : (
                    f.number(null)
                  );
                },
              },
              {
                key: "at",
                head: t("versions.when"),
                className: "slot-state quiet",
                cell: (row) => f.dateTime(row === "working" ? summary?.changed_at : row.published_at),
              },
              ...(figures
                ? [
                    {
                      key: "fallback",
                      head: t("overview.fallbackOf"),
                      numeric: true,
                      className: "slot-fact",
                      cell: (row: Version | "working") => (
                        <>
                          <i className="fact-name">{t("overview.fallbackOf")}</i>
                          <Fallback of={figures.find(({ number }) => row !== "working" && number === row.number)} />
                        </>
                      ),
                    },
                  ]
                : []),
              {
                key: "do",
                head: <span className="sr">{t("versions.actions")}</span>,
                className: "slot-menu",
                cell: (row) =>
                  row === "working"
                    ? has("versions") && <PageLink to={home}>{t("versions.compare")}</PageLink>
                    : row.state !== "live" &&
                      bot.state !== "archived" &&
                      can("publish", "Bot") && (
                        <ActionForm
                          call={`/api/v1/bots/${bot.id}/versions/${row.number}/live`}
                          page={here({ was: bot.live_version ?? undefined })}
                          done={isBack(row) ? "wentBack" : "wentLive"}
                        >
                          <Button
                            type="submit"
                            size="s"
                            variant="quiet"
                            aria-label={t(isBack(row) ? "versions.goBackTo" : "versions.makeLiveOf", { n: row.number })}
                          >
                            {t(isBack(row) ? "versions.goBack" : "versions.makeLive")}
                          </Button>
                        </ActionForm>
                      ),
              },
            ]}
          />
        </div>
      )}
    </Card>
  );
}

/** The fallback rate of a version, which leads to the conversations it was counted from. */
function Fallback({ of }: { of: BotFigures["versions"][number] | undefined }) {
  const t = useText();
  const f = useFormat();
  const can = useCan();
  if (!of || of.fallback.value === null) return f.number(null);
  const { fallback } = of;
  const text = shareText({ ...fallback, few: fallback.small }, f, t);
  if (!fallback.num || !can("read", "Conversation")) return text;
  return (
    <PageLink to={fallback.link} title={shareText({ ...fallback, few: true }, f, t)}>
      {text}
    </PageLink>
  );
}
