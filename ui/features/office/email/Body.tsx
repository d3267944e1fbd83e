/** What a mail says, in a frame in which nothing acts; with script it is as tall as what is in it. */
import { useEffect, useRef } from "react";
import { useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import { path } from "../../../lib/path";
import type { MailRow } from "./types";

const SKINS = { auto: "", light: "light", bordered: "light", "semi-dark": "light", dark: "dark" } as const;

/** The frame. Its document has no scripts and may run none: its origin only lets its height be read. */
export function Body({ mail, lazy }: { mail: Pick<MailRow, "id" | "revision" | "subject">; lazy?: boolean }) {
  const t = useText();
  const { session } = usePage();
  const frame = useRef<HTMLIFrameElement>(null);
  const fit = () => {
    const inside = frame.current?.contentDocument?.body;
    if (frame.current && inside?.childNodes.length) frame.current.style.height = `${inside.offsetHeight + 12}px`;
  };
  const listened = useRef<Document>(null);
  /** It is there: as tall as it wants, and the keys of the page hold while the focus is in it. */
  const loaded = () => {
    fit();
    const inside = frame.current?.contentDocument;
    if (!inside || listened.current === inside) return;
    listened.current = inside;
    inside.addEventListener("keydown", (event) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
      if (
        !document.dispatchEvent(
          new KeyboardEvent("keydown", { key, ctrlKey, metaKey, altKey, shiftKey, cancelable: true }),
        )
      )
        event.preventDefault();
    });
  };
  useEffect(() => {
    // It may have been there before we were.
    loaded();
    window.addEventListener("resize", fit);
    return () => window.removeEventListener("resize", fit);
  }, []); // eslint-disable-line react-hooks/exhaustive-deps -- once, for what was there before
  return (
    <iframe
      ref={frame}
      className="mail-frame"
      title={t("mails.body", { what: mail.subject || t("email.noSubject") })}
      src={path(`/api/v1/mail/bodies/${mail.id}`, { skin: SKINS[session.skin] })}
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      referrerPolicy="no-referrer"
      loading={lazy ? "lazy" : undefined}
      onLoad={loaded}
    />
  );
}
