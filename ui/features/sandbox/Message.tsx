/** One message of the bot as the channel shows it, with its buttons, which work while it is the last. */
import { ActionForm, Icon } from "../../components";
import { useFormat, useText } from "../../lib/i18n";
import { altOf, Thumb, type VisibleMedium } from "../../components/files/Thumb";
import { shapeOf, titleOn } from "./limits";
import type { Answering } from "./types";
import type { Shape } from "../../api";
import "../../components/chat/chat.css";

interface Props {
  channel: string;
  zone: string;
  message: Shape<"TesterMessage">;
  /** The moment it was played at; the opening has none. */
  at?: string | undefined;
  open: boolean;
  answering: Answering | undefined;
}

/** Text, links, and what can be chosen. */
export function Message(props: Props) {
  const { message, zone, at } = props;
  const t = useText();
  const f = useFormat();
  if (message.speaker === "system")
    return <p className="bu system">{t(`sandbox.sys.${message.kind}`) /* i18n: sandbox.sys.* */}</p>;
  return (
    <div className="sb-said" lang={message.language ?? undefined}>
      {(message.text || message.links.length > 0 || message.media) && (
        <div className="bu bot sb-bot">
          {message.media && <Medium channel={props.channel} message={message} />}
          {message.text && <p dir="auto">{message.text}</p>}
          {message.links.map(({ label, url }) => (
            <p key={url} className="small">
              <Icon name="external-link" size={14} /> {label} <bdi dir="ltr">{url}</bdi>
            </p>
          ))}
          {at && <time dateTime={at}>{f.time(at, zone)}</time>}
        </div>
      )}
      {message.options.length > 0 && <Options {...props} />}
    </div>
  );
}

/** A picture or file as the channel shows it: read aloud on the telephone, by its address where it is elsewhere. */
function Medium({ channel, message }: Pick<Props, "channel" | "message">) {
  const medium = message.media as unknown as VisibleMedium;
  const alt = altOf(medium, message.language ?? "en");
  if (channel === "voice") return <p dir="auto">{alt}</p>;
  if (medium.file) return <Thumb medium={medium} alt={alt} sizes="280px" />;
  return (
    <p className="small">
      <Icon name="external-link" size={14} /> {alt} <bdi dir="ltr">{medium.url}</bdi>
    </p>
  );
}

/** What can be chosen: buttons, a list where the channel makes one of them, keys on the telephone. */
function Options({ channel, message, open, answering }: Props) {
  const t = useText();
  // A list has a head of its own, whatever is chosen from it.
  const isRating = message.input?.kind === "rating" && shapeOf(channel, message) === "buttons";
  const className = isRating ? "sb-options stars" : "sb-options";
  const options = (
    <>
      {shapeOf(channel, message) === "list" && <p className="sb-list-head">{t("sandbox.asList")}</p>}
      {message.options.map(({ id, label }, i) => (
        <button key={id} className="sb-option" name="choice" value={id} disabled={!open || !answering} title={label}>
          {channel === "voice" ? (
            <span>{t("sandbox.press", { n: i + 1, label })}</span>
          ) : (
            <bdi>{titleOn(channel, label, message)}</bdi>
          )}
        </button>
      ))}
    </>
  );
  if (!answering) return <div className={className}>{options}</div>;
  return (
    <ActionForm
      call={answering.call}
      page={answering.page}
      className={className}
      onSubmit={(event) => {
        event.preventDefault();
        const pressed = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null;
        if (pressed) void answering.send({ choice: pressed.value }).catch(() => undefined);
      }}
    >
      {options}
    </ActionForm>
  );
}
