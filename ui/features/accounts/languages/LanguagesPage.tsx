import { ActionForm, Button, Can, Card, PageHead, Pill, Trouble } from "../../../components";
import { Guarded } from "../../../components/forms/Guarded";
import { PageRefusal } from "../../../components/forms/PageRefusal";
import type { Shape } from "../../../api";
import { useFormat, useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import { languagesApi } from "./api";
import "./languages.css";

const PAGE = "/admin/languages";
type Language = Shape<"Language">;

/** The languages of the interface: how much of each is there, and which are offered. */
export default function LanguagesPage() {
  const t = useText();
  const { form } = usePage();
  const languages = languagesApi.useLanguagesQuery();
  const { data } = languages;
  return (
    <>
      <PageHead title={t("common.nav.languages")} lead={t("languages.lead")} />
      <div className="stack">
        <Trouble of={languages} />
        <PageRefusal title={t("languages.refused")} />
        {data && (
          <Guarded refused={form?.values.name !== undefined}>
            <Card flush foot={t("languages.foot")}>
              <ul className="languages">
                {data.items.map((language) => (
                  <Row key={language.id} language={language} />
                ))}
              </ul>
            </Card>
          </Guarded>
        )}
      </div>
    </>
  );
}

/** One language with what can be changed about it. */
function Row({ language: { code, name, dir, active, coverage, revision } }: { language: Language }) {
  const t = useText();
  const f = useFormat();
  const { form } = usePage();
  const change = {
    call: `/api/v1/languages/${code}`,
    method: "PATCH",
    page: PAGE,
    revision: String(revision),
  } as const;
  const typed = form?.problem.instance === change.call ? form.values.name : undefined;
  return (
    <li>
      <div className="of">
        <strong lang={code}>
          <bdi>{name}</bdi>
        </strong>
        <Pill tone={active ? "good" : "quiet"}>{t(active ? "languages.on" : "languages.off")}</Pill>
        <span className="quiet small">
          <code>{code}</code> · {t(dir === "rtl" ? "languages.rtl" : "languages.ltr")} ·{" "}
          {coverage === null ? t("languages.unknown") : t("languages.coverage", { share: f.number(coverage) })}
        </span>
      </div>
      <Can I="update" a="Reference">
        <ActionForm {...change} done="named" className="row">
          <input
            className="input"
            name="name"
            defaultValue={typed ?? name}
            maxLength={40}
            required
            aria-label={t("languages.name", { code })}
            lang={code}
            dir={dir}
          />
          <Button type="submit">{t("languages.rename")}</Button>
        </ActionForm>
        {code === "en" ? (
          <span className="small quiet">{t("languages.needed")}</span>
        ) : (
          <ActionForm {...change} done={active ? "off" : "on"}>
            <Button type="submit" name="active" value={String(!active)}>
              {t(active ? "languages.stop" : "languages.start")}
              <span className="sr">{name}</span>
            </Button>
          </ActionForm>
        )}
      </Can>
    </li>
  );
}
