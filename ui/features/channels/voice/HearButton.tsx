/** Says a text by a voice of the browser; absent where there is none. */
import { Icon } from "../../../components";
import { useScripted } from "../../../hooks/useScripted";
import { useText } from "../../../lib/i18n";
import { say, speaks } from "./speaking";

const nothing = () => undefined;

export function HearButton({ text, locale }: { text: string; locale: string }) {
  const t = useText();
  const scripted = useScripted();
  if (!scripted || !text || !speaks()) return null;
  return (
    <button
      type="button"
      className="bv-hear"
      aria-label={t("voice.hear", { text })}
      onClick={() => say([{ text, locale }], nothing, nothing)}
    >
      <Icon name="play" size={14} />
    </button>
  );
}
