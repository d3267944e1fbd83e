/** The ground of the canvas: what is in sight of it, moved and zoomed, with cards, edges and frames on it. */
import { useEffect, useMemo, useRef, useState, type FocusEvent } from "react";
import { useText } from "../../../../lib/i18n";
import { Card, type Port } from "./Card";
import { EdgeLines } from "./EdgeLines";
import { edgeBox, edges, meets, outputPlace, type Edge } from "./edges";
import { Frames } from "./Frames";
import { around, regionsOf, type Box } from "./layering";
import { MiniMap } from "./MiniMap";
import type { Model } from "./model";
import { OutputMenu } from "./OutputMenu";
import { Tools } from "./Tools";
import type { Acts, Asked } from "./types";
import { useGroundKeys } from "./useGroundKeys";
import { useGroundPointer, type Held } from "./useGroundPointer";
import { useSight } from "./useSight";
import { pieces, seen } from "./view";

/** From how many nodes on only those in sight are drawn. */
const MANY = 150;

interface Props {
  model: Model;
  ports: ReadonlyMap<string, readonly Port[]>;
  /** The node that is open. */
  open: string;
  mayEdit: boolean;
  acts: Acts;
}

/** The ground. */
export function Ground({ model, ports, open, mayEdit, acts }: Props) {
  const t = useText();
  const box = useRef<HTMLDivElement>(null);
  const world = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(open);
  const [request, ask] = useState<Asked | null>(null);
  const [held, setHeld] = useState<Held | null>(null);
  const { boxes: placed, cards, order, document } = model;
  const boxes = useMemo(() => {
    if (held?.kind !== "card") return placed;
    return new Map(placed).set(held.name, { ...placed.get(held.name)!, ...held.place });
  }, [placed, held]);
  const whole = useMemo(() => around(regionsOf(document, placed)), [document, placed]);
  const sight = useSight({ box, world, whole, first: placed.get(open) });
  const { view, size, turn } = sight;
  const focused = Object.hasOwn(document.nodes, current)
    ? current
    : Object.hasOwn(document.nodes, open)
      ? open
      : order[0]!;
  const target = useRef<string | null>(null);
  const go = (name: string) => {
    target.current = name;
    setCurrent(name);
    sight.show(placed.get(name)!);
  };
  // The card may be drawn only now that it is in sight.
  useEffect(() => {
    if (target.current === null) return;
    const card = box.current?.querySelector<HTMLElement>(`[data-name="${CSS.escape(target.current)}"] > .cv-main`);
    if (!card) return;
    target.current = null;
    card.focus({ preventScroll: true });
  });
  const lines = useMemo(() => edges(cards, boxes), [cards, boxes]);
  const press = useGroundKeys({ model, lines, focused, sight, mayEdit, acts, go });
  const pointer = useGroundPointer({ box, model, sight, mayEdit, acts, held, setHeld, ask, focus: setCurrent });
  useShown(open, placed, sight.show);
  const { x, y, width, height } = pieces(seen(view, size, turn));
  // A step within the same pieces draws nothing else.
  const { drawn, inSight } = useMemo(() => {
    if (cards.length <= MANY) return { drawn: cards, inSight: lines };
    const part = { x, y, width, height };
    return {
      drawn: cards.filter(({ name }) => name === focused || name === open || meets(boxes.get(name)!, part)),
      inSight: lines.filter((line) => meets(edgeBox(line), part)),
    };
  }, [cards, lines, boxes, focused, open, x, y, width, height]);
  return (
    // The keys of cards and of the ground, which is none of the roles that have keys of their own.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      className="cv"
      ref={box}
      role="group"
      aria-label={t("canvas.label", { n: order.length })}
      aria-describedby="cv-keys"
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrows move what is in sight
      tabIndex={0}
      data-held={held?.kind}
      onKeyDown={press}
      onFocus={(event: FocusEvent<HTMLElement>) => {
        const card = event.target.closest<HTMLElement>("[data-name]");
        if (card) setCurrent(card.dataset.name!);
      }}
      {...pointer}
    >
      <p className="sr" id="cv-keys">
        {t("canvas.keys")}
      </p>
      <div className="cv-world" ref={world}>
        <Frames document={document} boxes={boxes} turn={turn} />
        <EdgeLines lines={inSight} open={open} turn={turn} drag={dragLine(held, model)} />
        {drawn.map((card) => {
          const at = boxes.get(card.name)!;
          return (
            <Card
              key={card.name}
              card={card}
              ports={ports.get(card.name)!}
              x={turn === 1 ? at.x : -at.x - at.width}
              y={at.y}
              at={order.indexOf(card.name) + 1}
              of={order.length}
              isChosen={card.name === open}
              isCurrent={card.name === focused}
              isStart={card.name === document.start}
              isReached={model.reached.has(card.name)}
              errors={model.errors.get(card.name) ?? 0}
              warnings={model.warnings.get(card.name) ?? 0}
              mayEdit={mayEdit}
            />
          );
        })}
      </div>
      {request && (
        <OutputMenu
          key={`${request.name}/${request.output}`}
          request={request}
          open={open}
          size={size}
          close={() => ask(null)}
        />
      )}
      <Tools sight={sight} tidy={acts.tidy} />
      <MiniMap boxes={boxes} whole={whole} open={open} sight={sight} />
    </div>
  );
}

/** Bring the node that is open into sight whenever it is another one. */
function useShown(open: string, boxes: ReadonlyMap<string, Box>, show: (box: Box) => void) {
  const before = useRef(open);
  useEffect(() => {
    const box = boxes.get(open);
    if (before.current === open || !box) return;
    before.current = open;
    show(box);
  }, [open, boxes, show]);
}

/** The line that is drawn while an output is held. */
function dragLine(held: Held | null, { cards, boxes }: Model): Omit<Edge, "key" | "from" | "to"> | null {
  if (held?.kind !== "output") return null;
  const card = cards.find(({ name }) => name === held.name)!;
  const at = card.outputs.findIndex(({ key }) => key === held.output);
  return {
    start: outputPlace(card, boxes.get(held.name)!, at),
    end: held.place,
    isPlain: card.isPlain,
    side: card.isPlain ? "top" : "start",
  };
}
