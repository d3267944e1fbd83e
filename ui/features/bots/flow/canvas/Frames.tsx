/** The frames around the nodes of each group of the outline. */
import { memo } from "react";
import { useFormat, useText } from "../../../../lib/i18n";
import { intentTitle } from "../../document/wordings";
import type { FlowDocument } from "../../document/types";
import { useEditor } from "../../document/editor";
import { regionsOf, type Box } from "./layering";

/** The frames with their names. */
export const Frames = memo(function Frames({
  document,
  boxes,
  turn,
}: {
  document: FlowDocument;
  boxes: ReadonlyMap<string, Box>;
  turn: 1 | -1;
}) {
  const t = useText();
  const f = useFormat();
  const { language } = useEditor();
  const title = (key: string, intent: string | undefined) =>
    intent === undefined
      ? t(`flow.group.${key}`) // i18n: flow.group.*
      : intentTitle(document, intent, language);
  return (
    <>
      {regionsOf(document, boxes).map(({ group, x, y, width, height }) => (
        <div
          key={group.key}
          className="cv-frame"
          aria-hidden="true"
          // Set on the element's own style object, as the places of cards are.
          ref={(element) => {
            const at = { "--x": turn === 1 ? x : -x - width, "--y": y, "--w": width, "--h": height };
            for (const [name, value] of Object.entries(at)) element?.style.setProperty(name, `${value}px`);
          }}
        >
          <b className="ellipsis" dir="auto">
            {title(group.key, group.intent)}
          </b>
          {group.intent !== undefined && <code className="ellipsis">{group.intent}</code>}
          <span>{f.number(group.nodes.length)}</span>
        </div>
      ))}
    </>
  );
});
