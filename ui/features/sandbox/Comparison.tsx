/** Two versions side by side: the same input on two phones, and what differs turn by turn. */
import { Button, Icon, PageLink, Pill, Trouble } from "../../components";
import { TextParts } from "../../components/data/TextParts";
import { Select } from "../../components/fields";
import type { Shape } from "../../api";
import { codeWords } from "../../lib/codes";
import { useFormat, useText } from "../../lib/i18n";
import { useGetForm, usePage } from "../../page";
import { sandboxApi } from "./api";
import { Phone } from "./Phone";
import type { sandboxGrammar } from "./query";
import { Talk, useAnswering } from "./Talk";
import type { Sandbox, SandboxTurn } from "./types";

type Compared = Shape<"Comparison">;
type Difference = Shape<"SideDifference">;

interface Props {
  data: Sandbox;
  version: string;
}

/** What a version is called. */
function useNamed() {
  const t = useText();
  return (version: string) =>
    /^\d+$/.test(version) ? t("sandbox.vNumber", { n: version }) : t(`sandbox.v.${version}`);
}

/** Both phones and what differs between them. */
export function Comparison({ data, turn, version }: Props & { turn: SandboxTurn | undefined }) {
  const t = useText();
  const labelOf = useNamed();
  const result = sandboxApi.useSandboxComparisonQuery({ id: data.id, with: version });
  const { data: comparison } = result;
  return (
    <>
      <Talk data={data} turn={turn} head={<Side letter="A" name={labelOf(data.version)} />} />
      {comparison && <Other data={data} version={version} comparison={comparison} />}
      <aside className="sb-debug" aria-label={t("sandbox.comparison")}>
        <Choice data={data} version={version} comparison={comparison} />
        <Trouble of={result} />
        {comparison && <Differences data={data} comparison={comparison} />}
      </aside>
    </>
  );
}

/** Which of the two a phone is. */
function Side({ letter, name }: { letter: "A" | "B"; name: string }) {
  return (
    <h2 className="sb-side flex">
      <b className={letter === "A" ? "a" : "b"}>{letter}</b> {name}
    </h2>
  );
}

/** The other version's phone: it gets what is written on the first one, and a choice on it goes to both. */
function Other({ data, version, comparison }: Props & { comparison: Compared }) {
  const t = useText();
  const labelOf = useNamed();
  const answering = useAnswering(data);
  const turnOf = (number: number) => comparison.turns.find((turn) => turn.number === number);
  const opening = { ...data, messages: comparison.messages };
  const turns = data.turns.map((turn) => ({ ...turn, messages: turnOf(turn.number)?.messages ?? [] }));
  const count = (number: number) => (number === 0 ? comparison : turnOf(number))?.differences.length ?? 0;
  return (
    <Phone
      data={{ ...opening, turns }}
      head={<Side letter="B" name={labelOf(version)} />}
      after={(number) =>
        count(number) > 0 && (
          <a className="sb-differs small" href={`#d${number}`}>
            <Icon name="git-branch" size={14} /> {t("sandbox.different", { n: count(number) })}
          </a>
        )
      }
      {...(!data.link && { answering })}
      closed={<p className="sb-compose small quiet">{t("sandbox.bothAnswer")}</p>}
    />
  );
}

/** With which version; without script by a form too. */
function Choice({ data, version, comparison }: Props & { comparison: Compared | undefined }) {
  const t = useText();
  const labelOf = useNamed();
  const { here } = usePage<typeof sandboxGrammar>();
  const submit = useGetForm();
  const uRLSearchParams = new URLSearchParams(here({ with: undefined }).split("?")[1] ?? "");
  const options = ["working", "live", ...data.versions.map(String), version];
  return (
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
          options={[...new Set(options)].map((option) => ({ value: option, label: labelOf(option) }))}
        />
        <Button type="submit">{t("sandbox.doCompare")}</Button>
      </form>
      <p className="quiet small">{t("sandbox.compareHelp")}</p>
      <PageLink to={here({ with: undefined })}>{t("sandbox.stopComparing")}</PageLink>
    </section>
  );
}

/** Turn by turn; where nothing differs that is said. */
function Differences({ data, comparison }: { data: Sandbox; comparison: Compared }) {
  const t = useText();
  const { here } = usePage<typeof sandboxGrammar>();
  return (
    <ol className="sb-compared rows gap-12">
      <Both number={0} input={<span className="quiet">{t("sandbox.atFirst")}</span>} data={data} of={comparison} />
      {comparison.turns.map((other) => (
        <Both
          key={other.number}
          number={other.number}
          input={
            <PageLink to={`${here({ turn: other.number })}#t${other.number}`}>
              <bdi>{data.turns.find(({ number }) => number === other.number)?.input}</bdi>
            </PageLink>
          }
          data={data}
          of={other}
        />
      ))}
    </ol>
  );
}

/** One input with what came of it on both sides. */
function Both({
  number,
  input,
  data,
  of,
}: {
  number: number;
  input: React.ReactNode;
  data: Sandbox;
  of: Pick<Compared, "differences" | "parts">;
}) {
  const t = useText();
  const differs = of.differences.length > 0;
  return (
    <li className={differs ? "differs" : undefined} id={`d${number}`}>
      <p className="row">
        {input}
        <span className="small">
          <Icon name={differs ? "git-branch" : "check"} size={14} /> {t(differs ? "sandbox.differs" : "sandbox.same")}
        </span>
      </p>
      {differs && (
        <dl className="sb-diff rows">
          {of.differences.map((difference, at) => (
            <Line key={at} data={data} difference={difference} parts={of.parts} />
          ))}
        </dl>
      )}
    </li>
  );
}

/** A value as people read it. */
function useWritten(data: Sandbox) {
  const t = useText();
  const f = useFormat();
  return (what: Difference["what"], value: unknown): string => {
    if (value === null || value === undefined || value === "") return t("sandbox.unset");
    if (Array.isArray(value))
      return value.length === 0
        ? t("sandbox.unset")
        : what === "route"
          ? value.map((node) => codeWords(String(node))).join(" → ")
          : f.list(value.map(String));
    if (what === "intent") return data.titles[String(value)] ?? codeWords(String(value));
    if (what === "node") return codeWords(String(value));
    return typeof value === "string" ? value : JSON.stringify(value);
  };
}

/** One thing that differs, by its name and with both sides. */
function Line({ data, difference, parts }: { data: Sandbox; difference: Difference; parts: Compared["parts"] }) {
  const t = useText();
  const written = useWritten(data);
  const { what, name, a, b } = difference;
  return (
    <div>
      <dt>{name === null ? t(`sandbox.d.${what}`) : codeWords(name) /* i18n: sandbox.d.* */}</dt>
      {what === "text" && (
        <dd dir="auto" className="sb-parts-of">
          <TextParts parts={parts} />
        </dd>
      )}
      {what !== "text" && what !== "other" && (
        <dd>
          {(["A", "B"] as const).map((letter) => (
            <span key={letter}>
              <b>{letter}</b> <bdi>{written(what, letter === "A" ? a : b)}</bdi>
            </span>
          ))}
        </dd>
      )}
    </div>
  );
}
