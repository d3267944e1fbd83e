/** The canvas of a flow: the same document, selection and history as the outline, drawn as cards and edges. */
import { useEffect, useRef, useState } from "react";
import { Trouble } from "../../../../components";
import { useToast } from "../../../../components/toasts/useToast";
import { useText } from "../../../../lib/i18n";
import { useGo } from "../../../../page";
import { pathOf, useEditor } from "../../document/editor";
import { nodeLabel } from "../../document/outline";
import { useBranchName } from "../useBranchName";
import { useRemoval } from "../useRemoval";
import { layoutApi, type Layout } from "./calls";
import { Ground } from "./Ground";
import { modelOf } from "./model";
import { connected, renamed } from "./moves";
import type { Changes, PlacingRef } from "./placing";
import type { Acts } from "./types";
import { usePlaces } from "./usePlaces";

/** How far a place can be from the start and the top, as the call has it. */
const FARTHEST = 100_000;
const within = (place: number) => Math.round(Math.max(-FARTHEST, Math.min(FARTHEST, place)));

/** The canvas once the places are there. */
export default function Canvas({ open, placingRef }: { open: string; placingRef: PlacingRef }) {
  const { bot } = useEditor();
  const result = layoutApi.useFlowLayoutQuery(bot);
  return (
    <>
      <Trouble of={result} />
      {result.data && <Drawn key={bot} open={open} first={result.data} placingRef={placingRef} />}
    </>
  );
}

/** What is drawn of the document. */
function Drawn({ open, first, placingRef }: { open: string; first: Layout; placingRef: PlacingRef }) {
  const t = useText();
  const go = useGo();
  const { show } = useToast();
  const editor = useEditor();
  const { document, issues, language, mayEdit } = editor;
  const branchName = useBranchName();
  const remove = useRemoval();
  const [announcement, say] = useState("");
  const { placing, places } = usePlaces(editor.bot, first, placingRef);
  usePlacesOfRenamed(Object.keys(document.nodes), places, placing);
  const model = modelOf(document, places, issues, language);
  const target = (name: string | undefined) =>
    name === undefined
      ? t("flow.nowhere")
      : Object.hasOwn(document.nodes, name)
        ? nodeLabel(name)
        : t("flow.goneNode", { name });
  const ports = new Map(
    model.cards.map(({ name, outputs }) => [
      name,
      outputs.map((output) => ({ name: branchName(document, name, output), target: target(output.target) })),
    ]),
  );
  const move = (changes: Changes, about?: string) => {
    const before = placing.move(changes);
    editor.note({ back: () => placing.move(before), forth: () => placing.move(changes) }, about);
  };
  const tidy = () => {
    move(placing.instead({}));
    show({ text: t("canvas.tidied"), action: { label: t("flow.undoIt"), do: () => move(placing.instead(places)) } });
  };
  const acts: Acts = {
    open: (name, inside = false) => go(`${editor.at(name)}${inside ? "#node" : ""}`, { stays: true }),
    remove,
    move: (name, { x, y }) => {
      move({ [name]: [within(x), within(y)] }, `place/${name}`);
      say(t("canvas.moved", { name: nodeLabel(name) }));
    },
    connect: (from, output, to) => {
      const next = connected(document, from, pathOf(output.replaceAll("/", ".")), to);
      if (next === document) return;
      editor.change(next);
      say(t("canvas.connected", { from: nodeLabel(from), to: nodeLabel(to) }));
    },
    tidy: mayEdit && Object.keys(places).length > 0 ? tidy : undefined,
  };
  return (
    <>
      <Ground {...{ model, ports, open, mayEdit, acts }} />
      <p className="sr" role="status">
        {announcement}
      </p>
    </>
  );
}

/** Let the place of a node follow its new name. */
function usePlacesOfRenamed(
  names: readonly string[],
  places: Layout["places"],
  placing: ReturnType<typeof usePlaces>["placing"],
) {
  const before = useRef(names);
  useEffect(() => {
    const [from, to] = renamed(before.current, names) ?? [];
    before.current = names;
    const place = from === undefined ? undefined : places[from];
    if (from !== undefined && to !== undefined && place) placing.move({ [from]: null, [to]: place });
  });
}
