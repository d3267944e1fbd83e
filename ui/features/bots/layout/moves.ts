import { useCan } from "../../../components";
import type { Bot } from "../catalog/api";

/** The moves that a bot's state allows and the reader may make. */
export function useMoves() {
  const can = useCan();
  return (bot: Bot) => ({
    pause: bot.state === "live" && can("publish", "Bot"),
    resume: bot.state === "paused" && can("publish", "Bot"),
    rename: bot.state !== "archived" && can(bot.state === "draft" ? "update" : "publish", "Bot"),
    clone: can("create", "Bot"),
    archive: (bot.state === "draft" || bot.state === "paused") && can("delete", "Bot"),
    restore: bot.state === "archived" && can("delete", "Bot"),
  });
}
