import { useText } from "../lib/i18n";
import { useSite } from "./context";
import { known } from "./head";
import { PageLink } from "../components/Link";

/** What a reader sees instead of a page: what failed, what still holds, what to do. */
export default function PageProblem() {
  const { shown, session } = useSite();
  const t = useText();
  const { status, problem, bad } = shown.trouble ?? { status: 404, problem: { status: 404 }, bad: null };
  // i18n: problem.*
  const say = (part: string) => t(`problem.${known(status)}.${part}`);
  const fields = Object.entries(problem.errors ?? {});
  return (
    <div className="problem">
      <p className="problem-status">{status}</p>
      <h1>{say("title")}</h1>
      <p>{say("body")}</p>
      {bad && (
        <dl className="facts">
          <div><dt>{t("problem.key")}</dt><dd><code>{bad.key}={bad.value.slice(0, 80)}</code></dd></div>
          <div><dt>{t("problem.valid")}</dt><dd><code>{bad.valid}</code></dd></div>
        </dl>
      )}
      {fields.length > 0 && (
        <dl className="facts">
          {fields.map(([key, said]) => <div key={key}><dt><code>{key}</code></dt><dd>{[said].flat().join(" ")}</dd></div>)}
        </dl>
      )}
      <p className="row">
        {(status >= 500 || status === 429) && <a className="button primary" href={shown.url}>{t("common.again")}</a>}
        {bad && <PageLink className="button primary" to={shown.url.split("?", 1)[0] ?? "/"}>{t("problem.defaults")}</PageLink>}
        <PageLink className="button" to="/">{t(session.user ? "common.nav.home" : "common.start")}</PageLink>
      </p>
      {problem.request_id && <p className="small quiet">{t("common.request")} <code>{problem.request_id}</code></p>}
    </div>
  );
}
