/** What can be done at once about texts that a bot did not understand: they become phrases of an intent. */
import { useCan } from "../../../components";
import { Teach } from "../../../components/forms/Teach";
import { useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import type { FigureLesson } from "./api";

/** The buttons; who may not change the bot reads that others may. */
export function Lesson({ lesson }: { lesson: FigureLesson }) {
  const t = useText();
  const can = useCan();
  const { here } = usePage();
  const bot = `/admin/bots/${lesson.bot}`;
  if (!can("update", "Bot"))
    return <span className="small quiet">{t("figures.whoTeaches", { bot: lesson.bot_name })}</span>;
  return <Teach bot={lesson.bot} group={lesson} page={`${here({})}#f-misses`} other={`${bot}#misses`} />;
}
