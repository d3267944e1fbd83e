import { codeWords } from "../lib/codes";
import { useFormat, useText } from "../lib/i18n";
import { useSite } from "./context";
import { nearest } from "./nearest";
import type { PageRow } from "./page";
import { drawnStatus } from "./head";
import { PageLink } from "../components/Link";
import { Reference } from "../components/states";
import { valid } from "./valid";

/** Names as one list in the reader's language, each kept in its own direction. */
const listOf = (locale: string, names: readonly string[]) =>
  new Intl.ListFormat(locale, { type: "disjunction" }).format(names.map((name) => `\u2068${name}\u2069`));

/** Links that are over say why. */
const OVER = ["link_expired", "link_revoked"];

/** What a reader sees instead of a page: what failed, what still holds, what to do. */
export default function PageProblem({ status: answered }: { status?: number }) {
  const { currentPage, session, pages } = useSite();
  const t = useText();
  const { status, problem, bad } = currentPage.trouble ?? {
    status: answered ?? 404,
    problem: { status: answered ?? 404 },
    bad: null,
  };
  // i18n: problem.*
  const say = (part: string) => t(`problem.${drawnStatus(status)}.${part}`);
  const name = (page: PageRow) => t(`common.nav.${page.name}`); // i18n: common.nav.*
  // A page that only exists to tell this has no neighbours.
  const others =
    answered === undefined && (status === 403 || status === 404)
      ? nearest(pages, currentPage.url, session.user, (page) => !name(page).startsWith("common."))
      : [];
  const fields = Object.entries(problem.errors ?? {});
  return (
    <div className="problem">
      <p className="problem-status">{status}</p>
      <h1>{say("title")}</h1>
      <p>
        {status === 403 && session.admins?.length
          ? t("problem.askAdmin", { names: listOf(session.locale, session.admins) })
          : OVER.includes(problem.code ?? "")
            ? t(`problem.${problem.code}`) // i18n: problem.link_*
            : say("body")}
      </p>
      {bad && (
        <dl className="facts">
          <div>
            <dt>{t("problem.key")}</dt>
            <dd>
              <code>
                {bad.key}={bad.value.slice(0, 80)}
              </code>
            </dd>
          </div>
          <div>
            <dt>{t("problem.valid")}</dt>
            <dd>
              <code>{valid(bad.rule)}</code>
            </dd>
          </div>
        </dl>
      )}
      {fields.length > 0 && (
        <dl className="facts">
          {fields.map(([key, texts]) => (
            <div key={key}>
              <dt>
                <code>{key}</code>
              </dt>
              <dd>{[texts].flat().join(" ")}</dd>
            </div>
          ))}
        </dl>
      )}
      {problem.certificate && <Certificate stated={problem.certificate} />}
      {others.length > 0 && (
        <section className="near stack">
          <h2>{t(status === 404 ? "problem.near" : "problem.instead")}</h2>
          <ul className="row">
            {others.map((page) => (
              <li key={page.name}>
                <PageLink className="button" to={page.path}>
                  {name(page)}
                </PageLink>
              </li>
            ))}
          </ul>
        </section>
      )}
      <p className="row">
        {(status >= 500 || status === 429) && (
          <a className="button primary" href={currentPage.url}>
            {t("common.again")}
          </a>
        )}
        {bad && (
          <PageLink className="button primary" to={currentPage.url.split("?", 1)[0] ?? "/"}>
            {t("problem.defaults")}
          </PageLink>
        )}
        <PageLink className="button" to="/">
          {t(session.user ? "common.nav.home" : "common.start")}
        </PageLink>
      </p>
      <Reference id={problem.request_id} />
    </div>
  );
}

/** What the certificate of something erased states, in its own order. */
function Certificate({ stated }: { stated: Readonly<Record<string, unknown>> }) {
  const t = useText();
  const f = useFormat();
  const textOf = (key: string, value: unknown) => {
    if (key === "forgotten_at") return f.dateTime(String(value));
    if (typeof value !== "object" || value === null) return String(value);
    return f.list(Object.entries(value).map(([kind, count]) => `${codeWords(kind)}: ${f.number(Number(count))}`));
  };
  return (
    <section aria-label={t("problem.certificate")}>
      <dl className="facts">
        {["forgotten_at", "by", "reason", "counts", "sha256"].map((key) => (
          <div key={key}>
            <dt>{t(`problem.c.${key}`) /* i18n: problem.c.* */}</dt>
            <dd dir="auto">{textOf(key, stated[key])}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
