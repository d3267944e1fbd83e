/** Filters that few choose, in one menu: language, traffic, steps and zone; those chosen are chips. */
import { MenuLink } from "../../../components";
import { AddChip, Chip } from "../../../components/filters";
import { useText } from "../../../lib/i18n";
import { languageName } from "../../../lib/languageName";
import { usePage } from "../../../page";
import type { reportQuery } from "../filters/query";
import { TRAFFIC } from "../filters/values";
import type { Shown } from "./types";

interface Filter {
  label: string;
  /** What is chosen, and the address without it; null where that is the default. */
  chosen: { value: string; removeTo: string } | null;
  choices: readonly { value: string; label: string; to: string; current: boolean }[];
}

function useFilters({ filters, options }: Pick<Shown, "filters" | "options">): Filter[] {
  const t = useText();
  const { query, here, session } = usePage<typeof reportQuery>();
  const name = (language: string) => languageName(language, session.locale);
  const zones = [...new Set(["client", "viewer", ...options.zones, query.tz])];
  const zoneText = (zone: string) => (zone === "client" || zone === "viewer" ? t(`reports.z.${zone}`) : zone);
  // i18n: reports.t.* reports.g.* reports.z.*
  return [
    {
      label: t("reports.language"),
      chosen: query.lang ? { value: name(query.lang), removeTo: here({ lang: undefined }) } : null,
      choices: options.languages.map((lang) => ({
        value: lang,
        label: name(lang),
        to: here({ lang }),
        current: query.lang === lang,
      })),
    },
    {
      label: t("reports.traffic"),
      chosen:
        query.traffic === "real"
          ? null
          : { value: t(`reports.t.${query.traffic}`), removeTo: here({ traffic: undefined }) },
      choices: TRAFFIC.map((traffic) => ({
        value: traffic,
        label: t(`reports.t.${traffic}`),
        to: here({ traffic }),
        current: query.traffic === traffic,
      })),
    },
    {
      label: t("reports.step"),
      chosen: query.g === "auto" ? null : { value: t(`reports.g.${filters.g}`), removeTo: here({ g: undefined }) },
      choices: ["auto", ...options.steps].map((step) => ({
        value: step,
        label: t(`reports.g.${step}`),
        to: here({ g: step }),
        current: query.g === step,
      })),
    },
    {
      label: t("reports.zone"),
      chosen: query.tz === "client" ? null : { value: zoneText(query.tz), removeTo: here({ tz: undefined }) },
      choices: zones.map((tz) => ({ value: tz, label: zoneText(tz), to: here({ tz }), current: query.tz === tz })),
    },
  ];
}

/** The chips of what is chosen, and the menu. */
export function MoreFilters(props: Pick<Shown, "filters" | "options">) {
  const filters = useFilters(props);
  return (
    <>
      {filters.map(({ label, chosen }) => chosen && <Chip key={label} label={label} {...chosen} />)}
      <AddChip name="filter">
        {filters.map(({ label, choices }) => (
          <section key={label}>
            <h2>{label}</h2>
            {choices.map(({ value, label, to, current }) => (
              <MenuLink key={value} to={to} current={current}>
                {label}
              </MenuLink>
            ))}
          </section>
        ))}
      </AddChip>
    </>
  );
}
