/** The choice of a picture or file of the library, for a message. */
import type { ReactNode } from "react";
import { Empty, Icon, LinkButton } from "../../../components";
import { useText } from "../../../lib/i18n";
import { useEditor, useFields } from "../document/editor";
import type { FlowNode } from "../document/types";
import { mediaApi, newest, type Medium } from "../media/api";
import { Thumb } from "../../../components/files/Thumb";

/** The newest ones, each a choice; one that is older stays among them as long as it is chosen. */
export function MediumChoice() {
  const t = useText();
  const { bot, mayEdit } = useEditor();
  const { data } = mediaApi.useMediaQuery(newest(bot));
  const fields = useFields();
  const media = fields.value("media") as FlowNode["media"];
  const file = fields.text("media.file");
  const choose = (row: Medium | null) => {
    if (!row) return fields.set("media", undefined);
    const own = Object.keys(row.alt).length > 0 ? { alt: row.alt } : {};
    return fields.set("media", {
      file: row.file,
      ...(media?.file === row.file && media.alt ? { alt: media.alt } : own),
    });
  };
  const errors = fields.errors("media.file");
  const choice = (value: string, row: Medium | null, inside: ReactNode) => (
    <label key={value} className="bm-choice rows gap-4 breaks">
      <input
        type="radio"
        name="media.file"
        value={value}
        checked={file === value}
        disabled={!mayEdit}
        onChange={() => choose(row)}
      />
      {inside}
    </label>
  );
  const library = `/admin/bots/${bot}/media`;
  if (!data) return null;
  if (data.items.length === 0 && !file)
    return (
      <Empty
        icon="image"
        title={t("media.empty")}
        actions={<LinkButton to={library}>{t("media.toLibrary")}</LinkButton>}
      />
    );
  return (
    <>
      <fieldset aria-describedby={errors.length > 0 ? "fl-medium-error" : undefined}>
        <legend className="fl-caption">{t("media.choose")}</legend>
        <div className="bm-choices">
          {choice("", null, t("media.nothing"))}
          {file && !data.items.some((row) => row.file === file) && choice(file, null, t("media.kept"))}
          {data.items.map((row) =>
            choice(
              row.file,
              row,
              <>
                <Thumb medium={row} alt="" sizes="96px" />
                <bdi>{row.name}</bdi>
              </>,
            ),
          )}
        </div>
      </fieldset>
      {errors.length > 0 && (
        <p className="field-error" id="fl-medium-error">
          <Icon name="circle-alert" size={14} />
          {errors.join(" ")}
        </p>
      )}
      <p className="small quiet">
        {t("flow.mediaHelp")} <LinkButton to={library}>{t("media.toLibrary")}</LinkButton>
      </p>
    </>
  );
}
