/** What arranges: views, parts that open, steps, rows in an order of one's own, values changed in place. */
import { useState, type MouseEvent } from "react";
import { Button, LinkButton, MenuLink, Segments, Tabs } from "../../../components";
import { AddChip, Chip, FilterMenu } from "../../../components/filters";
import { InlineEdit } from "../../../components/fields/InlineEdit";
import { Guarded } from "../../../components/forms/Guarded";
import { Stepper } from "../../../components/forms/Stepper";
import { Accordion } from "../../../components/lists/Accordion";
import { SortableList } from "../../../components/lists/SortableList";
import { Field } from "../../../components/fields";
import { release } from "../../../lib/unsaved";
import { useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import type { designGrammar } from "./query";
import { Shelf } from "./Shelf";

/** Tabs, segments and chips: links, so that the address is the state. */
export function Views() {
  const t = useText();
  const { query, here } = usePage<typeof designGrammar>();
  const steps = ["1", "2", "3"].map((step) => ({
    label: t(`design.view.${step}`),
    to: here({ step: Number(step) }),
    current: query.step === Number(step),
  })); // i18n: design.view.*
  return (
    <Shelf title={t("design.s.views")}>
      <Tabs label={t("design.s.views")} items={steps.map((item, i) => ({ ...item, ...(i === 2 && { count: 41 }) }))} />
      <div className="shelf-row">
        <Segments label={t("design.step")} items={steps} />
        <FilterMenu label={t("design.range")} value={t("dates.preset.last_28_days")}>
          <MenuLink to={here({ r: "last_7_days" })}>{t("dates.preset.last_7_days")}</MenuLink>
        </FilterMenu>
        <Chip label={t("design.outcome")} value={t("design.abandoned")} removeTo={here()} />
        <AddChip>
          <MenuLink to={here()}>{t("design.outcome")}</MenuLink>
        </AddChip>
      </div>
    </Shelf>
  );
}

/** Parts that open and close. */
export function Folds() {
  const t = useText();
  return (
    <Shelf title={t("design.s.accordion")}>
      <Accordion
        items={[
          { id: "what", title: t("design.q1"), about: t("design.q1About"), open: true, body: t("design.a1") },
          { id: "who", title: t("design.q2"), body: t("design.a2") },
        ]}
      />
    </Shelf>
  );
}

/** A form in three steps that does not let go of what was typed. */
export function Steps() {
  const t = useText();
  const { query, here } = usePage<typeof designGrammar>();
  const save = (event: MouseEvent<HTMLButtonElement>) => release(event.currentTarget.form);
  const at = query.step;
  const steps = [1, 2, 3].map((step) => ({ key: String(step), label: t(`design.view.${step}`), to: here({ step }) }));
  return (
    <Shelf title={t("design.s.steps")}>
      <Guarded className="block">
        <form>
          <Stepper
            label={t("design.s.steps")}
            steps={steps}
            current={String(at)}
            actions={
              <>
                {at > 1 ? <LinkButton to={here({ step: at - 1 })}>{t("common.previous")}</LinkButton> : <span />}
                {at < 3 ? (
                  <LinkButton to={here({ step: at + 1 })} variant="primary">
                    {t("common.next")}
                  </LinkButton>
                ) : (
                  <Button variant="primary" onClick={save}>
                    {t("design.save")}
                  </Button>
                )}
              </>
            }
          >
            <Field
              key={at}
              label={t(`design.view.${at}`)}
              defaultValue=""
              autoComplete="off"
              help={t("design.unsavedHelp")}
            />
          </Stepper>
        </form>
      </Guarded>
    </Shelf>
  );
}

const ROWS = ["Ahmedabad SG Highway", "Bengaluru Whitefield", "Jaipur Tonk Road", "Mysuru Hunsur Road"];

/** Rows that are put in order, and a name that is changed where it is. */
export function Arranging() {
  const t = useText();
  const { here } = usePage<typeof designGrammar>();
  const [order, setOrder] = useState(ROWS);
  const [name, setName] = useState("Service Desk");
  const sample = { call: "/api/v1/preferences", page: here() };
  const rename = (value: string) => {
    if (/[<>]/.test(value)) return Promise.resolve(t("design.noBrackets"));
    setName(value);
    return Promise.resolve(undefined);
  };
  return (
    <Shelf title={t("design.s.arranging")}>
      <div className="block">
        <SortableList
          label={t("design.outlets")}
          items={order.map((id) => ({ id, name: id, body: id }))}
          form={sample}
          onSort={setOrder}
        />
      </div>
      <div className="block">
        <InlineEdit label={t("design.botName")} name="name" value={name} maxLength={60} form={sample} onSave={rename} />
      </div>
    </Shelf>
  );
}
