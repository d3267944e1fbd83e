/** The frame around every page of a bot: its head, what can be done with it, and its tabs. */
import type { ReactNode } from "react";
import {
  ActionForm,
  Button,
  Can,
  Icon,
  LinkButton,
  Notice,
  PageHead,
  Pill,
  Tabs,
  Trouble,
  useCan,
} from "../../../components";
import { useFormat, useText } from "../../../lib/i18n";
import { later, usePage, useSite } from "../../../page";
import { botsApi, type Bot, type BotSummary } from "../catalog/api";
import { useMoves } from "./moves";
import { tabOf } from "./issues";
import type { frameGrammar } from "./query";
import { addressOf, nameOf, TABS, type Tab } from "./tab";
import { useOwnForm } from "../../../components/forms/useOwnForm";
import "./bot.css";

const BotMore = later(() => import("./BotMore"), "BotMore");
const BotDialog = later(() => import("./BotDialogs"), "BotDialog");
const TONES: Record<string, "good" | "warn" | "acc" | "quiet"> = { live: "good", paused: "warn", draining: "acc" };

/** Head, tabs and the page below them, given the bot and what is in it; or why there is none. */
export function BotFrame({ children }: { children: (bot: Bot, summary: BotSummary | undefined) => ReactNode }) {
  const { params, query, here } = usePage<typeof frameGrammar, "id">();
  const result = botsApi.useBotQuery(params.id);
  const { data: summary } = botsApi.useBotSummaryQuery(params.id);
  const { data: bot } = result;
  const t = useText();
  const may = useMoves();
  const can = useCan();
  if (!bot) return <Trouble of={result} />;
  const allowed = query.do && may(bot)[query.do];
  return (
    <>
      <Head bot={bot} />
      <BotTabs bot={bot} summary={summary} />
      <div className="stack">
        <Trouble of={result} />
        <Refused bot={bot} />
        {query.was > 0 &&
          bot.live_version !== null &&
          bot.live_version !== query.was &&
          can("publish", "Bot") &&
          bot.state !== "archived" && <PutBack bot={bot} was={query.was} />}
        {bot.state === "paused" && bot.state_reason && (
          <Notice tone="warn" icon="pause" title={t("bot.isPaused")}>
            {bot.state_reason}
          </Notice>
        )}
        {bot.state === "archived" && (
          <Notice tone="info" icon="archive" title={t("bot.isArchived")}>
            {t("bot.isArchivedText")}
          </Notice>
        )}
        {children(bot, summary)}
      </div>
      {allowed && (
        <BotDialog key={query.do} what={query.do as never} bot={bot} here={here()} to={here({ do: undefined })} />
      )}
    </>
  );
}

/** Why a move that asks nothing was not made. */
function Refused({ bot }: { bot: Bot }) {
  const t = useText();
  const resume = useOwnForm(`/api/v1/bots/${bot.id}/resume`);
  const restore = useOwnForm(`/api/v1/bots/${bot.id}/restore`);
  const { problem, code } = resume.problem ? resume : restore;
  if (!problem) return null;
  return (
    <Notice tone={code === "stale" ? "warn" : "bad"} focus title={t("bot.notDone")}>
      {code === "stale" ? t("bot.stale") : problem.detail}
    </Notice>
  );
}

/** After another version was put live: the way back to the one before. */
function PutBack({ bot, was }: { bot: Bot; was: number }) {
  const t = useText();
  const { here } = usePage<typeof frameGrammar>();
  const { problem } = useOwnForm(`/api/v1/bots/${bot.id}/versions/${was}/live`);
  return (
    <Notice
      tone={problem ? "bad" : "info"}
      icon="history"
      title={t("bot.liveNow", { n: bot.live_version ?? 0, was })}
      actions={
        <ActionForm
          call={`/api/v1/bots/${bot.id}/versions/${was}/live`}
          page={here({ was: undefined })}
          done="liveUndone"
        >
          <Button type="submit" size="s" icon="undo-2">
            {t("bot.undoLive", { n: was })}
          </Button>
        </ActionForm>
      }
    >
      {problem?.detail}
    </Notice>
  );
}

/** The name of a bot's state. */
export function BotState({ state }: { state: Bot["state"] }) {
  const t = useText();
  return <Pill tone={TONES[state] ?? "quiet"}>{t(`bot.s.${state}`) /* i18n: bot.s.* */}</Pill>;
}

/** Whether a tab has a page. */
export function useHasTab(): (tab: Tab) => boolean {
  const { pages } = useSite();
  return (tab) => pages.some(({ name }) => name === nameOf(tab));
}

/** Name, state, live version, group, languages, client; what one does most, and the rest in a menu. */
function Head({ bot }: { bot: Bot }) {
  const t = useText();
  const { here } = usePage<typeof frameGrammar>();
  const has = useHasTab();
  const may = useMoves()(bot);
  const rests = bot.state === "archived";
  return (
    <PageHead
      title={<bdi>{bot.name}</bdi>}
      back={{ to: "/admin/bots", label: t("bot.all") }}
      marks={<BotState state={bot.state} />}
      lead={<About bot={bot} />}
      actions={
        <>
          {!rests && (
            <Can I="read" a="Sandbox">
              <ActionForm call="/api/v1/sandbox" page={here()} then="/sandbox?id={id}#say">
                <input type="hidden" name="bot" value={bot.id} />
                <Button type="submit" icon="flask-conical">
                  {t("bot.try")}
                </Button>
              </ActionForm>
            </Can>
          )}
          {may.pause && (
            <LinkButton to={here({ do: "pause" })} icon="pause">
              {t("bot.pause.dots")}
            </LinkButton>
          )}
          {may.resume && (
            <ActionForm
              call={`/api/v1/bots/${bot.id}/resume`}
              page={here()}
              revision={String(bot.revision)}
              done="resumed"
            >
              <Button type="submit" icon="play">
                {t("bot.resume")}
              </Button>
            </ActionForm>
          )}
          {!rests && has("versions") && (
            <Can I="publish" a="Bot">
              <LinkButton to={`${addressOf(bot.id, "versions")}#publish`} variant="primary" icon="send">
                {t("bot.publish")}
              </LinkButton>
            </Can>
          )}
          <BotMore bot={bot} />
        </>
      }
    />
  );
}

/** What one knows a bot by, in a line. */
function About({ bot }: { bot: Bot }) {
  const t = useText();
  const f = useFormat();
  const { session } = usePage();
  const names = new Intl.DisplayNames(session.locale, { type: "language" });
  const version =
    bot.live_version &&
    (bot.live_since
      ? t("bot.liveSince", { n: bot.live_version, at: f.dateTime(bot.live_since) })
      : t("bot.version", { n: bot.live_version }));
  const languages = bot.languages.map((id) => names.of(id) ?? id).join(f.comma);
  return [version, t(`bot.g.${bot.group}`) /* i18n: bot.g.* */, languages, bot.client.name].filter(Boolean).join(" · ");
}

/** The pages of the bot that there are; a tab's mark counts what is wrong there, a plain number what there is. */
function BotTabs({ bot, summary }: { bot: Bot; summary: BotSummary | undefined }) {
  const t = useText();
  const { page } = usePage();
  const has = useHasTab();
  const items = TABS.filter(has).map((tab) => ({
    label: (
      <>
        {t(`bot.tab.${tab}`)}
        {summary && <Wrong tab={tab} summary={summary} has={has} />}
      </>
    ),
    to: addressOf(bot.id, tab),
    current: page.name === nameOf(tab),
    ...(tab === "versions" && summary && { count: summary.versions }),
  }));
  return <Tabs label={t("bot.tabs", { bot: bot.name })} items={items} />;
}

/** How many errors a tab has, or else warnings. */
function Wrong({ tab, summary, has }: { tab: Tab; summary: BotSummary; has: (tab: Tab) => boolean }) {
  const t = useText();
  const f = useFormat();
  const errors = summary.errors.filter((issue) => tabOf(issue, has) === tab).length;
  const { failed_cases: cases, stale_texts: texts, pressing_accounts: channels } = summary;
  const others = { cases, texts, channels }[tab as string] ?? 0;
  const warnings = summary.warnings.filter((issue) => tabOf(issue, has) === tab).length + others;
  const n = errors || warnings;
  if (!n) return null;
  return (
    <span className={`wrong ${errors ? "bad" : "warn"}`}>
      <Icon name={errors ? "circle-alert" : "triangle-alert"} size={14} />
      <span aria-hidden="true">{f.number(n)}</span>
      <span className="sr">{t(errors ? "bot.errors" : "bot.warnings", { n })}</span>
    </span>
  );
}
