/** The theme of a bot: the one that goes with its versions, and those that are shown for a while. */
import { Can, LinkButton, Notice, PageLink, Pill, Trouble } from "../../../components";
import { Guarded } from "../../../components/forms/Guarded";
import { useText } from "../../../lib/i18n";
import { later, usePage } from "../../../page";
import type { Bot } from "../../bots/catalog/api";
import { BotFrame } from "../../bots/layout/BotFrame";
import type { frameGrammar } from "../../bots/layout/query";
import { themeApi, type Schedule, type Theme } from "./api";
import { NEW, type themeGrammar } from "./query";
import { ScheduleState } from "./ScheduleState";
import "./bot-theme.css";

const SchedulesCard = later(() => import("./SchedulesCard"), "SchedulesCard");
const ThemeEditor = later(() => import("./ThemeEditor"), "ThemeEditor");

/** The page. */
export default function ThemePage() {
  return (
    <BotFrame>
      {(bot) => (
        <Can I="read" a="Theme">
          <Guarded className="th">
            <Themes bot={bot} />
          </Guarded>
        </Can>
      )}
    </BotFrame>
  );
}

/** Which theme is edited, and its editor. */
function Themes({ bot }: { bot: Bot }) {
  const { query } = usePage<typeof frameGrammar & typeof themeGrammar>();
  const result = themeApi.useThemeQuery(bot.id);
  const schedules = themeApi.useThemeSchedulesQuery(bot.id);
  const { data: theme } = result;
  const items = schedules.data?.items ?? [];
  const zone = schedules.data?.zone ?? "";
  const schedule = query.look === NEW ? NEW : (items.find(({ id }) => id === query.look) ?? null);
  if (!theme || !schedules.data) return <Trouble of={theme ? schedules : result} />;
  const key = schedule === NEW ? NEW : schedule ? `${schedule.id}.${schedule.revision}` : String(theme.revision);
  return (
    <>
      <Looks bot={bot} theme={theme} items={items} chosen={schedule === NEW ? NEW : (schedule?.id ?? "")} />
      {!theme.published && bot.live_version !== null && schedule === null && <Unpublished bot={bot} />}
      <ThemeEditor key={key} bot={bot} theme={theme} schedule={schedule} zone={zone}>
        <SchedulesCard bot={bot} items={items} zone={zone} />
      </ThemeEditor>
    </>
  );
}

/** The themes there are, as links. */
function Looks({ bot, theme, items, chosen }: { bot: Bot; theme: Theme; items: readonly Schedule[]; chosen: string }) {
  const t = useText();
  const { here } = usePage<typeof frameGrammar & typeof themeGrammar>();
  const current = (look: string) => (look === chosen ? "page" : undefined);
  const isShown = theme.published && !items.some(({ state }) => state === "running");
  return (
    <nav className="th-looks" aria-label={t("themes.all")}>
      <PageLink to={here({ look: undefined })} aria-current={current("")}>
        {t("themes.standard")}
        {isShown && <Pill tone="good">{t("themes.inUse")}</Pill>}
      </PageLink>
      {items.map(({ id, title, state }) => (
        <PageLink key={id} to={here({ look: id })} aria-current={current(id)}>
          <bdi>{title}</bdi>
          <ScheduleState state={state} />
        </PageLink>
      ))}
      {bot.state !== "archived" && (
        <Can I="create" a="Theme">
          <PageLink to={here({ look: NEW })} aria-current={current(NEW)} className="add">
            {t("themes.add")}
          </PageLink>
        </Can>
      )}
    </nav>
  );
}

/** That visitors see the theme of the live version, and the way to publish this one. */
function Unpublished({ bot }: { bot: Bot }) {
  const t = useText();
  return (
    <Notice
      tone="info"
      title={t("themes.unpublished", { n: bot.live_version ?? 0 })}
      actions={
        <Can I="publish" a="Bot">
          <LinkButton to={`/admin/bots/${bot.id}/versions#publish`} size="s" icon="send">
            {t("bot.publish")}
          </LinkButton>
        </Can>
      }
    >
      {t("themes.unpublishedText")}
    </Notice>
  );
}
