import { PageHead, Tabs } from "../../../components";
import { PageRefusal } from "../../../components/forms/PageRefusal";
import { useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import type { designGrammar } from "./query";
import { SECTIONS, type Section } from "./sections";
import { Parts } from "./Parts";

/** All but what asks for an address of its own. */
const ALL = (Object.keys(SECTIONS) as Section[]).filter((id) => !["completion", "wizard", "basicTable"].includes(id));

/** Every component in every state: to build pages from, and to look at after a change. */
export default function DesignPage() {
  const t = useText();
  const { query, here } = usePage<typeof designGrammar>();
  const ids = ALL.filter((id) => !query.s || id === query.s);
  return (
    <>
      <PageHead title={t("design.title")} lead={t("design.description")} />
      <PageRefusal />
      {/* i18n: design.s.* */}
      <Tabs
        label={t("design.sections")}
        items={["", ...ALL].map((id) => ({
          label: t(`design.s.${id || "all"}`),
          to: here({ s: id }),
          current: query.s === id,
        }))}
      />
      <Parts of={ids} />
    </>
  );
}
