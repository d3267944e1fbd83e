/** The channels of bots in the list: each by its icon and the shape of its state, in words where it is not well. */
import { ChannelMark } from "../../../components/charts/ChannelMark";
import { useText } from "../../../lib/i18n";
import { ChannelState } from "../../../components/charts/ChannelState";
import type { BotsChannels } from "./types";

const SHAPES = ["connected", "degraded", "error", "unverified", "disabled"] as const;

/** The channels of one bot. */
export function Channels({ of }: { of: BotsChannels["items"][number]["channels"] }) {
  const t = useText();
  if (of.length === 0) return <span className="quiet">{t("bots.noChannels")}</span>;
  return (
    <ul className="bl-channels">
      {of.map(({ channel, state }) => {
        const name = t(`channelname.${channel}`); // i18n: channelname.*
        return (
          <li key={channel} title={`${name}: ${t(`channelstate.${state}`) /* i18n: channelstate.* */}`}>
            <ChannelMark channel={channel} />
            <span className="sr">{`${name}: `}</span>
            <ChannelState state={state} brief />
          </li>
        );
      })}
    </ul>
  );
}

/** What the shapes mean. */
export function ChannelKey() {
  const t = useText();
  return (
    <ul className="bl-channels quiet small" aria-label={t("bots.channelKey")}>
      {SHAPES.map((state) => (
        <li key={state}>
          <ChannelState state={state} />
        </li>
      ))}
    </ul>
  );
}
