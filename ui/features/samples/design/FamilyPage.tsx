import { Card, PageHead, PageLink } from "../../../components";
import { useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import { examplesOf, type Family } from "./families";
import "./design.css";

/** The examples of one family, each a link to its own page. */
export default function FamilyPage() {
  const t = useText();
  const { page } = usePage();
  const family = page.path.slice(1) as Family;
  return (
    <>
      {/* i18n: design.show.* design.about.* design.s.* design.what.* */}
      <PageHead title={t(`design.show.${family}`)} lead={t(`design.about.${family}`)} />
      <ul className="grid12 examples">
        {examplesOf(family).map(({ path, section }) => (
          <li key={path} className="col-4">
            <Card title={<PageLink to={path}>{t(`design.s.${section}`)}</PageLink>}>
              <p className="quiet">{t(`design.what.${section}`)}</p>
            </Card>
          </li>
        ))}
      </ul>
    </>
  );
}
