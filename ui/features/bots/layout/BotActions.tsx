/** What can be done with a bot in its state by this reader: lines of a menu, on the list and on the bot's pages. */
import { ActionForm } from "../../../components";
import { MenuAction, MenuLine, MenuPlace } from "../../../components/floats/ActionMenu";
import { useText } from "../../../lib/i18n";
import type { Bot } from "../catalog/api";
import { useMoves } from "./moves";
import type { Asked } from "./query";

/** Lets a bot go on, or takes it out of the archive: asks nothing, as both are taken back by one press. */
function Move({ bot, event, page }: { bot: Bot; event: "resume" | "restore"; page: string }) {
  const t = useText();
  return (
    <ActionForm
      call={`/api/v1/bots/${bot.id}/${event}`}
      page={page}
      revision={String(bot.revision)}
      done={event === "resume" ? "resumed" : "restored"}
    >
      <MenuAction icon={event === "resume" ? "play" : "archive"}>
        {t(`bot.${event}`) /* i18n: bot.resume bot.restore bot.done.* */}
      </MenuAction>
    </ActionForm>
  );
}

/** The lines; `to` leads to a dialog, `page` is where one is. */
export function BotMenu({ bot, to, page }: { bot: Bot; to: (what: Asked) => string; page: string }) {
  const t = useText();
  const may = useMoves()(bot);
  const file = `/api/v1/bots/${bot.id}/flow/file?format=`;
  return (
    <>
      {may.pause && (
        <MenuPlace to={to("pause")} icon="pause">
          {t("bot.pause.dots")}
        </MenuPlace>
      )}
      {may.resume && <Move bot={bot} event="resume" page={page} />}
      {may.rename && (
        <MenuPlace to={to("rename")} icon="pencil">
          {t("bot.rename.dots")}
        </MenuPlace>
      )}
      {may.clone && (
        <MenuPlace to={to("clone")} icon="copy">
          {t("bot.clone.dots")}
        </MenuPlace>
      )}
      <MenuPlace to={`${file}json`} icon="download">
        {t("bot.file", { format: "JSON" })}
      </MenuPlace>
      <MenuPlace to={`${file}yaml`} icon="download">
        {t("bot.file", { format: "YAML" })}
      </MenuPlace>
      {(may.archive || may.restore) && <MenuLine />}
      {may.archive && (
        <MenuPlace to={to("archive")} icon="archive">
          {t("bot.archive.dots")}
        </MenuPlace>
      )}
      {may.restore && <Move bot={bot} event="restore" page={page} />}
    </>
  );
}
