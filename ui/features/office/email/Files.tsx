/** What hangs on a mail: pictures as they are, everything else to be kept. */
import type { ReactNode } from "react";
import { Icon } from "../../../components";
import { useFormat, useText } from "../../../lib/i18n";
import type { MailFile } from "./types";

/** The files; `aside` is at the end of each. */
export function Files({ files, aside }: { files: readonly MailFile[]; aside?: (file: MailFile) => ReactNode }) {
  const t = useText();
  const f = useFormat();
  if (files.length === 0) return null;
  return (
    <section className="mail-files" aria-label={t("email.files", { n: files.length })}>
      {files.map((file) => (
        <div key={file.id} className="mail-file">
          <a href={file.url} {...(file.is_picture ? { target: "_blank", rel: "noopener" } : { download: file.name })}>
            {file.is_picture ? (
              <img src={file.url} alt="" width={72} height={48} loading="lazy" />
            ) : (
              <Icon name="file-text" />
            )}
            <span>
              <bdi>{file.name}</bdi>
              <span className="block small quiet">{f.bytes(file.size)}</span>
            </span>
            {!aside && <Icon name={file.is_picture ? "external-link" : "download"} size={16} />}
          </a>
          {aside?.(file)}
        </div>
      ))}
    </section>
  );
}
