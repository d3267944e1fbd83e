/** Where an output leads: a choice of nodes, and of types of new ones, as in the panel. */
import { entryOf } from "../../../../lib/entryOf";
import { useEffect, useId, useLayoutEffect, useRef } from "react";
import { Icon } from "../../../../components";
import { useText } from "../../../../lib/i18n";
import { FieldRoot, pathOf, useEditor } from "../../document/editor";
import { slots } from "../../document/graph";
import { nodeLabel } from "../../document/outline";
import { Target } from "../../document/Target";
import { useBranchName } from "../useBranchName";
import type { Asked } from "./types";
import type { Size } from "./view";

const WIDTH = 280;
const HEIGHT = 120;

/** The menu beside the output; Escape and a press elsewhere close it. */
export function OutputMenu({
  request,
  open,
  size,
  close,
}: {
  request: Asked;
  /** The node that is open. */
  open: string;
  size: Size;
  close: () => void;
}) {
  const t = useText();
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const branchName = useBranchName();
  const { document } = useEditor();
  const slot = slots(entryOf(document.nodes, request.name) ?? { type: "end" }).find(
    ({ path }) => path.join("/") === request.output,
  );
  const closing = useRef(close);
  useEffect(() => {
    closing.current = close;
  });
  useLayoutEffect(() => {
    const { style } = box.current!;
    const within = (place: number, length: number, room: number) => Math.max(8, Math.min(place, room - length - 8));
    style.setProperty("--x", `${within(request.at.x, WIDTH, size.width)}px`);
    style.setProperty("--y", `${within(request.at.y, HEIGHT, size.height)}px`);
  }, [request, size]);
  // A new node is opened at once: what its menu was for is done.
  const before = useRef(open);
  useEffect(() => {
    if (before.current !== open) closing.current();
  }, [open]);
  useEffect(() => {
    box.current?.querySelector("select")?.focus();
    const press = (event: PointerEvent) => {
      if (!box.current?.contains(event.target as Node)) closing.current();
    };
    const menu = box.current!;
    // No key of the menu is one of the canvas or of the page.
    const key = (event: KeyboardEvent) => {
      event.stopPropagation();
      if (event.key !== "Escape") return;
      event.preventDefault();
      closing.current();
    };
    menu.addEventListener("keydown", key);
    window.addEventListener("pointerdown", press);
    return () => {
      menu.removeEventListener("keydown", key);
      window.removeEventListener("pointerdown", press);
    };
  }, []);
  if (!slot) return null;
  const name = branchName(document, request.name, slot);
  return (
    <div ref={box} className="cv-menu card" role="dialog" aria-labelledby={id} data-tool="" tabIndex={-1}>
      <header>
        <h3 id={id}>{t("canvas.leadsTo", { node: nodeLabel(request.name), output: name })}</h3>
        <button type="button" className="icon-button" aria-label={t("common.close")} onClick={close}>
          <Icon name="x" size={16} />
        </button>
      </header>
      <FieldRoot path={["nodes", request.name]}>
        <Target name={pathOf(request.output.replaceAll("/", ".")).join(".")} label={name} bare />
      </FieldRoot>
    </div>
  );
}
