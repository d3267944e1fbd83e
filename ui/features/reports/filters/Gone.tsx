/** What is said of bots and places in the address that are not there: their figures are no figures. */
import { LinkButton, Notice } from "../../../components";
import type { Shape } from "../../../api";
import { useText } from "../../../lib/i18n";

interface Props {
  gone: readonly Shape<"Gone">[];
  /** What the page is narrowed to. */
  bot: readonly string[];
  out: readonly string[];
  /** The page narrowed to these instead. */
  to: (rest: { bot: string[]; out: string[] }) => string;
}

/** One notice for each, with the address without it; nothing where all are known. */
export function Gone({ gone, bot, out, to }: Props) {
  const t = useText();
  return gone.map(({ kind, id }) => (
    <Notice
      key={`${kind}:${id}`}
      tone="warn"
      title={t(`places.gone.${kind}`, { id }) /* i18n: places.gone.* */}
      actions={
        <LinkButton
          size="s"
          to={to({
            bot: bot.filter((key) => kind !== "bot" || key !== id),
            out: out.filter((place) => place !== `${kind}:${id}`),
          })}
        >
          {t("places.removeGone")}
        </LinkButton>
      }
    >
      {t("places.goneText")}
    </Notice>
  ));
}
