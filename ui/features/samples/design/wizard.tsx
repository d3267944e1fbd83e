/**
 * A form in three steps: each is a GET form that carries what the others hold, so that nothing typed is lost on the
 * way.
 */
import { Button, LinkButton, Notice } from "../../../components";
import { Facts } from "../../../components/Facts";
import { Field, Select } from "../../../components/fields";
import { Stepper } from "../../../components/forms/Stepper";
import { useFormat, useText } from "../../../lib/i18n";
import { useGetForm, usePage } from "../../../page";
import { VISITED, type wizardGrammar } from "./query";
import { Shelf } from "./Shelf";

const DONE = 4;

/** What is still missing, by step. */
function missing({ name, email, outlet, day }: { name: string; email: string; outlet: string; day: string }) {
  return { name: !name.trim(), email: !/^[^\s@]+@[^\s@]+$/.test(email), outlet: !outlet, day: !day };
}

/** The wizard: the address has the step and what was typed, and a step that is not complete is not left. */
export function Wizard() {
  const t = useText();
  const f = useFormat();
  const { page, query, here } = usePage<typeof wizardGrammar>();
  const submit = useGetForm();
  const { name, email, outlet, day } = query;
  const no = missing(query);
  const step = Math.min(query.step, no.name || no.email ? 1 : no.outlet || no.day ? 2 : DONE);
  const refused = query.step > step;
  // i18n: design.w.missing.*
  const error = (field: keyof typeof no) => (refused && no[field] ? { error: t(`design.w.missing.${field}`) } : {});
  const carried = { 1: { outlet, day }, 2: { name, email }, 3: { name, email, outlet, day } }[step] ?? {};
  if (step === DONE) {
    return (
      <Shelf title={t("design.s.wizard")}>
        <Notice
          tone="good"
          focus
          title={t("design.w.done", { name, day: f.date(day), outlet })}
          actions={<LinkButton to={here({}, { reset: true })}>{t("design.w.again")}</LinkButton>}
        >
          {t("design.w.sample")}
        </Notice>
      </Shelf>
    );
  }
  return (
    <Shelf title={t("design.s.wizard")}>
      <form key={here()} className="block" action={page.path} method="get" noValidate onSubmit={submit}>
        <input type="hidden" name="step" value={step + 1} />
        {Object.entries(carried).map(
          ([key, value]) => value && <input key={key} type="hidden" name={key} value={value} />,
        )}
        <Stepper
          label={t("design.s.wizard")}
          steps={[1, 2, 3].map((step) => ({
            key: String(step),
            label: t(`design.w.step.${step}`),
            to: here({ step: step }),
          }))} // i18n: design.w.step.*
          current={String(step)}
          actions={
            <>
              {step > 1 ? <LinkButton to={here({ step: step - 1 })}>{t("common.previous")}</LinkButton> : <span />}
              <Button type="submit" variant="primary">
                {t(step === 3 ? "design.w.book" : "common.next")}
              </Button>
            </>
          }
        >
          {step === 1 && (
            <>
              <Field
                label={t("design.fullName")}
                name="name"
                defaultValue={name}
                maxLength={80}
                autoComplete="off"
                {...error("name")}
              />
              <Field
                label={t("design.email")}
                name="email"
                type="email"
                defaultValue={email}
                maxLength={120}
                autoComplete="off"
                {...error("email")}
              />
            </>
          )}
          {step === 2 && (
            <>
              <Select
                label={t("design.outlet")}
                name="outlet"
                defaultValue={outlet}
                options={[
                  { value: "", label: t("design.w.choose") },
                  ...VISITED.map((place) => ({ value: place, label: place })),
                ]}
                {...error("outlet")}
              />
              <Field label={t("design.date")} name="day" type="date" defaultValue={day} {...error("day")} />
            </>
          )}
          {step === 3 && (
            <Facts
              items={[
                [t("design.fullName"), <bdi key="name">{name}</bdi>],
                [
                  t("design.email"),
                  <bdi key="email" dir="ltr">
                    {email}
                  </bdi>,
                ],
                [t("design.outlet"), <bdi key="outlet">{outlet}</bdi>],
                [t("design.date"), f.date(day)],
              ]}
            />
          )}
        </Stepper>
      </form>
    </Shelf>
  );
}
