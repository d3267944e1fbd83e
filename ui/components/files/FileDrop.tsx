import { useEffect, useState, type DragEvent } from "react";
import { useFormat, useText } from "../../lib/i18n";
import { ActionForm } from "../ActionForm";
import { Button, IconButton } from "../Button";
import { Labelled, useAround, type Around } from "../fields";
import { Icon } from "../Icon";
import { useUploads, type Rules, type Sent } from "./useUploads";
import "../controls.css";

interface Props extends Around, Rules {
  multiple?: boolean;
  disabled?: boolean;
  /** Where the plain form leads without script. */
  page: string;
  done?: string;
  /** Whether files are on their way. */
  onBusy?: (busy: boolean) => void;
}

/**
 * Takes files by choosing or dropping and shows how far each is; without script a plain form that sends them together.
 */
export function FileDrop({ label, help, error, multiple, disabled, page, done, onBusy, ...rules }: Props) {
  const t = useText();
  const f = useFormat();
  const { id, message, aria } = useAround({ error, help: true });
  const { files, add, cancel, drop } = useUploads(rules);
  const [over, setOver] = useState(false);
  const limits = t("files.fileLimits", { kinds: rules.accept.replaceAll(",", ", "), size: f.bytes(rules.maxBytes) });
  const drag = (on: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(on && !disabled);
  };
  const dropped = (event: DragEvent) => {
    drag(false)(event);
    if (!disabled) add([...event.dataTransfer.files].slice(0, multiple ? undefined : 1));
  };
  const busy = files.filter(({ state }) => state === "sending").length;
  useEffect(() => onBusy?.(busy > 0), [busy > 0]); // eslint-disable-line react-hooks/exhaustive-deps
  return (
    <ActionForm call={rules.call} page={page} done={done} encType="multipart/form-data" className="stack">
      <Labelled
        id={id}
        label={label}
        help={
          <>
            {help} {limits}
          </>
        }
        message={message}
      >
        <div
          className={over ? "drop over" : "drop"}
          onDragOver={drag(true)}
          onDragLeave={drag(false)}
          onDrop={dropped}
          data-disabled={disabled || undefined}
        >
          <Icon name="upload" />
          <span className="quiet">{t(multiple ? "files.dropMany" : "files.dropOne")}</span>
          <input
            {...aria}
            type="file"
            className="input"
            name={rules.name}
            accept={rules.accept}
            multiple={multiple}
            disabled={disabled}
            required
            onChange={(event) => {
              add([...(event.target.files ?? [])]);
              // The same file may be chosen again after it was corrected.
              event.target.value = "";
            }}
          />
        </div>
      </Labelled>
      <p className="unscripted">
        <Button type="submit" icon="upload" disabled={disabled}>
          {t("files.upload")}
        </Button>
      </p>
      <span className="sr" role="status">
        {files.length > 0 &&
          (busy
            ? t("files.uploading", { n: busy })
            : t("files.uploaded", { n: files.filter(({ state }) => state === "done").length }))}
      </span>
      {files.length > 0 && (
        <ul className="files">
          {files.map((file) => (
            <FileLine
              key={file.key}
              file={file}
              rules={rules}
              cancel={() => cancel(file.key)}
              drop={() => drop(file.key)}
            />
          ))}
        </ul>
      )}
    </ActionForm>
  );
}

/** One file: how far it is, or why it was not taken. */
function FileLine({ file, rules, cancel, drop }: { file: Sent; rules: Rules; cancel: () => void; drop: () => void }) {
  const t = useText();
  const f = useFormat();
  const sending = file.state === "sending";
  const why: Readonly<Record<Sent["state"], string>> = {
    sending: f.percent(file.share * 100, 0),
    done: t("files.fileDone"),
    kind: t("files.fileKind", { kinds: rules.accept.replaceAll(",", ", ") }),
    size: t("files.fileSize", { size: f.bytes(rules.maxBytes) }),
    cancelled: t("files.fileCancelled"),
    refused: Object.values(file.problem?.errors ?? {}).flat()[0] ?? file.problem?.detail ?? t("common.offline"),
  };
  const bad = ["kind", "size", "refused"].includes(file.state);
  return (
    <li>
      {bad ? (
        <Icon name="circle-alert" className="bad" />
      ) : file.state === "done" ? (
        <Icon name="circle-check" className="good" />
      ) : (
        <Icon name="file" />
      )}
      <div>
        <span className="file-name">
          <bdi>{file.name}</bdi> <span className="small quiet">{f.bytes(file.size)}</span>
        </span>
        {sending && <progress max={1} value={file.share} aria-label={file.name} />}
        <span className={bad ? "small bad" : "small quiet"}>{why[file.state]}</span>
      </div>
      <IconButton
        icon="x"
        size={16}
        label={t(sending ? "files.cancelFile" : "common.remove", { what: file.name })}
        onClick={sending ? cancel : drop}
      />
    </li>
  );
}
