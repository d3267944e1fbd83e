/** The switch that shows on the canvas which ways conversations took, and of what they are counted. */
import { useCan } from "../../../components";
import { useText } from "../../../lib/i18n";
import { useGo, usePage } from "../../../page";
import { botsApi } from "../catalog/api";
import { useEditor } from "../document/editor";
import type { flowGrammar } from "./query";
import { useTraffic } from "./useTraffic";

/** The switch; without a live version there is nothing to show. */
export function TrafficSwitch() {
  const t = useText();
  const go = useGo();
  const can = useCan();
  const { bot } = useEditor();
  const { query, here } = usePage<typeof flowGrammar, "id">();
  const version = botsApi.useBotQuery(bot).data?.live_version ?? null;
  const traffic = useTraffic();
  if (!can("read", "Dashboard")) return null;
  const isLive = version !== null;
  return (
    <label className="fl-traffic scripted text-13">
      <input
        type="checkbox"
        role="switch"
        disabled={!isLive}
        checked={isLive && query.traffic}
        onChange={() => go(here({ traffic: !query.traffic }), { stays: true, replace: true })}
      />{" "}
      {isLive ? t("canvas.traffic", { n: version }) : t("canvas.noTraffic")}
      {traffic && (
        <span className="quiet">
          {traffic.read < traffic.conversations
            ? t("canvas.trafficPart", { n: traffic.read, of: traffic.conversations })
            : t("canvas.trafficOf", { n: traffic.conversations })}
        </span>
      )}
    </label>
  );
}
