import { PageHead, Tabs } from "../../../components";
import { PageRefusal } from "../../../components/forms/PageRefusal";
import { useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import { exampleAt, examplesOf } from "./families";
import { Parts } from "./Parts";

/** One example, with the others of its family beside it. */
export default function ExamplePage() {
  const t = useText();
  const { page } = usePage();
  const { family, section } = exampleAt(page.path);
  return (
    <>
      <PageHead
        title={t(`design.s.${section}`)}
        lead={t(`design.what.${section}`)}
        back={{ to: `/${family}`, label: t(`design.show.${family}`) }}
      />
      <PageRefusal />
      <Tabs
        label={t(`design.show.${family}`)}
        items={examplesOf(family).map(({ path, section: part }) => ({
          label: t(`design.s.${part}`),
          to: path,
          current: path === page.path,
        }))}
      />
      <Parts of={[section]} />
    </>
  );
}
