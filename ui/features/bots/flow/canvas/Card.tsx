/** A node on the canvas: what it is and says, what is wrong with it, and its outputs. */
import { memo, useLayoutEffect, useRef } from "react";
import { Icon } from "../../../../components";
import { useFormat, useText } from "../../../../lib/i18n";
import { pieces } from "../../document/limits";
import { nodeLabel } from "../../document/outline";
import { NODE_ICONS } from "../icons";
import { useReached } from "../useReached";
import { trafficKey, useTraffic } from "../useTraffic";
import type { Card as CardData } from "./cards";

/** What an output is called, and where it leads, in the reader's words. */
export interface Port {
  name: string;
  target: string;
}

interface Props {
  card: CardData;
  ports: readonly Port[];
  x: number;
  y: number;
  /** Its place among all nodes, from 1, and how many there are. */
  at: number;
  of: number;
  isChosen: boolean;
  /** Whether it is the one that Tab comes to. */
  isCurrent: boolean;
  isStart: boolean;
  isReached: boolean;
  errors: number;
  warnings: number;
  mayEdit: boolean;
}

/** The card; where it is on the canvas is a property of its style. */
export const Card = memo(function Card(props: Props) {
  const { card, ports, x, y, isChosen, isCurrent, isStart, isReached, mayEdit } = props;
  const t = useText();
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { style } = box.current!;
    style.setProperty("--x", `${x}px`);
    style.setProperty("--y", `${y}px`);
    style.setProperty("--h", `${card.height}px`);
  }, [x, y, card.height]);
  const traffic = useTraffic();
  const hasOpen = card.outputs.some((output) => output.isOpen);
  return (
    <div
      ref={box}
      className="cv-card"
      data-name={card.name}
      data-chosen={isChosen || undefined}
      data-unreached={!isReached || undefined}
      data-bad={props.errors > 0 || hasOpen || undefined}
    >
      {isStart && <span className="cv-mark">{t("flow.group.start")}</span>}
      <Main {...props} />
      {card.outputs.map((output, at) => {
        const { name, target } = ports[at]!;
        const port = (
          <button
            type="button"
            className={card.isPlain ? "cv-port cv-below" : "cv-port"}
            data-port={output.key}
            data-open={output.isOpen || undefined}
            data-set={output.target !== undefined || undefined}
            aria-label={t("canvas.output", { name, target })}
            tabIndex={isCurrent && mayEdit ? 0 : -1}
            disabled={!mayEdit}
          />
        );
        return card.isPlain ? (
          <span key={output.key}>{port}</span>
        ) : (
          <span key={output.key} className="cv-row" data-open={output.isOpen || undefined}>
            <span className="ellipsis" dir="auto">
              {name}
            </span>
            {traffic && <Taken n={traffic.taken(card.name, trafficKey(card.node, output))} />}
            {port}
          </span>
        );
      })}
      {(hasOpen || !isReached) && (
        <span className={hasOpen ? "cv-note bad" : "cv-note"}>{t(hasOpen ? "canvas.open" : "canvas.unreached")}</span>
      )}
    </div>
  );
});

/** How many conversations took an output; a dash where that cannot be known. */
function Taken({ n }: { n: number | null | undefined }) {
  const t = useText();
  const f = useFormat();
  const words = n == null ? t("canvas.notTaken") : t("canvas.taken", { n });
  return (
    <span className="cv-taken" title={words}>
      <span aria-hidden="true">{f.number(n)}</span>
      <span className="sr">{words}</span>
    </span>
  );
}

/** What opens the node. */
function Main({ card, ports, at, of, isChosen, isCurrent, isReached, errors, warnings }: Props) {
  const t = useText();
  const f = useFormat();
  const traffic = useTraffic();
  const ofAll = useReached()(card.name);
  const ofLive = traffic?.reached(card.name);
  const reached = !traffic
    ? ofAll
    : {
        short: f.number(ofLive),
        words: ofLive === undefined ? t("canvas.newNode") : t("nodes.reachedBy", { n: ofLive }),
      };
  const name = nodeLabel(card.name);
  const issues = errors + warnings;
  const targets = [...new Set(ports.flatMap(({ target }, port) => (card.outputs[port]!.target ? [target] : [])))];
  // i18n: flow.t.*
  const type = t(`flow.t.${card.node.type}`);
  const descriptions = [
    t(targets.length > 0 ? "canvas.place" : "canvas.lastPlace", { at, of, targets: f.list(targets) }),
    ...(issues > 0 ? [t("canvas.issues", { n: issues })] : []),
    ...(isReached ? [] : [t("canvas.unreached")]),
    ...(reached ? [reached.words] : []),
  ];
  return (
    <button
      type="button"
      className="cv-main"
      aria-current={isChosen ? "true" : undefined}
      tabIndex={isCurrent ? 0 : -1}
    >
      <span className="cv-head flex text-13">
        <Icon name={NODE_ICONS[card.node.type]} size={16} className={`fl-i-${card.node.type}`} />
        <b className="ellipsis">{name}</b>
        <span className="sr">{f.comma}</span>
        <span className={issues > 0 || reached ? "sr" : "cv-kind"}>{type}</span>
        {reached && issues === 0 && (
          <span className="cv-kind" aria-hidden="true" title={reached.words}>
            {reached.short}
          </span>
        )}
        {issues > 0 && (
          <span className={errors > 0 ? "fl-sign bad" : "fl-sign warn"} aria-hidden="true">
            <Icon name={errors > 0 ? "circle-alert" : "triangle-alert"} size={14} /> {f.number(issues)}
          </span>
        )}
        <span className="sr">{`${f.comma}${descriptions.join(f.comma)}. `}</span>
      </span>
      {card.text && (
        <span className="cv-text" dir="auto">
          {pieces(card.text).map((piece, place) =>
            piece.variable ? <code key={place}>{piece.text}</code> : <span key={place}>{piece.text}</span>,
          )}
        </span>
      )}
    </button>
  );
}
