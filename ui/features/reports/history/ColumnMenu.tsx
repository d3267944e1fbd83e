/** Which columns the list has, and in which order: links, each of which is the list with other columns. */
import { Icon, LinkButton, Menu, MenuLink } from "../../../components";
import { useText } from "../../../lib/i18n";
import { PageLink, usePage } from "../../../page";
import { chosenColumns, COLUMNS, columnHead, DEFAULT_COLUMNS, type ColumnName } from "./columnNames";
import type { listGrammar } from "./query";

/** The menu; the columns that are shown stand first. */
export function ColumnMenu() {
  const t = useText();
  const { query, here } = usePage<typeof listGrammar>();
  const columns = chosenColumns(query.cols);
  const to = (cols: readonly ColumnName[]) => {
    const text = cols.join(",");
    return here({ cols: text === DEFAULT_COLUMNS.join(",") ? undefined : text });
  };
  return (
    <Menu label={t("views.columns")} icon="columns">
      <div className="cols-menu">
        <ol>
          {columns.map((name, at) => (
            <li key={name}>
              <span>{columnHead(name, t)}</span>
              {at > 0 && (
                <PageLink
                  to={to([...columns.slice(0, at - 1), name, columns[at - 1]!, ...columns.slice(at + 1)])}
                  aria-label={t("views.moveUp", { name: columnHead(name, t) })}
                >
                  <Icon name="arrow-up" size={14} />
                </PageLink>
              )}
              {columns.length > 1 && (
                <PageLink
                  to={to(columns.filter((column) => column !== name))}
                  aria-label={t("common.remove", { what: columnHead(name, t) })}
                >
                  <Icon name="x" size={14} />
                </PageLink>
              )}
            </li>
          ))}
        </ol>
        {COLUMNS.filter((name) => !columns.includes(name)).map((name) => (
          <MenuLink key={name} to={to([...columns, name])}>
            {t("views.addColumn", { name: columnHead(name, t) })}
          </MenuLink>
        ))}
        {query.cols && (
          <LinkButton to={here({ cols: undefined })} size="s" variant="quiet">
            {t("views.defaultColumns")}
          </LinkButton>
        )}
      </div>
    </Menu>
  );
}
