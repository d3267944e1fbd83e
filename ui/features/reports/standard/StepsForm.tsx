/** The builder of a funnel: a GET form, so that every funnel is an address. */
import { Button, Card, Icon } from "../../../components";
import { Checkbox, Select } from "../../../components/fields";
import { ChoiceList } from "../../../components/forms/controls";
import { useText } from "../../../lib/i18n";
import { PageLink, useGetForm, usePage } from "../../../page";
import { MOST, type StepChoices } from "./funnelApi";
import { ORDERS, SCOPES, SPLITS, type journeyQuery } from "./query";

const KINDS = ["event", "goal", "node", "intent", "offer", "lead"] as const;
const WINDOWS = ["1h", "1d", "7d", "30d", "90d"];
/** The keys that this form sends itself. */
const OWN = {
  steps: undefined,
  scope: undefined,
  window: undefined,
  order: undefined,
  by: undefined,
  settled: undefined,
};

/** The steps in their order, an empty one to add the next, and how they are counted. */
export function StepsForm({ choices }: { choices: StepChoices["items"] }) {
  const t = useText();
  const submit = useGetForm();
  const { query, here } = usePage<typeof journeyQuery>();
  const { steps } = query;
  const parameters = new URLSearchParams(here(OWN).split("?")[1] ?? "");
  const windows = WINDOWS.includes(query.window) ? WINDOWS : [...WINDOWS, query.window];
  const fields = [
    // i18n: funnel.count.* funnel.order.* funnel.split.* funnel.inDays funnel.inHours
    {
      name: "scope",
      label: "count",
      value: query.scope,
      options: SCOPES.map((name) => [name, t(`funnel.count.${name}`)]),
    },
    {
      name: "order",
      label: "order",
      value: query.order,
      options: ORDERS.map((name) => [name, t(`funnel.order.${name}`)]),
    },
    {
      name: "window",
      label: "within",
      value: query.window,
      options: windows.map((name) => [
        name,
        t(name.endsWith("h") ? "funnel.inHours" : "funnel.inDays", { n: Number.parseInt(name) }),
      ]),
    },
    {
      name: "by",
      label: "splitBy",
      value: query.by,
      options: SPLITS.map((name) => [name, t(`funnel.split.${name || "none"}`)]),
    },
  ] as const;
  return (
    <Card className="col-4" title={t("funnel.steps")} lead={t("funnel.stepsOf", { n: steps.length, most: MOST })}>
      <form
        className="fn-form rows gap-12"
        action="/reports/journey"
        method="get"
        onSubmit={submit}
        key={JSON.stringify([steps, query.scope, query.window, query.order, query.by, query.settled])}
      >
        {[...parameters].map(([key, value]) => (
          <input key={key} type="hidden" name={key} value={value} />
        ))}
        <ol className="fn-steps rows" aria-label={t("funnel.steps")}>
          {[...steps, ...(steps.length < MOST ? [""] : [])].map((step, place) => (
            <li key={place}>
              <Choice step={step} place={place} choices={choices} />
              {step && <Moves place={place} />}
            </li>
          ))}
        </ol>
        {fields.map(({ name, label, value, options }) => (
          <Select
            key={name}
            name={name}
            label={t(`funnel.${label}`) /* i18n: funnel.count funnel.order funnel.within funnel.splitBy */}
            defaultValue={value}
            options={options.map(([id = "", text = ""]) => ({ value: id, label: text }))}
          />
        ))}
        {query.scope === "contact" && (
          <Checkbox name="settled" value="1" defaultChecked={query.settled} label={t("funnel.onlySettled")} />
        )}
        <Button type="submit" variant="primary">
          {t("reports.show")}
        </Button>
      </form>
    </Card>
  );
}

/** One step: what there is by kind, and itself where it is not among them. */
function Choice({ step, place, choices }: { step: string; place: number; choices: StepChoices["items"] }) {
  const t = useText();
  const isOffered = step === "" || choices.some(({ id }) => id === step);
  return (
    <ChoiceList
      className="input select"
      name="steps"
      defaultValue={step}
      aria-label={step ? t("funnel.stepN", { n: place + 1 }) : t("funnel.addStep")}
    >
      <option value="">{t(step ? "funnel.noStep" : "funnel.addStep")}</option>
      {!isOffered && <option value={step}>{step.slice(step.indexOf(":") + 1)}</option>}
      {KINDS.filter((kind) => choices.some((choice) => choice.kind === kind)).map((kind) => (
        // i18n: funnel.kind.*
        <optgroup key={kind} label={t(`funnel.kind.${kind}`)}>
          {choices
            .filter((choice) => choice.kind === kind)
            .map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
        </optgroup>
      ))}
    </ChoiceList>
  );
}

/** Links that move a step up or down, or remove it. */
function Moves({ place }: { place: number }) {
  const t = useText();
  const { query, here } = usePage<typeof journeyQuery>();
  const { steps } = query;
  const swapped = (other: number) => {
    const moved = [...steps];
    [moved[place], moved[other]] = [steps[other]!, steps[place]!];
    return here({ steps: moved });
  };
  return (
    <span className="fn-moves">
      {place > 0 && (
        <PageLink className="icon-button" to={swapped(place - 1)} aria-label={t("funnel.stepUp", { n: place + 1 })}>
          <Icon name="arrow-up" size={16} />
        </PageLink>
      )}
      {place < steps.length - 1 && (
        <PageLink className="icon-button" to={swapped(place + 1)} aria-label={t("funnel.stepDown", { n: place + 1 })}>
          <Icon name="arrow-down" size={16} />
        </PageLink>
      )}
      <PageLink
        className="icon-button"
        to={here({ steps: steps.filter((_, other) => other !== place) })}
        aria-label={t("funnel.stepRemove", { n: place + 1 })}
      >
        <Icon name="x" size={16} />
      </PageLink>
    </span>
  );
}
