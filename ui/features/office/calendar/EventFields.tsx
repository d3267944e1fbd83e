/** The fields of an event. */
import { useState } from "react";
import { Field, Select, TextArea } from "../../../components/fields";
import { Switch } from "../../../components/fields/choices";
import { usePage } from "../../../page";
import { endFor, endsBefore, turned, type Draft } from "./draft";
import { MomentField } from "./MomentField";
import { CALENDARS } from "./types";
import { useText } from "./use";

/** The fields; of whole days the times are dates. */
export function EventFields({ draft, isNew = false }: { draft: Draft; isNew?: boolean }) {
  const t = useText();
  const { session } = usePage();
  const [{ whole, start, end }, set] = useState({
    whole: draft.is_all_day,
    start: turned(draft.start, draft.is_all_day),
    end: turned(draft.end, draft.is_all_day),
  });
  return (
    <>
      <Field
        label={t("calendar.name")}
        name="title"
        required
        maxLength={200}
        autoComplete="off"
        dir="auto"
        defaultValue={draft.title}
        data-first={isNew ? true : undefined}
      />
      <input type="hidden" name="is_all_day" value="0" />
      <Switch
        label={t("calendar.allDay")}
        name="is_all_day"
        value="1"
        checked={whole}
        onChange={({ target: { checked } }) =>
          set({ whole: checked, start: turned(start, checked), end: turned(end, checked) })
        }
      />
      <div className="pair">
        <MomentField
          label={t(whole ? "calendar.firstDay" : "calendar.start")}
          name="start"
          whole={whole}
          required
          value={start}
          onValue={(value) => set({ whole, start: value, end: endFor({ start, end }, value) })}
        />
        <MomentField
          label={t(whole ? "calendar.lastDay" : "calendar.end")}
          name="end"
          whole={whole}
          value={end}
          onValue={(value) => set({ whole, start, end: value })}
          error={endsBefore({ start, end }) ? t("calendar.endsBefore") : undefined}
        />
      </div>
      {!whole && <p className="field-help cal-under">{t("calendar.zone", { zone: session.zone })}</p>}
      <Select
        label={t("calendar.calendar")}
        name="calendar"
        defaultValue={draft.calendar}
        options={CALENDARS.map((value) => ({ value, label: t(`calendar.of.${value}`) }))}
      />
      <Field
        label={t("calendar.guests")}
        name="guests"
        autoComplete="off"
        dir="auto"
        defaultValue={draft.guests}
        help={t("calendar.guestsHelp")}
      />
      <Field label={t("calendar.location")} name="location" maxLength={300} dir="auto" defaultValue={draft.location} />
      <Field
        label={t("calendar.url")}
        name="url"
        type="url"
        maxLength={2000}
        dir="ltr"
        placeholder="https://"
        defaultValue={draft.url}
      />
      <TextArea
        label={t("calendar.text")}
        name="description"
        rows={4}
        maxLength={10_000}
        dir="auto"
        defaultValue={draft.description}
      />
    </>
  );
}
