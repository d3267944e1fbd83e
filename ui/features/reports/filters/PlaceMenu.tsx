/** The menu that narrows a report to dealer groups, cities and outlets. */
import { MenuLink } from "../../../components";
import { FilterMenu } from "../../../components/filters";
import { useText } from "../../../lib/i18n";
import { PLACES, placeText, toggled, type Place } from "./values";

/** What is chosen, the groups and cities to choose from, and the page on which outlets are compared. */
export function PlaceMenu({
  places,
  chosen,
  to,
  compare,
}: {
  places: readonly Place[];
  chosen: readonly string[];
  to: (chosen: string[] | undefined) => string;
  compare?: string;
}) {
  const t = useText();
  if (places.length === 0) return null;
  return (
    <FilterMenu label={t("places.outlets")} value={placeText(places, chosen, t)} tint={chosen.length > 0} name="filter">
      <MenuLink to={to(undefined)} current={chosen.length === 0}>
        {t("places.all")}
      </MenuLink>
      {PLACES.map((kind) => {
        const some = places.filter((place) => place.kind === kind);
        return (
          some.length > 0 && (
            <section key={kind}>
              <h2>{t(`places.${kind}`) /* i18n: places.parent places.city places.outlet */}</h2>
              {some.map((place) => {
                const key = `${kind}:${place.id}`;
                return (
                  <MenuLink key={key} to={to(toggled(chosen, key))} current={chosen.includes(key)}>
                    {place.name}
                  </MenuLink>
                );
              })}
            </section>
          )
        );
      })}
      {compare && <MenuLink to={compare}>{t("places.compare")}</MenuLink>}
    </FilterMenu>
  );
}
