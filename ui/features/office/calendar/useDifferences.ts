/** In which fields of an event two people's versions differ. */
import type { Difference } from "../../../components/forms/NotSaved";
import { FIELDS, type Draft } from "./draft";
import { useFormat, useText } from "./use";

/** Says them in the reader's words. */
export function useDifferences() {
  const t = useText();
  const f = useFormat();
  const say = (draft: Draft, field: keyof Draft) => {
    const value = draft[field];
    if (typeof value === "boolean") return t(value ? "calendar.yes" : "calendar.no");
    if (field === "calendar") return t(`calendar.of.${draft.calendar}`);
    if ((field === "start" || field === "end") && value)
      return value.length === 10 ? f.date(value) : f.dateTime(`${value}:00Z`, "UTC");
    return value || f.number(null);
  };
  // i18n: calendar.field.*
  return (mine: Draft, theirs: Draft): Difference[] =>
    FIELDS.filter((field) => String(mine[field]) !== String(theirs[field])).map((field) => ({
      label: t(`calendar.field.${field}`),
      mine: say(mine, field),
      theirs: say(theirs, field),
    }));
}
