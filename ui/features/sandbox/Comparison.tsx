/** What another version answers to the same input, turn by turn beside the conversation. */
import { Button, Icon, PageLink, Pill, Trouble } from "../../components";
import { Select } from "../../components/fields";
import { useText } from "../../lib/i18n";
import { useGetForm, usePage } from "../../page";
import { sandboxApi } from "./api";
import type { sandboxGrammar } from "./query";
import type { Sandbox, SandboxMessage, SandboxTurn } from "./types";

/** The other version's side; without script the version is chosen by a form too. */
export function Comparison({ data, version }: { data: Sandbox; version: string }) {
  const t = useText();
  const { here } = usePage<typeof sandboxGrammar>();
  const submit = useGetForm();
  const useQueryHookResult = sandboxApi.useSandboxComparisonQuery({ id: data.id, with: version });
  const { data: comparison } = useQueryHookResult;
  const uRLSearchParams = new URLSearchParams(here({ with: undefined }).split("?")[1] ?? "");
  const options = ["working", "live", ...data.versions.map(String)];
  const named = (version: string) =>
    /^\d+$/.test(version) ? t("sandbox.vNumber", { n: version }) : t(`sandbox.v.${version}`);
  return (
    <aside className="sb-debug" aria-label={t("sandbox.comparison")}>
      <section>
        <h2>
          {t("sandbox.comparison")}
          {comparison && (
            <Pill tone={comparison.different > 0 ? "warn" : "good"}>
              {t("sandbox.different", { n: comparison.different })}
            </Pill>
          )}
        </h2>
        <form className="sb-set" action="/sandbox" method="get" onSubmit={submit}>
          {[...uRLSearchParams].map(([key, value]) => (
            <input key={key} type="hidden" name={key} value={value} />
          ))}
          <Select
            key={version}
            label={t("sandbox.compareWith")}
            name="with"
            defaultValue={version}
            options={[...new Set([...options, version])].map((option) => ({ value: option, label: named(option) }))}
          />
          <Button type="submit">{t("sandbox.doCompare")}</Button>
        </form>
        <p className="quiet small">{t("sandbox.compareHelp")}</p>
        <PageLink to={here({ with: undefined })}>{t("sandbox.stopComparing")}</PageLink>
      </section>
      <Trouble of={useQueryHookResult} />
      {comparison && (
        <ol className="sb-compared">
          <Both
            said={t("sandbox.atFirst")}
            differs={comparison.opens_otherwise}
            sides={[
              [named(data.version), data.messages],
              [named(version), comparison.messages],
            ]}
          />
          {data.turns.map((turn) => {
            const other = comparison.turns.find(({ number }) => number === turn.number);
            return (
              other && (
                <Both
                  key={turn.number}
                  turn={turn}
                  said={turn.said}
                  differs={other.differs}
                  sides={[
                    [named(data.version), turn.messages],
                    [named(version), other.messages],
                  ]}
                />
              )
            );
          })}
        </ol>
      )}
    </aside>
  );
}

/** One input with both answers; where they are the same it is said once. */
function Both(props: {
  turn?: SandboxTurn;
  said: string;
  differs: boolean;
  sides: readonly (readonly [string, readonly SandboxMessage[]])[];
}) {
  const { turn, said, differs, sides } = props;
  const t = useText();
  const { here } = usePage<typeof sandboxGrammar>();
  return (
    <li className={differs ? "differs" : undefined}>
      <p className="row">
        {turn ? (
          <PageLink to={`${here({ turn: turn.number })}#t${turn.number}`}>
            <bdi>{said}</bdi>
          </PageLink>
        ) : (
          <span className="quiet">{said}</span>
        )}
        <span className="small">
          <Icon name={differs ? "git-branch" : "check"} size={14} /> {t(differs ? "sandbox.differs" : "sandbox.same")}
        </span>
      </p>
      <div className="sb-sides">
        {(differs ? sides : sides.slice(0, 1)).map(([name, messages], at) => (
          <div key={at} lang={messages[0]?.language ?? undefined}>
            {differs && <b className="small">{name}</b>}
            <Said messages={messages} />
          </div>
        ))}
      </div>
    </li>
  );
}

/** What was answered, with what could be chosen. */
function Said({ messages }: { messages: readonly SandboxMessage[] }) {
  const t = useText();
  if (messages.length === 0) return <p className="quiet">{t("sandbox.silent")}</p>;
  return messages.map((message, at) => (
    <div key={at}>
      <p dir="auto">{message.speaker === "system" ? t(`sandbox.sys.${message.kind}`) : message.text}</p>
      {message.options.length > 0 && (
        <ul className="sb-choices">
          {message.options.map(({ id, label }) => (
            <li key={id}>
              <bdi>{label}</bdi>
            </li>
          ))}
        </ul>
      )}
    </div>
  ));
}
