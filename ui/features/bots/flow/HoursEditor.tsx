/** Business hours in the editor of a flow: what fits is saved as it is typed, what does not is red and is not. */
import { useState, type SyntheticEvent } from "react";
import { HoursFields } from "../../../components/fields/HoursFields";
import { TypedContext } from "../../../components/forms/refused";
import { readHours, type BusinessHours, type HoursRead } from "../../../components/fields/hours";
import { useText } from "../../../lib/i18n";
import { setAt } from "../document/edit";
import { useEditor, useUnread } from "../document/editor";
import { isSame } from "../document/merge";

/** Rows for holidays beyond the last one that is filled in. */
const SPARE = 3;

/** The values of the fields of hours around an event. */
function valuesAround(event: SyntheticEvent<HTMLElement>): Map<string, string> {
  const form = event.currentTarget.closest("form");
  const values = form ? [...new FormData(form)] : [];
  return new Map(values.flatMap(([name, value]) => (typeof value === "string" ? [[name, value] as const] : [])));
}

const roomOf = (values: ReadonlyMap<string, string>): number =>
  SPARE +
  Math.max(
    0,
    ...[...values].map(([name, value]) => (/^hours\.holidays\.\d+$/.test(name) && value ? +name.slice(15) + 1 : 0)),
  );

/** The fields; they begin again where the hours change from outside, as by undoing. */
export function HoursEditor() {
  const { document } = useEditor();
  const hours = document.hours as BusinessHours | undefined;
  const [{ begun, written, round }, set] = useState({ begun: hours, written: hours, round: 0 });
  if (!isSame(hours, written)) set({ begun: hours, written: hours, round: round + 1 });
  return <Fields key={round} begun={begun} write={(now) => set({ begun, written: now, round })} />;
}

function Fields({ begun, write }: { begun: BusinessHours | undefined; write: (now?: BusinessHours) => void }) {
  const t = useText();
  const { document, change, mayEdit, refused } = useEditor();
  const [read, setRead] = useState<HoursRead>({ hours: begun });
  const [room, setRoom] = useState(0);
  /** Nothing is red before its field has been left. */
  const [isLeft, setLeft] = useState(false);
  const problems = "problems" in read ? read.problems : {};
  useUnread("hours", "problems" in read);
  const take = (event: SyntheticEvent<HTMLElement>) => {
    const values = valuesAround(event);
    const now = readHours(values);
    setRead(now);
    setRoom(Math.max(room, roomOf(values)));
    if ("problems" in now) return;
    setLeft(false);
    if (isSame(now.hours, document.hours)) return;
    write(now.hours);
    change(setAt(document, ["hours"], now.hours), "hours");
  };
  // i18n: hours.wrong.*
  const wrong = Object.fromEntries(
    Object.entries(problems).map(([name, problem]) => [name, [t(`hours.wrong.${problem}`)]]),
  );
  const sent = Object.entries(refused?.problem.errors ?? {}).map(
    ([name, messages]) => [name, [messages].flat()] as const,
  );
  return (
    <fieldset className="stack" disabled={!mayEdit} onInput={take} onBlur={() => setLeft(true)}>
      <TypedContext
        value={{
          ...(refused && { values: refused.values }),
          errors: isLeft ? wrong : Object.fromEntries(sent),
          problem: null,
        }}
      >
        <HoursFields
          as="document"
          hours={begun}
          legend={t("hours.whenOpen")}
          help={t("hours.whenOpenHelp")}
          without={t("bot.alwaysOpen")}
          room={room}
        />
      </TypedContext>
    </fieldset>
  );
}
