/** A node as a customer sees it, in the language of the caret. */
import { Icon, Segments } from "../../../components";
import { useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import { useEditor } from "../document/editor";
import { useLanguageName } from "../document/languageName";
import { lengthOf, LIMITS, pieces } from "../document/limits";
import { firstText, nodeLabel, plainName } from "../document/outline";
import type { FlowNode } from "../document/types";
import { mediaApi, newest } from "../media/api";
import { altOf, Thumb } from "../../../components/files/Thumb";
import type { flowGrammar } from "./query";
import { CHANNELS } from "./types";

/** The pane: language, channel, the message with its buttons. */
export function Preview({ node, caret }: { node: FlowNode; caret: string }) {
  const t = useText();
  const languageName = useLanguageName();
  const { query, here } = usePage<typeof flowGrammar, "id">();
  const { document } = useEditor();
  const wordings = node.text?.[caret];
  const text = (typeof wordings === "string" ? wordings : wordings?.[0]) ?? "";
  const isWhatsapp = query.as === "whatsapp";
  return (
    <section className="fl-preview" aria-label={t("flow.preview")}>
      <header>
        <h2>{t("flow.preview")}</h2>
        <span className="pill" lang={caret}>
          {languageName(caret)}
        </span>
        <Segments
          label={t("flow.channel")}
          items={CHANNELS.map((channel) => ({
            to: here({ as: channel }),
            label: t(`channel.${channel}`) /* i18n: channel.* */,
            current: query.as === channel,
          }))}
        />
      </header>
      <div className="fl-screen" data-as={query.as} dir="auto" lang={caret}>
        {text || node.media ? (
          <div className="fl-bubble">
            {node.media && (
              <span className="fl-media">
                <Shown media={node.media} caret={caret} />
              </span>
            )}
            <Filled text={text} />
          </div>
        ) : (
          <p className="small quiet">
            {t(node.text ? "flow.noTextIn" : "flow.silent", { language: languageName(caret) })}
          </p>
        )}
        <Answers node={node} language={caret} isWhatsapp={isWhatsapp} />
      </div>
      {isWhatsapp && (node.options?.length ?? 0) > LIMITS.buttons && (
        <p className="small fl-warned">{t("flow.becomesList", { n: LIMITS.buttons })}</p>
      )}
      {document.languages.length > 1 && <p className="small quiet">{t("flow.followsCaret")}</p>}
    </section>
  );
}

/** The picture or file: as the library has it, or else what is said of it. */
function Shown({ media, caret }: { media: NonNullable<FlowNode["media"]>; caret: string }) {
  const { bot } = useEditor();
  const { data } = mediaApi.useMediaQuery(newest(bot), { skip: !media.file });
  const medium = data?.items.find(({ file }) => file === media.file);
  const alt = firstText(media.alt, caret) || (medium ? altOf(medium, caret) : media.url);
  if (medium) return <Thumb medium={medium} alt={alt ?? ""} sizes="280px" />;
  return (
    <>
      <Icon name="image" size={16} />
      {alt}
    </>
  );
}

/** A text with its variables set apart. */
function Filled({ text }: { text: string }) {
  return (
    <>
      {pieces(text).map((piece, at) =>
        piece.variable ? <code key={at}>{nodeLabel(plainName(piece.text))}</code> : <span key={at}>{piece.text}</span>,
      )}
    </>
  );
}

/** What can be pressed, or how an answer is given. */
function Answers({ node, language, isWhatsapp }: { node: FlowNode; language: string; isWhatsapp: boolean }) {
  const t = useText();
  const { document } = useEditor();
  const options = node.options ?? [];
  const isList = isWhatsapp && options.length > LIMITS.buttons;
  const word = (label: Parameters<typeof firstText>[0]) => {
    const wordings = label?.[language];
    return (typeof wordings === "string" ? wordings : wordings?.[0]) ?? "";
  };
  const button = (key: string, label: string, isBad: boolean) => (
    <span key={key} className={isBad ? "fl-press flex gap-6 breaks bad" : "fl-press flex gap-6 breaks"}>
      <Filled text={label || "…"} />
      {isWhatsapp && lengthOf(label) > LIMITS.title && <Icon name="triangle-alert" size={14} />}
    </span>
  );
  return (
    <>
      {isList && <span className="fl-press flex gap-6 breaks fl-list">{t("flow.list")}</span>}
      {options.map((option, at) => {
        const target = option.next ?? node.next;
        return button(
          `${option.id}${at}`,
          word(option.label),
          target === undefined || !Object.hasOwn(document.nodes, target),
        );
      })}
      {(node.buttons ?? []).map((link, at) => button(`b${at}`, word(link.label), false))}
      {node.skip && button("skip", word(node.skip.label), false)}
      {node.type === "rate" && (
        <span className="fl-scale" dir="ltr">
          {Array.from({ length: node.scale ?? 5 }, (_, at) => (
            <span key={at}>{at + 1}</span>
          ))}
        </span>
      )}
      {/* i18n: flow.k.* */}
      {node.type === "input" && (
        <span className="fl-typed">{t("flow.types", { kind: t(`flow.k.${node.kind ?? "text"}`) })}</span>
      )}
    </>
  );
}
