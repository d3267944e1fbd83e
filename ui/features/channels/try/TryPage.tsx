import { useEffect } from "react";
import { useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import { tryApi } from "./api";
import { showWidget } from "./widget";
import "./try.css";

/** The name of a language in itself. */
function languageName(language: string): string {
  return new Intl.DisplayNames([language], { type: "language" }).of(language) ?? language;
}

/** A page of our own with a bot's widget open on it, as pages of the dealer have it. */
export default function TryPage() {
  const t = useText();
  const { params, session } = usePage<Record<never, never>, "token">();
  const { data } = tryApi.useTriedQuery(params.token);
  const source = `/w/1/${params.token}.js`;
  const trial = data?.trial ?? "";
  const isPublished = data?.published ?? false;
  useEffect(
    () => (isPublished ? showWidget(source, session.locale, trial) : undefined),
    [source, session.locale, trial, isPublished],
  );
  if (!data) return null;
  return (
    <div className="hero try">
      <div className="wide">
        <div className="hero-text">
          <h1>{t("try.title", { bot: data.bot })}</h1>
          {isPublished ? (
            <>
              <p>{t("try.lead", { bot: data.bot })}</p>
              <p className="quiet">{t(trial ? "try.test" : "try.real")}</p>
            </>
          ) : (
            <p className="note">{t("try.unpublished", { bot: data.bot })}</p>
          )}
          <dl>
            <dt>{t("try.languages")}</dt>
            {data.languages.map((language) => (
              <dd key={language} lang={language}>
                {languageName(language)}
              </dd>
            ))}
          </dl>
          <noscript>
            <p className="note">{t("try.noScript")}</p>
          </noscript>
        </div>
      </div>
      {isPublished && typeof window === "undefined" && (
        <script async src={source} data-open="1" data-lang={session.locale} data-trial={trial || undefined} />
      )}
    </div>
  );
}
