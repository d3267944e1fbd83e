/** The calls of the API by area, each with a command that makes it. */
import { Card, Empty, LinkButton, PageHead, PageLink, Pill, Trouble } from "../../components";
import { CodeBlock } from "../../components/data/CodeBlock";
import { useFormat, useText } from "../../lib/i18n";
import { usePage } from "../../page";
import { referenceApi } from "./api";
import { Around } from "./Around";
import type { apiGrammar } from "./query";
import type { Call } from "./types";
import "./reference.css";

/** The page. */
export default function ApiPage() {
  const t = useText();
  const f = useFormat();
  const { query, here } = usePage<typeof apiGrammar>();
  const result = referenceApi.useProgramCallsQuery(query.area);
  const { data } = result;
  const chosen = data?.areas.find(({ name }) => name === query.area);
  return (
    <>
      <PageHead
        title={t("reference.api")}
        lead={t("reference.about.api")}
        back={{ to: "/admin/reference", label: t("reference.title") }}
        actions={<LinkButton to="/api/docs">{t("reference.docs")}</LinkButton>}
      />
      <Around>
        <div className="stack">
          <Trouble of={result} />
          {data && !query.area && (
            <Card title={t("reference.start")}>
              <div className="stack rf-start">
                <p>{t("reference.tokenText")}</p>
                <CodeBlock name={t("reference.ofProgram")} code={PROGRAM} />
                <p>{t("reference.startText")}</p>
                <CodeBlock name={t("reference.tokenName")} code={SIGN_IN} />
              </div>
            </Card>
          )}
          {data && query.area && (
            <Card
              flush
              title={<code dir="ltr">{chosen?.name ?? query.area}</code>}
              lead={chosen && <span lang="en">{chosen.description}</span>}
              aside={
                <LinkButton to={here({ area: undefined })} size="s">
                  {t("reference.allAreas")}
                </LinkButton>
              }
            >
              {data.calls.length === 0 && <Empty title={t("reference.noArea")} />}
              <ul className="rf-calls">
                {data.calls.map((call) => (
                  <Row key={`${call.method} ${call.path}`} call={call} />
                ))}
              </ul>
            </Card>
          )}
          {data && !query.area && (
            <Card flush title={t("reference.areas")}>
              <ul className="rf-areas">
                {data.areas.map(({ name, description, calls }) => (
                  <li key={name}>
                    <PageLink to={here({ area: name })}>
                      <code dir="ltr">{name}</code>
                      <span className="quiet" lang="en" dir="auto">
                        {description}
                      </span>
                      <span className="num">{f.number(calls)}</span>
                    </PageLink>
                  </li>
                ))}
              </ul>
            </Card>
          )}
        </div>
      </Around>
    </>
  );
}

/** Where a program has the token of a bot. */
const PROGRAM = ["PARLEY=https://parley.example.com", "PARLEY_TOKEN=pk_…"].join("\n");
/** How a person's program gets the token that commands name. */
const SIGN_IN = [
  "PARLEY=https://parley.example.com",
  "PARLEY_TOKEN=$(curl -s -X POST \"$PARLEY/jwt/login\" -H 'Content-Type: application/json' \\",
  '  -d \'{"email":"…","password":"…"}\' | jq -r .accessToken)',
].join("\n");

/** One call; its command opens. */
function Row({ call }: { call: Call }) {
  const t = useText();
  return (
    <li>
      <details>
        <summary>
          <Pill tone={call.method === "GET" ? "acc" : call.method === "DELETE" ? "bad" : "good"}>{call.method}</Pill>
          <code dir="ltr">{call.path}</code>
          <span className="quiet" lang="en" dir="auto">
            {call.summary}
          </span>
        </summary>
        <CodeBlock name="curl" code={call.curl} />
        <p className="small quiet">
          {call.ability && (
            <>
              {t("reference.needs")} <code dir="ltr">{call.ability}</code> ·{" "}
            </>
          )}
          {call.scopes.length > 0 && (
            <>
              {t("reference.scope")} <code dir="ltr">{call.scopes.join(" ")}</code> ·{" "}
            </>
          )}
          <PageLink to={call.link}>{t("reference.describedIn")}</PageLink>
        </p>
      </details>
    </li>
  );
}
