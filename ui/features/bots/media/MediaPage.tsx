/** The pictures and files of a bot: the library, or one of them with where it is used. */
import { later, usePage } from "../../../page";
import { BotFrame } from "../layout/BotFrame";
import type { mediaGrammar } from "./query";
import "../../../styles/bot-media.css";

const Library = later(() => import("./Library"), "Library");
const MediumView = later(() => import("./MediumView"), "MediumView");

/** The page. */
export default function MediaPage() {
  const { query } = usePage<typeof mediaGrammar, "id">();
  return (
    <BotFrame>{(bot) => (query.medium ? <MediumView bot={bot} id={query.medium} /> : <Library bot={bot} />)}</BotFrame>
  );
}
