/** Themes for a while: when each is shown, which one wins, and the way to cancel one. */
import { Card, Empty, LinkButton, Notice, PageLink, useCan } from "../../../components";
import { Confirm } from "../../../components/dialogs/Confirm";
import { DialogButton } from "../../../components/dialogs/buttons";
import { useFormat, useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import type { Bot } from "../../bots/catalog/api";
import type { frameGrammar } from "../../bots/layout/query";
import { schedulesOf, type Schedule } from "./api";
import { NEW, type themeGrammar } from "./query";
import { ScheduleState } from "./ScheduleState";

interface Props {
  bot: Bot;
  items: readonly Schedule[];
  zone: string;
}

/** The card. */
export function SchedulesCard({ bot, items, zone }: Props) {
  const t = useText();
  const can = useCan();
  const { here } = usePage<typeof frameGrammar & typeof themeGrammar>();
  return (
    <Card
      id="schedules"
      title={t("themes.when")}
      lead={zone}
      aside={
        can("create", "Theme") &&
        bot.state !== "archived" && (
          <LinkButton to={`${here({ look: NEW })}#theme`} size="s" icon="plus">
            {t("themes.add")}
          </LinkButton>
        )
      }
      foot={<span className="small quiet">{t("themes.within")}</span>}
    >
      {items.length === 0 ? (
        <Empty icon="calendar" title={t("themes.noneTitle")}>
          {t("themes.noneText")}
        </Empty>
      ) : (
        <ul className="th-schedules">
          {items.map((item) => (
            <Row key={item.id} bot={bot} item={item} />
          ))}
        </ul>
      )}
    </Card>
  );
}

/** One of them. */
function Row({ bot, item }: { bot: Bot; item: Schedule }) {
  const t = useText();
  const f = useFormat();
  const can = useCan();
  const { here } = usePage<typeof frameGrammar & typeof themeGrammar>();
  const ends = `cancel-${item.id}`;
  return (
    <li>
      <div className="row">
        <PageLink to={`${here({ look: item.id })}#theme`}>
          <bdi>{item.title}</bdi>
        </PageLink>
        <ScheduleState state={item.state} />
      </div>
      <span className="small quiet">
        {t("themes.span", { from: f.dateTime(item.from, item.zone), to: f.dateTime(item.to, item.zone) })}
      </span>
      {item.overlaps.map(({ id, title, wins }) => (
        <Notice key={id} tone="warn" title={t("themes.overlaps", { title })}>
          {t(wins ? "themes.wins" : "themes.loses")}
        </Notice>
      ))}
      {can("delete", "Theme") && (
        <div className="row">
          <DialogButton opens={ends} size="s" icon="x">
            {t(item.state === "ended" ? "themes.delete" : "themes.cancel")}
          </DialogButton>
          <Confirm
            id={ends}
            title={t("themes.cancelTitle", { title: item.title })}
            act={t(item.state === "ended" ? "themes.delete" : "themes.cancel")}
            keep={t("themes.keep")}
            form={{
              call: `${schedulesOf(bot.id)}/${item.id}`,
              method: "DELETE",
              page: here({ look: undefined }),
              revision: String(item.revision),
              done: "cancelled",
            }}
          >
            {t("themes.cancelText")}
          </Confirm>
        </div>
      )}
    </li>
  );
}
