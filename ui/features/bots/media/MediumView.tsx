/** One picture or file: what it shows in each language, its facts, where it is used, and its forms. */
import { Card, Empty, LinkButton, Notice, PageLink, Pill, Trouble, useCan } from "../../../components";
import { Facts } from "../../../components/Facts";
import { Pagination } from "../../../components/Pagination";
import { Field } from "../../../components/fields";
import { FormSheet } from "../../../components/forms/FormSheet";
import { usePolling } from "../../../hooks/useSaveData";
import { useFormat, useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import type { Bot } from "../catalog/api";
import { useLanguageName } from "../document/languageName";
import { nodeLabel } from "../document/outline";
import { mediaApi, mediumOf, type Medium } from "./api";
import { describedIn, lackingIn, Pixels } from "./Library";
import type { mediaGrammar } from "./query";
import { altOf, Thumb } from "../../../components/files/Thumb";

const POLL_MS = 2000;

interface Props {
  bot: Bot;
  row: Medium;
}

/** The medium of the address. */
export function MediumView({ bot, id }: { bot: Bot; id: string }) {
  const t = useText();
  const { here } = usePage<typeof mediaGrammar>();
  const answer = mediaApi.useMediumQuery({ bot: bot.id, id });
  const { data: row } = answer;
  const pollingInterval = usePolling(POLL_MS, row !== undefined && row.progress !== null);
  mediaApi.useMediumQuery({ bot: bot.id, id }, { pollingInterval });
  return (
    <>
      <p>
        <PageLink to={here({ medium: undefined, uses: undefined, show: undefined })}>{t("media.back")}</PageLink>
      </p>
      <Trouble of={answer} />
      {row && <Opened bot={bot} row={row} />}
    </>
  );
}

function Opened({ bot, row }: Props) {
  const t = useText();
  const f = useFormat();
  const can = useCan();
  const { query, here } = usePage<typeof mediaGrammar>();
  const languageName = useLanguageName();
  const mayChange = bot.state !== "archived" && can("update", "Text");
  const lacking = lackingIn(bot, row);
  return (
    <>
      {lacking.length > 0 && (
        <Notice
          tone="warn"
          title={t("media.lacking", { languages: lacking.map(languageName).join(f.comma) })}
          actions={mayChange && <LinkButton to={here({ show: "edit" })}>{t("media.describe")}</LinkButton>}
        >
          {t("media.lackingText")}
        </Notice>
      )}
      <Card
        title={<bdi>{row.name}</bdi>}
        aside={
          mayChange && (
            <>
              <LinkButton to={here({ show: "edit" })} icon="pencil">
                {t("media.edit")}
              </LinkButton>
              <LinkButton to={here({ show: "delete" })} icon="trash" variant="danger">
                {t("media.delete")}
              </LinkButton>
            </>
          )
        }
      >
        <div className="bm-view">
          <a className="bm-whole" href={row.url} target="_blank" rel="noreferrer" aria-label={t("media.whole")}>
            <Thumb medium={row} alt={altOf(row, bot.language)} sizes="(max-width: 700px) 90vw, 480px" />
          </a>
          <About bot={bot} row={row} />
        </div>
      </Card>
      <Uses bot={bot} row={row} />
      {mayChange && query.show === "edit" && <Edit bot={bot} row={row} />}
      {mayChange && query.show === "delete" && <Delete bot={bot} row={row} />}
    </>
  );
}

/** What is known of it. */
function About({ bot, row }: Props) {
  const t = useText();
  const f = useFormat();
  const languageName = useLanguageName();
  const texts = describedIn(bot).map(
    (language) =>
      [
        t("media.alt", { language: languageName(language) }),
        row.alt[language] ? (
          <span key={language} lang={language} dir="auto">
            {row.alt[language]}
          </span>
        ) : (
          "–"
        ),
      ] as const,
  );
  const sizes =
    row.progress !== null
      ? t("media.making", { share: f.percent(row.progress * 100, 0) })
      : row.widths.map((width) => f.number(width)).join(" · ");
  return (
    <Facts
      items={[
        ...texts,
        [t("media.size"), f.bytes(row.size)],
        row.width
          ? [t("media.pixels"), <Pixels key="pixels" row={row} />]
          : [t("media.file"), t("media.pages", { n: row.pages ?? 0 })],
        ...(row.kind === "image" ? [[t("media.sizes"), <bdi key="sizes">{sizes}</bdi>] as const] : []),
        [t("media.since"), f.dateTime(row.created_at)],
      ]}
    />
  );
}

/** The nodes of the working copy and of each version that show it. */
function Uses({ bot, row }: Props) {
  const t = useText();
  const f = useFormat();
  const { query, here } = usePage<typeof mediaGrammar>();
  const answer = mediaApi.useMediumUsesQuery({ bot: bot.id, id: row.id, page: String(query.uses) });
  const { data } = answer;
  const isUsed = data && (data.total > 0 || data.working_copy.length > 0);
  return (
    <Card id="uses" title={t("media.uses")}>
      <Trouble of={answer} />
      {data && !isUsed && (
        <Empty icon="image" title={t("media.unused")}>
          {t("media.unusedText")}
        </Empty>
      )}
      {data && isUsed && (
        <ul className="bm-uses">
          {data.working_copy.length > 0 && (
            <li>
              <strong>{t("media.working")}</strong>
              <span className="row">
                {data.working_copy.map((node) => (
                  <PageLink key={node} to={`/admin/bots/${bot.id}/flow?node=${encodeURIComponent(node)}`}>
                    {nodeLabel(node)}
                  </PageLink>
                ))}
              </span>
            </li>
          )}
          {data.items.map(({ version, is_live, nodes }) => (
            <li key={version}>
              <span className="row">
                <strong>{t("media.version", { n: version })}</strong>
                {is_live && <Pill tone="good">{t("media.live")}</Pill>}
              </span>
              <span>{nodes.map(nodeLabel).join(f.comma)}</span>
            </li>
          ))}
        </ul>
      )}
      {data && data.total > data.per && <Pagination of={data} to={(page) => here({ uses: page })} />}
    </Card>
  );
}

/** Its name, and what it shows in each language. */
function Edit({ bot, row }: Props) {
  const t = useText();
  const { here } = usePage<typeof mediaGrammar>();
  const languageName = useLanguageName();
  return (
    <FormSheet
      title={t("media.editTitle", { name: row.name })}
      call={mediumOf(bot.id, row.id)}
      method="PATCH"
      revision={String(row.revision)}
      to={here({ show: undefined })}
      done="saved"
      action={t("media.save")}
    >
      {describedIn(bot).map((language) => (
        <Field
          key={language}
          label={t("media.alt", { language: languageName(language) })}
          name={`alt.${language}`}
          lang={language}
          dir="auto"
          maxLength={500}
          autoComplete="off"
          defaultValue={row.alt[language] ?? ""}
          help={language === bot.language ? t("media.altHelp") : undefined}
        />
      ))}
      <Field label={t("media.name")} name="name" defaultValue={row.name} required maxLength={120} autoComplete="off" />
    </FormSheet>
  );
}

/** Whether it goes. */
function Delete({ bot, row }: Props) {
  const t = useText();
  const { here } = usePage<typeof mediaGrammar>();
  return (
    <FormSheet
      danger
      title={t("media.deleteTitle", { name: row.name })}
      call={mediumOf(bot.id, row.id)}
      method="DELETE"
      revision={String(row.revision)}
      to={here({ show: undefined })}
      then={here({ show: undefined, medium: undefined, uses: undefined })}
      done="deleted"
      action={t("media.delete")}
    >
      <p>{t("media.deleteText")}</p>
    </FormSheet>
  );
}
