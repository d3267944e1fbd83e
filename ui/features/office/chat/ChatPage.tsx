/** The chat: who one talks with at the side, and the conversation that its address names. */
import { Empty, LinkButton } from "../../../components";
import { useKeys } from "../../../hooks/useKeys";
import { useText } from "../../../lib/i18n";
import { later, usePage } from "../../../page";
import { chatApi } from "./api";
import { Conversation } from "./Conversation";
import type { talkGrammar } from "./query";
import { Side } from "./Side";
import { CHAT } from "./types";
import { useChatLive } from "./useChatLive";

const OwnSheet = later(() => import("./Sheets"), "OwnSheet");
const ProfileSheet = later(() => import("./Sheets"), "ProfileSheet");

/** The page; on a phone it is either the lists or the conversation. */
export default function ChatPage() {
  const { params, query } = usePage<typeof talkGrammar, "id">();
  const id = params.id as string | undefined;
  const { data } = chatApi.useTalksQuery({ q: query.q, page: query.page });
  const typing = useChatLive(data?.live);
  useListKeys();
  return (
    <div className={id ? "tk one" : "tk"}>
      <Side typing={typing} open={id} />
      {id ? (
        <Conversation key={`${id} ${query.upto} ${query.at}`} id={id} typing={typing.has(id)} />
      ) : (
        <Nobody none={data?.total === 0 && !query.q} />
      )}
      {id && query.profile && <ProfileSheet id={id} />}
      {query.me && <OwnSheet />}
    </div>
  );
}

/** No conversation is open: there is none yet, or one is to be chosen. */
function Nobody({ none }: { none: boolean }) {
  const t = useText();
  return (
    <div className="tk-none">
      <Empty
        icon="message-circle"
        title={t(none ? "chat.noneTitle" : "chat.chooseTitle")}
        {...(none && {
          actions: (
            <LinkButton to={`${CHAT}#people`} icon="users">
              {t("chat.toPeople")}
            </LinkButton>
          ),
        })}
      >
        {t(none ? "chat.noneText" : "chat.chooseText")}
      </Empty>
    </div>
  );
}

/** `j` and `k` go through the lists, `m` to the message. */
function useListKeys() {
  const step = (by: number) => () => {
    const links = [...document.querySelectorAll<HTMLElement>(".tk-row")];
    const now = links.findIndex((link) => link === document.activeElement);
    const open = links.findIndex((link) => link.getAttribute("aria-current"));
    links[Math.max(0, Math.min(links.length - 1, (now < 0 ? open : now) + by))]?.focus();
  };
  useKeys({ j: step(1), k: step(-1), m: () => document.querySelector<HTMLElement>(".tk-write textarea")?.focus() });
}
