/** What is filled in: fields in every state, and the choices among few. */
import { useState, type ChangeEvent } from "react";
import { Checkbox, Field, Radio, Select } from "../../../components/fields";
import { PhoneField } from "../../../components/fields/CheckedField";
import { ChoiceGroup, PartCheckbox, Rating, Slider, Switch } from "../../../components/fields/choices";
import { CountedTextArea } from "../../../components/fields/CountedTextArea";
import { PasswordField } from "../../../components/fields/PasswordField";
import { SearchForm } from "../../../components/fields/SearchForm";
import { useText } from "../../../lib/i18n";
import { useGetForm } from "../../../page";
import { CALM, Shelf } from "./Shelf";

const NAME = "Sunil Kadam";
const OUTLETS = ["Pune Baner", "Pune Hadapsar", "Nashik"] as const;

/** Text in one line and in several, at rest, with the focus, refused and off. */
export function Fields() {
  const t = useText();
  const submit = useGetForm();
  const places = OUTLETS.map((name) => ({ value: name, label: name }));
  return (
    <Shelf title={t("design.s.fields")}>
      <div className="shelf-pairs">
        <Field
          label={t("design.state.rest")}
          type="email"
          placeholder="name@dealer.example"
          help={t("design.help")}
          autoComplete="off"
        />
        <div className="is-focus">
          <Field label={t("design.state.focus")} defaultValue={NAME} autoComplete="off" />
        </div>
        <div>
          <PhoneField
            label={t("design.state.invalid")}
            defaultValue="+91 98765"
            error={t("controls.phoneDigits", { n: 7, least: 8, most: 15 })}
            {...CALM}
          />
        </div>
        <Field label={t("design.state.disabled")} defaultValue="PUN-BAN" disabled help={t("design.setByGroup")} />
        <Select label={t("design.select")} options={places} />
        <Field
          label={t("design.unit")}
          type="number"
          min={3}
          max={20}
          defaultValue={6}
          unit={t("design.seconds")}
          help={t("design.between")}
        />
        <PasswordField label={t("design.password")} defaultValue="correct horse" autoComplete="off" />
        <PhoneField label={t("design.phone")} />
        <Field label={t("design.date")} type="date" defaultValue="2026-07-15" />
        <Field
          label={t("design.busyField")}
          defaultValue="PUN-BAN"
          readOnly
          aria-busy="true"
          unit={<span className="spin" />}
          help={t("design.checking")}
        />
      </div>
      <CountedTextArea
        label={t("design.note")}
        maxLength={120}
        defaultValue={t("design.noteText")}
        help={t("design.noteHelp")}
      />
      <SearchForm label={t("design.searchHere")} action="/search" onSubmit={submit} />
    </Shelf>
  );
}

/** Tick boxes, radios, switches, a slider and a rating. */
export function Choices() {
  const t = useText();
  const [ticked, setTicked] = useState<readonly string[]>([OUTLETS[0]]);
  const tick = (name: string) => (event: ChangeEvent<HTMLInputElement>) =>
    setTicked(event.target.checked ? [...ticked, name] : ticked.filter((other) => other !== name));
  const all = ticked.length === OUTLETS.length;
  return (
    <Shelf title={t("design.s.choices")}>
      <ChoiceGroup legend={t("design.sees")} help={t("design.seesHelp")} className="tick-tree">
        <PartCheckbox
          label="Suryodaya Autos"
          partly={ticked.length > 0 && !all}
          checked={all}
          onChange={(event) => setTicked(event.target.checked ? OUTLETS : [])}
        />
        {OUTLETS.map((name) => (
          <Checkbox key={name} label={name} checked={ticked.includes(name)} onChange={tick(name)} />
        ))}
      </ChoiceGroup>
      <ChoiceGroup legend={t("design.answer")} radio>
        <Radio name="answer" label={t("design.yes")} defaultChecked />
        <Radio name="answer" label={t("design.no")} />
        <Radio name="answer" label={t("design.later")} disabled />
      </ChoiceGroup>
      <ChoiceGroup legend={t("design.channel")} radio error={t("design.chooseOne")}>
        <Radio name="channel" label={t("design.web")} />
        <Radio name="channel" label={t("design.voice")} />
      </ChoiceGroup>
      <div className="stack">
        <Switch label={t("design.twoStep")} about={t("design.twoStepAbout")} defaultChecked />
        <Switch label={t("design.digest")} />
        <Switch label={t("design.beta")} about={t("design.noRight")} disabled />
      </div>
      <Slider
        label={t("design.threshold")}
        min={0}
        max={100}
        defaultValue={62}
        unit="%"
        help={t("design.thresholdHelp")}
      />
      <Rating legend={t("design.rate")} name="rating" defaultValue={4} help={t("design.rateHelp")} />
    </Shelf>
  );
}
