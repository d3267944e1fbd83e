import { useLayoutEffect, useRef, useState } from "react";
import { Card } from "../components";
import { ROWS } from "../hooks/useRowKeys";
import { useText } from "../lib/i18n";
import { useSite } from "../page";

const KEYS = [
  ["/", "search"],
  ["Ctrl K", "palette"],
  ["g d", "reports"],
  ["g h", "home"],
  ["j", "next"],
  ["k", "previous"],
  ["Enter", "open"],
  ["Esc", "close"],
  ["?", "help"],
] as const;

/** What goes through a list is no key of a page without one. */
const OF_LISTS: readonly string[] = ["j", "k", "Enter"];

/** The keys one may use, in a dialog of their own. */
export default function KeysHelp({ onClose }: { onClose: () => void }) {
  const ref = useRef<HTMLDialogElement>(null);
  const t = useText();
  const page = useSite().currentPage.located?.page;
  // What a page says of a key itself is said once.
  const ownKeys = (page?.keys ?? []).filter(([keys]) => keys !== "/");
  const own = ownKeys.flatMap(([keys]) => keys.split(" "));
  const [shortcuts] = useState(() =>
    [...document.querySelectorAll(ROWS)].some((row) => row.checkVisibility() && row.querySelector("a[href]")),
  );
  const common = KEYS.filter(([key]) => !own.includes(key) && (shortcuts || !OF_LISTS.includes(key)));
  useLayoutEffect(() => ref.current?.showModal(), []);
  return (
    // A press on the veil is a press on the dialog itself; Escape closes it too.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
    <dialog
      ref={ref}
      className="dialog"
      aria-label={t("search.keys")}
      onClose={onClose}
      onClick={(event) => event.target === ref.current && ref.current.close()}
    >
      <Card
        title={t("search.keys")}
        aside={
          <form method="dialog">
            <button className="button size-s">{t("common.close")}</button>
          </form>
        }
      >
        <dl className="facts">
          {/* i18n: search.key.* */}
          {common.map(([keys, name]) => (
            <div key={name}>
              <dt>{t(`search.key.${name}`)}</dt>
              <dd>
                {keys.split(" ").map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dd>
            </div>
          ))}
          {ownKeys.map(([keys, name]) => (
            <div key={`own ${name}`}>
              <dt>{t(`${page?.area}.key.${name}`)}</dt>
              <dd>
                {keys.split(" ").map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dd>
            </div>
          ))}
        </dl>
      </Card>
    </dialog>
  );
}
