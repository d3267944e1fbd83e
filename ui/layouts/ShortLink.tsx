/** The short address of a view whose own is too long to be shared: copied with script, shown without. */
import type { FormEvent } from "react";
import { ActionForm, Icon } from "../components";
import { useToast } from "../components/toasts/useToast";
import { bookmarksApi, SHORT } from "../features/bookmarks/api";
import { useText } from "../lib/i18n";
import { useSite } from "../page";

/** An address runs from left to right in every language. */
const isolated = (link: string) => `\u2066${link}\u2069`;

/** The button beside the star. */
export default function ShortLink({ view }: { view: string }) {
  const t = useText();
  const { currentPage } = useSite();
  const { show } = useToast();
  const [shorten, { isLoading }] = bookmarksApi.useShortenMutation();
  const { form } = currentPage;
  const created = form?.problem.instance === SHORT ? (form.answer as { link: string } | undefined) : undefined;
  const label = t("common.star.shorten");
  const copy = async (event: FormEvent) => {
    event.preventDefault();
    if (isLoading) return;
    const { data } = await shorten(view);
    if (!data) return show({ tone: "bad", text: t("common.star.notShort") });
    const { href } = new URL(data.link, location.href);
    const link = isolated(href);
    const text = await navigator.clipboard.writeText(href).then(
      () => t("common.star.copied", { link }),
      () => t("common.star.short", { link }),
    );
    show({ text });
  };
  return (
    <>
      <ActionForm call={SHORT} page={currentPage.url} onSubmit={(event) => void copy(event)}>
        <input type="hidden" name="url" value={view} />
        <button className="icon-button short-link" aria-label={label} data-tip={label}>
          <Icon name="link" />
        </button>
      </ActionForm>
      {created && (
        <div className="bookmark-error" role="status">
          <p>
            <Icon name="link" />
            <a href={created.link}>{t("common.star.short", { link: isolated(created.link) })}</a>
          </p>
        </div>
      )}
    </>
  );
}
