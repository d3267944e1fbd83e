/** One case: each turn with what was expected and what came, or the form to change it. */
import { ActionForm, Button, Can, Card, Icon, LinkButton, PageLink } from "../../../components";
import { DialogButton } from "../../../components/dialogs/buttons";
import { Confirm } from "../../../components/dialogs/Confirm";
import { useFormat, useText } from "../../../lib/i18n";
import { codeWords } from "../../../lib/codes";
import { usePage } from "../../../page";
import { CaseForm } from "./CaseForm";
import { inputOf } from "./inputs";
import { Result } from "./Result";
import { useNames } from "./useNames";
import type { casesGrammar } from "./query";
import type { Case, CaseTurn, Difference, TurnResult } from "./types";

/** How a value is written as people read it: what is named by its name, texts as they are, nothing by its word. */
function useWritten(bot: string) {
  const t = useText();
  const f = useFormat();
  const { labelOf } = useNames(bot);
  const written = (what: string, value: unknown): string => {
    if (value === null || value === undefined) return t("cases.nothing");
    if (Array.isArray(value)) return value.map((item) => written(what === "route" ? "node" : what, item)).join(" · ");
    if (typeof value === "object")
      return Object.entries(value)
        .map(([name, inner]) => `${codeWords(name)}: ${written("", inner)}`)
        .join(f.comma);
    return ["intent", "node", "goal"].includes(what) ? labelOf(what, String(value)) : String(value);
  };
  return written;
}

/** Head with what can be done, then the turns. */
export function CaseCard({ bot, testCase }: { bot: string; testCase: Case }) {
  const t = useText();
  const f = useFormat();
  const { query, here } = usePage<typeof casesGrammar>();
  const call = `/api/v1/bots/${bot}/cases/${testCase.id}`;
  return (
    <Card
      title={<span dir="auto">{testCase.name}</span>}
      aside={
        <PageLink
          to={here({ case: undefined, view: undefined })}
          className="button quiet icon-only"
          aria-label={t("cases.close")}
        >
          <Icon name="x" size={16} />
        </PageLink>
      }
    >
      <div className="stack">
        <p className="cs-about row">
          <Result last={testCase.last} />
          <span className="quiet small">
            <Source testCase={testCase} /> {testCase.hidden && <>· {t("cases.hidden")} </>}·{" "}
            {t("cases.playsAt", { at: f.dateTime(testCase.now) })}
          </span>
        </p>
        <div className="row">
          <Can I="update" a="Bot">
            <ActionForm call={`/api/v1/bots/${bot}/cases/run`} page={here({ view: undefined })} done="ran">
              <input type="hidden" name="cases[]" value={testCase.id} />
              <Button type="submit" size="s" icon="play">
                {t("cases.run")}
              </Button>
            </ActionForm>
          </Can>
          {!testCase.hidden && (
            <Can I="read" a="Sandbox">
              <ActionForm call="/api/v1/sandbox" page={here()} then="/sandbox?id={id}#say">
                <input type="hidden" name="bot" value={bot} />
                <input type="hidden" name="case" value={testCase.id} />
                <Button type="submit" size="s" icon="flask-conical">
                  {t("cases.openSandbox")}
                </Button>
              </ActionForm>
            </Can>
          )}
          <Can I="update" a="Bot">
            {!testCase.hidden && (
              <LinkButton to={here({ view: query.view === "edit" ? undefined : "edit" })} size="s" icon="pencil">
                {t(query.view === "edit" ? "cases.seeResult" : "cases.edit")}
              </LinkButton>
            )}
            <DialogButton opens="delete-case" size="s" variant="danger" icon="trash">
              {t("cases.delete")}
            </DialogButton>
            <Confirm
              id="delete-case"
              title={t("cases.deleteTitle", { name: testCase.name })}
              act={t("cases.delete")}
              keep={t("cases.keep")}
              form={{
                call,
                method: "DELETE",
                page: here({ case: undefined, view: undefined }),
                revision: String(testCase.revision),
                done: "deleted",
              }}
            >
              {t("cases.deleteText")}
            </Confirm>
          </Can>
        </div>
        {query.view === "edit" && !testCase.hidden ? (
          <CaseForm bot={bot} testCase={testCase} />
        ) : (
          <Turns bot={bot} testCase={testCase} />
        )}
      </div>
    </Card>
  );
}

/** Where the case comes from, as a link where there is something to see. */
function Source({ testCase }: { testCase: Case }) {
  const t = useText();
  const name = t(`cases.s.${testCase.source}`); // i18n: cases.s.*
  return testCase.link ? <PageLink to={testCase.link}>{name}</PageLink> : name;
}

/** What was said, turn by turn, and how each went the last time. */
function Turns({ bot, testCase }: { bot: string; testCase: Case }) {
  const results = testCase.last?.turns ?? [];
  return (
    <ol className="cs-turns rows gap-12">
      {testCase.turns.map((turn, i) => {
        const [kind, value] = inputOf(turn);
        const result = results.find(({ number, input }) => number === i + 1 && input === value);
        return <Turn key={i} bot={bot} number={i + 1} kind={kind} value={value} turn={turn} result={result} />;
      })}
    </ol>
  );
}

function Turn({
  bot,
  number,
  kind,
  value,
  turn,
  result,
}: {
  bot: string;
  number: number;
  kind: string;
  value: string;
  turn: CaseTurn;
  result: TurnResult | undefined;
}) {
  const t = useText();
  const f = useFormat();
  const written = useWritten(bot);
  const expected = Object.entries(turn.expect ?? {});
  const wrong = result?.differences ?? [];
  return (
    <li className={result ? (result.passed ? "good" : "bad") : undefined}>
      <p className="cs-said">
        {result && <Icon name={result.passed ? "circle-check" : "circle-alert"} size={16} />}
        <span className="quiet">{t("cases.turn", { n: number })}</span>
        {kind !== "text" && <span className="quiet">{t(`cases.k.${kind}`) /* i18n: cases.k.* */}</span>}
        <b dir="auto">{value}</b>
      </p>
      {wrong.map((difference, i) => (
        <DifferenceRow key={i} bot={bot} difference={difference} />
      ))}
      {wrong.length === 0 && (
        <p className="quiet small">
          {expected.length === 0
            ? t("cases.expectsNothing")
            : expected
                .map(([what, expectation]) => `${t(`cases.w.${what}`)}: ${written(what, expectation)}`)
                .join(" · ")}
        </p>
      )}
      {result?.changed.map((difference, i) => (
        <DifferenceRow key={i} bot={bot} difference={difference} quiet />
      ))}
      {(result?.unrecorded.length ?? 0) > 0 && (
        <p className="quiet small">
          {t("cases.unrecorded", { nodes: result!.unrecorded.map(codeWords).join(f.comma) })}
        </p>
      )}
    </li>
  );
}

/** What was expected beside what came; words that changed and fail nothing are reported more quietly. */
function DifferenceRow({ bot, difference, quiet = false }: { bot: string; difference: Difference; quiet?: boolean }) {
  const t = useText();
  const written = useWritten(bot);
  return (
    <dl className={quiet ? "cs-difference quiet" : "cs-difference"}>
      <div>
        <dt>
          {/* i18n: cases.w.* */}
          {t(quiet ? "cases.recorded" : "cases.expected", { what: t(`cases.w.${difference.what}`) })}
        </dt>
        <dd dir="auto">{written(difference.what, difference.expected)}</dd>
      </div>
      <div>
        <dt>{t("cases.actual")}</dt>
        <dd dir="auto">{written(difference.what, difference.actual)}</dd>
      </div>
    </dl>
  );
}
