/** The state of a channel as a shape: disc connected, ring degraded, square error, dashed unused, grey disabled. */
import "./channel-state.css";

const CIRCLE = <circle cx="5" cy="5" r="3.5" />;

/** The shape; the word for it is beside it. */
export function ChannelStateMark({ state }: { state: string }) {
  return (
    <svg className={`state-mark ${state}`} viewBox="0 0 10 10" aria-hidden="true">
      {state === "error" ? <rect x="1.5" y="1.5" width="7" height="7" /> : CIRCLE}
    </svg>
  );
}
