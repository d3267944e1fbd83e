/** What can be done with a document in its state. */
import { ActionForm } from "../../../components";
import { ActionMenu, MenuAction, MenuLine, MenuPlace } from "../../../components/floats/ActionMenu";
import { useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import type { Bot } from "../catalog/api";
import type { knowledgeGrammar } from "./query";
import { documentOf, type BotDocument } from "./api";

const MOVES = [
  ["crawl", "refresh-cw", "reading"],
  ["disable", "eye-off", "disabled"],
  ["enable", "play", "enabled"],
] as const;

/** The menu. */
export function DocumentMenu({ bot, row }: { bot: Bot; row: BotDocument }) {
  const t = useText();
  const { here } = usePage<typeof knowledgeGrammar>();
  const to = (show: "edit" | "delete" | "replace") => here({ document: row.id, show });
  return (
    <ActionMenu label={t("documents.menuOf", { title: row.title })} icon="ellipsis-vertical" align="end">
      {MOVES.filter(([event]) => row.possible.includes(event)).map(([event, icon, done]) => (
        <ActionForm key={event} call={`${documentOf(bot.id, row.id)}/${event}`} page={here()} done={done}>
          <MenuAction icon={icon}>{t(`documents.do.${event}`) /* i18n: documents.do.* */}</MenuAction>
        </ActionForm>
      ))}
      <MenuPlace to={to("edit")} icon="pencil">
        {t("documents.do.edit")}
      </MenuPlace>
      {["live", "stale", "disabled"].includes(row.state) && (
        <MenuPlace to={to("replace")} icon="upload">
          {t("documents.do.replace")}
        </MenuPlace>
      )}
      <MenuLine />
      <MenuPlace to={to("delete")} icon="trash" danger>
        {t("documents.do.delete")}
      </MenuPlace>
    </ActionMenu>
  );
}
