/** How a turn came about, what the bot knows, what the channel changes, and the ways to go elsewhere. */
import { ActionForm, Button, Can, Icon } from "../../components";
import { Field } from "../../components/fields";
import { useFormat, useText } from "../../lib/i18n";
import { later, usePage } from "../../page";
import { changesOf } from "./limits";
import type { sandboxGrammar } from "./query";
import type { Sandbox, SandboxTurn } from "./types";
import { Jump, Variables } from "./Variables";

const Trace = later(() => import("./Trace"), "Trace");

/** The turn first, then the variables and where to go. */
export function Debugger({ data, turn }: { data: Sandbox; turn: SandboxTurn | undefined }) {
  const t = useText();
  const { here } = usePage<typeof sandboxGrammar>();
  return (
    <aside className="sb-debug" aria-label={t("sandbox.debugger")}>
      <section>
        <h2>
          {t("sandbox.debugger")}
          {turn && (
            <span className="quiet small">{t("sandbox.turnOf", { n: turn.number, all: data.turns.length })}</span>
          )}
        </h2>
        {turn ? <Trace data={data} turn={turn} /> : <p className="quiet small">{t("sandbox.noTurn")}</p>}
        {turn && !data.link && (
          <div className="row">
            <ActionForm call={`/api/v1/sandbox/${data.id}/rewind`} page={here({ turn: 0 })} done="rewound">
              <input type="hidden" name="turn" value={turn.number} />
              <Button type="submit" size="s" icon="undo-2">
                {t("sandbox.rewind", { n: turn.number })}
              </Button>
            </ActionForm>
          </div>
        )}
      </section>
      {data.turns.length > 0 && (
        <Can I="update" a="Bot">
          <SaveCase data={data} />
        </Can>
      )}
      <Variables data={data} turn={turn} />
      <Channel data={data} />
      {!data.link && <Jump data={data} />}
    </aside>
  );
}

/** The conversation as a case that every version has to reproduce. */
function SaveCase({ data }: { data: Sandbox }) {
  const t = useText();
  const { here, form } = usePage<typeof sandboxGrammar>();
  const first = data.turns.find(({ kind }) => kind === "text")?.input ?? "";
  return (
    <section>
      <h2>{t("sandbox.saveCase")}</h2>
      <ActionForm
        call={`/api/v1/sandbox/${data.id}/case`}
        page={here()}
        then={`/admin/bots/${data.bot}/cases?case={id}`}
        className="sb-set"
      >
        <Field
          label={t("sandbox.caseName")}
          name="name"
          defaultValue={form?.values.name ?? first.slice(0, 60)}
          maxLength={120}
          error={form?.problem.errors?.name}
          autoComplete="off"
        />
        <Button type="submit">{t("sandbox.save")}</Button>
      </ActionForm>
      <p className="quiet small">{t("sandbox.caseHelp")}</p>
      <ActionForm call={`/api/v1/bots/${data.bot}/cases/run`} page={`/admin/bots/${data.bot}/cases`} done="ran">
        <Button type="submit" size="s" icon="play">
          {t("sandbox.runCases")}
        </Button>
      </ActionForm>
    </section>
  );
}

/** What the channel cuts, shortens or turns into something else. */
function Channel({ data }: { data: Sandbox }) {
  const t = useText();
  const f = useFormat();
  const changes = changesOf(data);
  if (changes.length === 0) return null;
  return (
    <section>
      <h2>{t("sandbox.changes", { channel: t(`channelname.${data.channel}`) })}</h2>
      <ul className="sb-changes">
        {changes.map(({ turn, kind, values }, i) => (
          <li key={i}>
            <Icon name="triangle-alert" size={16} />
            <span>
              {turn === 0 ? t("sandbox.inOpening") : t("sandbox.inTurn", { n: f.number(turn) })}{" "}
              {t(`sandbox.ch.${kind}`, values) /* i18n: sandbox.ch.* */}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
