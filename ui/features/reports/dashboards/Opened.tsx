/** What the address of a dashboard has opened. */
import { LinkButton } from "../../../components";
import { FormSheet } from "../../../components/forms/FormSheet";
import { useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import type { Board } from "./api";
import { NameFields } from "./NameFields";
import type { boardGrammar } from "./query";

/** The form of its name and readers, or the question before it is deleted. */
export function Opened({ board }: { board: Board }) {
  const t = useText();
  const { query, here } = usePage<typeof boardGrammar>();
  const to = here({ do: undefined, removed: undefined });
  const common = { call: `/api/v1/dashboards/${board.id}`, revision: String(board.revision), to };
  if (query.do === "edit")
    return (
      <FormSheet {...common} title={t("boards.edit")} method="PATCH" done="changed" action={t("boards.save")}>
        <NameFields board={board} />
        <p>
          <LinkButton to={here({ do: "delete" })} size="s" variant="danger">
            {t("boards.delete")}
          </LinkButton>
        </p>
      </FormSheet>
    );
  if (query.do !== "delete") return null;
  return (
    <FormSheet
      {...common}
      danger
      title={t("boards.ask", { name: `\u2068${board.name}\u2069` })}
      method="DELETE"
      then="/dashboards"
      done="deleted"
      action={t("boards.delete")}
    >
      <p>{t("boards.askText")}</p>
    </FormSheet>
  );
}
