import { Notice, PageHead, Tabs } from "../../components";
import { useText } from "../../lib/i18n";
import { usePage } from "../../page";
import { DATA } from "./data";
import { INPUTS } from "./inputs";
import type { designGrammar } from "./pages";

const SECTIONS = [...INPUTS, ...DATA];

/** Every component in every state: to build pages from, and to look at after a change. */
export default function DesignPage() {
  const t = useText();
  const { query, here, form } = usePage<typeof designGrammar>();
  const shown = SECTIONS.filter(({ id }) => !query.s || id === query.s);
  return (
    <>
      <PageHead title={t("design.title")} lead={t("design.description")} />
      {form && <Notice tone="bad" focus>{form.problem.detail}</Notice>}
      {/* i18n: design.s.* */}
      <Tabs label={t("design.sections")} items={["", ...SECTIONS.map(({ id }) => id)].map((id) => ({ label: t(`design.s.${id || "all"}`), to: here({ s: id }), current: query.s === id }))} />
      <div className="grid12">{shown.map(({ id, View }) => <View key={id} />)}</div>
    </>
  );
}
