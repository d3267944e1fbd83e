import { type ReactNode } from "react";
import { useText } from "../../lib/i18n";
import { path } from "../../lib/path";
import { LANGUAGES } from "../../lib/session";
import { usePage } from "../../page";
import { ActionForm } from "../ActionForm";
import { Button, LinkButton } from "../Button";
import { Card, PageHead } from "../Card";
import { Segments } from "../choices";
import { Guarded } from "../forms/Guarded";
import { Notice } from "../states";
import { StatePill } from "./StatePill";
import { type useWriting, type Writing, type writingQuery } from "./writing";
import "./content.css";

interface Props {
  row: Writing;
  writing: ReturnType<typeof useWriting<Writing, object>>;
  title: string;
  /** The call that has the text. */
  call: string;
  back: { to: string; label: string };
  /** Where readers see it. */
  readAt: string;
  /** The call that tells how what is typed would be read, and its answer. */
  preview?: { call: string; content: ReactNode };
  /** The fields. */
  children: ReactNode;
}

/**
 * Where a text is written, one language at a time: its state, why it was refused, how it would be read, and its
 * deletion.
 */
export function Editor({ row, writing, title, call, back, readAt, preview, children }: Props) {
  const t = useText();
  const { query, here } = usePage<typeof writingQuery>();
  const { refused, stale, errors, revision, unsaved } = writing;
  const seen = String(row.revision);
  const own = here({ v: undefined });
  const again = here({ v: revision });
  const blamed = Object.keys(errors).length > 0;
  const language = (id: string, name: string) =>
    row.written.includes(id) ? name : t("writing.unwritten", { language: name });
  return (
    <>
      <PageHead
        title={<span dir="auto">{title}</span>}
        back={back}
        marks={<StatePill row={row} />}
        actions={
          row.status === "Published" &&
          !row.deleted && (
            <LinkButton to={readAt} icon="eye">
              {t("writing.read")}
            </LinkButton>
          )
        }
      />
      <div className="stack">
        {row.deleted && (
          <ActionForm call={`${call}/restore`} page={own} done="restored" revision={seen}>
            <Notice
              tone="warn"
              title={t("writing.deleted")}
              actions={
                <Button type="submit" size="s">
                  {t("writing.undo")}
                </Button>
              }
            >
              {t("writing.deletedBody")}
            </Notice>
          </ActionForm>
        )}
        {refused && (
          <Notice tone="bad" focus={!blamed} title={t("writing.notSaved")}>
            {stale ? t("writing.stale") : !blamed && refused.detail}
          </Notice>
        )}
        {preview?.content && (
          <Card title={t("writing.preview")} lead={t("writing.previewLead")} id="preview">
            <article className="reading">{preview.content}</article>
          </Card>
        )}
        {!row.deleted && (
          <>
            <Segments
              label={t("writing.language")}
              items={LANGUAGES.map(({ id, name }) => ({
                to: here({ text: id, v: undefined }),
                label: language(id, name),
                current: id === query.text,
              }))}
            />
            <Guarded key={`${query.text}${row.revision}`} refused={unsaved}>
              <ActionForm
                call={call}
                method="PATCH"
                page={again}
                done="saved"
                revision={String(revision)}
                refused={refused}
                className="card card-body edit-text"
              >
                <input type="hidden" name="language" value={query.text} />
                {children}
                <p className="row">
                  <Button type="submit" variant="primary">
                    {t("writing.save")}
                  </Button>
                  {preview && (
                    <Button
                      type="submit"
                      icon="eye"
                      formAction={path("/submit", { call: preview.call, method: "POST", page: again })}
                    >
                      {t("writing.preview")}
                    </Button>
                  )}
                </p>
              </ActionForm>
            </Guarded>
            <ActionForm call={call} method="DELETE" page={own} revision={seen}>
              <Button type="submit" variant="danger" icon="trash">
                {t("writing.delete")}
              </Button>
            </ActionForm>
          </>
        )}
      </div>
    </>
  );
}
