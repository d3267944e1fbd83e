/** Adds texts that were not understood to the nearest intent at once, or asks for another; it can be taken back. */
import { ActionForm } from "../ActionForm";
import { Button, LinkButton } from "../Button";
import { Icon } from "../Icon";
import { useText } from "../../lib/i18n";
import "./teach.css";

/** Texts that say nearly the same, the intent that came nearest, and what the working copy has of them by now. */
interface Group {
  text: string;
  language: string;
  phrases: readonly string[];
  nearest: { intent: string; title: string } | null;
  added: { intent: string; title: string; phrases: readonly string[] } | null;
}

interface Props {
  /** The id of the bot that learns. */
  bot: string;
  group: Group;
  /** Where one comes back to. */
  page: string;
  /** Where another intent is chosen. */
  other: string;
}

/** What was added with a way back, or the ways to add it. */
export function Teach({ bot, group, page, other }: Props) {
  const t = useText();
  const phrases = (texts: readonly string[]) =>
    texts.map((text) => <input key={text} type="hidden" name="phrases[]" value={text} />);
  if (group.added)
    return (
      <ActionForm call={`/api/v1/bots/${bot}/phrases/undo`} page={page} done="phrasesRemoved" className="ms-added">
        <input type="hidden" name="intent" value={group.added.intent} />
        {phrases(group.added.phrases)}
        <Icon name="check" size={16} />
        <span className="small">
          {t("overview.added", { n: group.added.phrases.length })} <b dir="auto">{group.added.title}</b>
        </span>
        <Button type="submit" size="s" variant="quiet" icon="undo-2">
          {t("overview.undo")}
        </Button>
      </ActionForm>
    );
  return (
    <>
      {group.nearest && (
        <ActionForm call={`/api/v1/bots/${bot}/phrases`} page={page} done="phrasesAdded">
          <input type="hidden" name="intent" value={group.nearest.intent} />
          <input type="hidden" name="language" value={group.language} />
          {phrases(group.phrases)}
          <Button type="submit" size="s" icon="plus" title={t("overview.addTo", { intent: group.nearest.title })}>
            {t("overview.add")}
          </Button>
        </ActionForm>
      )}
      <LinkButton
        to={other}
        size="s"
        variant={group.nearest ? "quiet" : "plain"}
        {...(!group.nearest && { icon: "plus" as const })}
        aria-label={t(group.nearest ? "overview.otherIntentFor" : "overview.newIntentFor", { text: group.text })}
      >
        {t(group.nearest ? "overview.otherIntent" : "overview.newIntent")}
      </LinkButton>
    </>
  );
}
