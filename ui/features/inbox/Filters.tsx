/** What the list is narrowed to: one queue, one outlet. */
import { MenuLink } from "../../components";
import { Chip, FilterMenu } from "../../components/filters";
import { useText } from "../../lib/i18n";
import { usePage } from "../../page";
import type { inboxGrammar } from "./query";
import type { HandoffPage } from "./types";

/** The chips; none where there is nothing to choose. */
export function Filters({ of }: { of: HandoffPage | undefined }) {
  const t = useText();
  const { here, query } = usePage<typeof inboxGrammar>();
  const to = (more: { queue?: string | undefined; outlet?: string | undefined }) => here({ ...more, page: undefined });
  const queues = of?.queues ?? [];
  const outlets = of?.outlets ?? [];
  const outlet = outlets.find(({ id }) => id === query.outlet)?.name ?? query.outlet;
  if (queues.length + outlets.length < 2 && !query.queue && !query.outlet) return null;
  return (
    <div className="ib-filters">
      {query.queue ? (
        <Chip label={t("inbox.queue")} value={query.queue} removeTo={to({ queue: undefined })} />
      ) : (
        queues.length > 0 && (
          <FilterMenu label={t("inbox.queue")} value={t("inbox.every", { n: queues.length })}>
            {queues.map((queue) => (
              <MenuLink key={queue} to={to({ queue })}>
                <bdi>{queue}</bdi>
              </MenuLink>
            ))}
          </FilterMenu>
        )
      )}
      {query.outlet ? (
        <Chip label={t("inbox.outlet")} value={outlet} removeTo={to({ outlet: undefined })} />
      ) : (
        outlets.length > 0 && (
          <FilterMenu label={t("inbox.outlet")} value={t("inbox.every", { n: outlets.length })}>
            {outlets.map(({ id, name }) => (
              <MenuLink key={id} to={to({ outlet: id })}>
                <bdi>{name}</bdi>
              </MenuLink>
            ))}
          </FilterMenu>
        )
      )}
    </div>
  );
}
