/** The state of a channel: its shape and its word. */
import { useText } from "../../lib/i18n";
import { ChannelStateMark } from "./ChannelStateMark";

const PRESSING = ["degraded", "error"];

/** Shape and word; with `brief` a word is seen only where something is wrong. */
export function ChannelState({ state, brief }: { state: string; brief?: boolean }) {
  const t = useText();
  const word = t(`channelstate.${state}`); // i18n: channelstate.*
  return (
    <span className={`channel-state ${state}`}>
      <ChannelStateMark state={state} />
      {brief && !PRESSING.includes(state) ? <span className="sr">{word}</span> : word}
    </span>
  );
}
