import { Notice, PageHead, Tabs } from "../../components";
import { useText } from "../../lib/i18n";
import { usePage } from "../../page";
import type { designGrammar } from "./pages";
import { SECTIONS, type Section } from "./sections";
import { Sections } from "./Showcase";

/** All but what another page of its own shows at length. */
const ALL = (Object.keys(SECTIONS) as Section[]).filter((id) => id !== "completion");

/** Every component in every state: to build pages from, and to look at after a change. */
export default function DesignPage() {
  const t = useText();
  const { query, here, form } = usePage<typeof designGrammar>();
  const shown = ALL.filter((id) => !query.s || id === query.s);
  return (
    <>
      <PageHead title={t("design.title")} lead={t("design.description")} />
      {form && <Notice tone="bad" focus>{form.problem.detail}</Notice>}
      {/* i18n: design.s.* */}
      <Tabs label={t("design.sections")} items={["", ...ALL].map((id) => ({ label: t(`design.s.${id || "all"}`), to: here({ s: id }), current: query.s === id }))} />
      <Sections of={shown} />
    </>
  );
}
