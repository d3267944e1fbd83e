/** Who else edits the bot now: each with the time at which they began, as the live channel says. */
import { useEffect, useRef } from "react";
import { useDispatch } from "react-redux";
import type { Shape } from "../../../api";
import { Avatar } from "../../../components";
import { useLiveChanges } from "../../../hooks/useLiveChanges";
import { useScripted } from "../../../hooks/useScripted";
import { useFormat, useText } from "../../../lib/i18n";
import { botsApi } from "../catalog/api";
import { workingApi } from "../flow/api";
import { useEditor } from "./editor";
import type { Saving } from "./saving";

/** The other people in the editor; a page that may edit is seen by them as well. */
export function Presence({ saving }: { saving: Saving }) {
  const t = useText();
  const f = useFormat();
  const { bot, mayEdit } = useEditor();
  const { data } = botsApi.useBotSummaryQuery(bot);
  const isScripted = useScripted();
  return (
    <span className="fl-others" role="status">
      {(data?.editors ?? []).map(({ id, name, since }) => (
        <span key={id}>
          <Avatar name={name} size={20} />
          <span>{t("flow.editing", { name, time: f.dateTime(since) })}</span>
        </span>
      ))}
      {isScripted && mayEdit && <Seen bot={bot} saving={saving} />}
    </span>
  );
}

/** How long after the last sign of a page it gives the next one. */
const BEAT_MS = 20_000;
/** Going from one page of a bot to another is no leaving. */
const LEAVE_MS = 3000;
const leaving = new Map<string, ReturnType<typeof setTimeout>>();

/** Nothing to see: as long as it is here, others see its reader, and what they save comes in. */
function Seen({ bot, saving }: { bot: string; saving: Saving }) {
  const dispatch = useDispatch() as (action: unknown) => unknown;
  const seen = useRef(0);
  const enter = async () => {
    seen.current = Date.now();
    const sent = dispatch(workingApi.endpoints.enterEditor.initiate(bot));
    const { data } = (await sent) as { data?: Shape<"BotEditors"> };
    if (data)
      dispatch(
        botsApi.util.updateQueryData("botSummary", bot, (summary) =>
          Object.assign({}, summary, { editors: data.items }),
        ),
      );
  };
  useLiveChanges({
    tell: (changes) => {
      const has = (kind: string) =>
        !changes || changes.some((change) => change.kind === kind && change.subject === bot);
      if (has("flow:editors")) void enter();
      if (has("flow:saved")) void saving.look();
    },
    beat: () => {
      if (Date.now() - seen.current > BEAT_MS) void enter();
    },
  });
  useEffect(() => {
    const leave = () => void dispatch(workingApi.endpoints.leaveEditor.initiate(bot));
    clearTimeout(leaving.get(bot));
    window.addEventListener("pagehide", leave);
    return () => {
      window.removeEventListener("pagehide", leave);
      leaving.set(bot, setTimeout(leave, LEAVE_MS));
    };
  }, [bot, dispatch]);
  return null;
}
