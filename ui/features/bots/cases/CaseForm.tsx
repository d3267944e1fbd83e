/** Writing a case: its name, and for each turn what is put in and what is expected. */
import { useState } from "react";
import { ActionForm, Button } from "../../../components";
import { Field, Select, TextArea } from "../../../components/fields";
import { useScripted } from "../../../hooks/useScripted";
import { useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import { inputOf } from "./inputs";
import type { casesGrammar } from "./query";
import { useNames } from "./useNames";
import { KINDS, type Case, type CaseTurn } from "./types";

/** Rows that stand ready to be filled in; blank ones are left out. */
const READY = 2;
/** How a form says that nothing is expected. */
const NOTHING = "-";

type Values = Record<string, string>;

const orNothing = (value: string | null | undefined) => (value === null ? NOTHING : (value ?? ""));

/** A value of a variable on its line: texts plain, unless they would be read as something else. */
function line(name: string, value: unknown): string {
  const isPlain = typeof value === "string" && !/^(-?\d|true$|false$|null$|["[{])/.test(value);
  const isDate = typeof value === "string" && /^\d{4}-\d\d-\d\d|^\d\d:\d\d$|^\+/.test(value);
  return `${name} = ${isPlain || isDate ? String(value) : JSON.stringify(value)}`;
}

/** What a turn's fields hold. */
function valuesOf(turn: CaseTurn): Values {
  const [kind, value] = inputOf(turn);
  const expect = turn.expect ?? {};
  const list = (lines: readonly string[] | undefined) =>
    lines?.some((text) => text.includes("\n")) ? JSON.stringify(lines) : (lines ?? []).join("\n");
  return {
    kind,
    value,
    "expect.intent": orNothing(expect.intent),
    "expect.node": orNothing(expect.node),
    "expect.goal": orNothing(expect.goal),
    "expect.slots": Object.entries(expect.slots ?? {})
      .map(([name, slot]) => line(name, slot))
      .join("\n"),
    "expect.contains": list(expect.contains),
    "expect.route": list(expect.route),
    "expect.replies": list(expect.replies),
  };
}

/** The form for a new case, or for one there is. */
export function CaseForm({ bot, testCase }: { bot: string; testCase?: Case }) {
  const t = useText();
  const { here, form } = usePage<typeof casesGrammar>();
  const scripted = useScripted();
  const refused = form?.values ?? {};
  const [more, setMore] = useState(0);
  const refusedTurns = Object.keys(refused).filter((key) => /^turns\.\d+\.kind$/.test(key)).length;
  const count = Math.max((testCase?.turns.length ?? 0) + READY, refusedTurns) + more;
  const call = `/api/v1/bots/${bot}/cases`;
  const target = testCase
    ? { call: `${call}/${testCase.id}`, method: "PUT" as const, revision: String(testCase.revision), done: "changed" }
    : { call, then: `/admin/bots/${bot}/cases?case={id}`, done: "added" };
  return (
    <ActionForm {...target} page={here({ view: undefined })} className="stack">
      <Field
        label={t("cases.name")}
        name="name"
        defaultValue={refused.name ?? testCase?.name ?? ""}
        maxLength={120}
        required
        error={form?.problem.errors?.name}
        autoComplete="off"
      />
      <input type="hidden" name="language" value={refused.language ?? testCase?.language ?? ""} />
      {testCase?.source !== "sandbox" && (
        <Field
          label={t("cases.plays")}
          name="local"
          type="datetime-local"
          defaultValue={refused.local ?? testCase?.local ?? ""}
          help={t("cases.playsHelp")}
          error={form?.problem.errors?.local}
        />
      )}
      <p className="quiet small">{t("cases.formHelp")}</p>
      {Array.from({ length: count }, (_, i) => {
        const turn = testCase?.turns[i];
        return <Row key={i} bot={bot} at={i} values={turn ? valuesOf(turn) : {}} refused={refused} />;
      })}
      <div className="row">
        <Button type="submit" variant="primary">
          {t(testCase ? "cases.save" : "cases.add")}
        </Button>
        {scripted && (
          <Button icon="plus" onClick={() => setMore((now) => now + 1)}>
            {t("cases.anotherTurn")}
          </Button>
        )}
      </div>
    </ActionForm>
  );
}

/** One turn's fields. */
function Row({ bot, at, values, refused }: { bot: string; at: number; values: Values; refused: Readonly<Values> }) {
  const { names, labelOf } = useNames(bot);
  const t = useText();
  const fieldName = (key: string) => `turns.${at}.${key}`;
  const held = (key: string) => refused[fieldName(key)] ?? values[key] ?? "";
  const field = (key: string) => ({ name: fieldName(key), defaultValue: held(key) });
  return (
    <fieldset className="cs-fields">
      <legend>{t("cases.turn", { n: at + 1 })}</legend>
      <div className="cs-pair">
        <Select
          label={t("cases.kind")}
          name={fieldName("kind")}
          defaultValue={held("kind") || "text"}
          options={KINDS.map((kind) => ({ value: kind, label: t(`cases.k.${kind}`) }))} // i18n: cases.k.*
        />
        <Field label={t("cases.value")} {...field("value")} maxLength={2000} dir="auto" autoComplete="off" />
      </div>
      <details open={held("value") !== "" || undefined}>
        <summary>{t("cases.expect")}</summary>
        <div className="cs-three">
          {["intent", "node", "goal"].map((what) => (
            <Select
              key={what}
              label={t(`cases.w.${what}`) /* i18n: cases.w.* */}
              {...field(`expect.${what}`)}
              options={[
                { value: "", label: t("cases.notChecked") },
                { value: NOTHING, label: t("cases.nothing") },
                ...[...new Set([...(names[what] ?? []), held(`expect.${what}`)])]
                  .filter((name) => name !== "" && name !== NOTHING)
                  .map((name) => ({ value: name, label: labelOf(what, name) })),
              ]}
            />
          ))}
        </div>
        <div className="cs-half">
          <TextArea
            label={t("cases.w.slots")}
            {...field("expect.slots")}
            rows={2}
            dir="ltr"
            help={t("cases.slotsHelp")}
          />
          <TextArea
            label={t("cases.w.contains")}
            {...field("expect.contains")}
            rows={2}
            dir="auto"
            help={t("cases.lines")}
          />
        </div>
        <input type="hidden" {...field("expect.route")} />
        <input type="hidden" {...field("expect.replies")} />
      </details>
    </fieldset>
  );
}
