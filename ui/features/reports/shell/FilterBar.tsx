/** The filters of a report: every choice is a link to the same page with another query, so the address is the state. */
import { useSelector } from "react-redux";
import { MenuLink, Segments } from "../../../components";
import { Chip, FilterMenu } from "../../../components/filters";
import { useFormat, useText } from "../../../lib/i18n";
import { later, PageLink, usePage } from "../../../page";
import type { reportQuery } from "../filters/query";
import { selectFilterOptions } from "../dashboard/api";
import { PlaceMenu } from "../filters/PlaceMenu";
import { botsText, toggled } from "../filters/places";
import { COMPARISONS, GROUPS, TRAFFIC } from "../filters/values";
import type { Shown } from "./types";
import "./reports.css";

// A part of its own: it is large, and works as links and a form until it is alive. What shows of it when closed is not.
const RangeChoices = later(() => import("./RangeChoices"), "RangeChoices");

/** Bot, group, range, today, comparison, channel, language, traffic, steps, places and zone. */
export function FilterBar({ data, hasGroups }: { data: Pick<Shown, "filters" | "options">; hasGroups: boolean }) {
  const t = useText();
  const f = useFormat();
  const { query, here, session } = usePage<typeof reportQuery>();
  const names = new Intl.DisplayNames(session.locale, { type: "language" });
  const { filters } = data;
  const options = useSelector(selectFilterOptions) ?? data.options;
  const bots = options.bots.filter((bot) => query.bot.includes(bot.id));
  const botText = botsText(query.bot, bots, t);
  const channels = query.ch.map((channel) => t(`reports.ch.${channel}`)); // i18n: reports.ch.*
  const zones = [...new Set(["client", "viewer", ...options.zones, query.tz])];
  // i18n: reports.z.*
  const zoneText = (zone: string) => (zone === "client" || zone === "viewer" ? t(`reports.z.${zone}`) : zone);
  return (
    <nav className="fb" aria-label={t("reports.filters")}>
      <FilterMenu label={t("reports.bot")} value={botText} tint={query.bot.length > 0} name="filter">
        <MenuLink to={here({ bot: undefined })} current={!query.bot.length}>
          {t("reports.allBots")}
        </MenuLink>
        {options.bots.map((bot) => (
          <MenuLink key={bot.id} to={here({ bot: toggled(query.bot, bot.id) })} current={query.bot.includes(bot.id)}>
            {bot.name}
          </MenuLink>
        ))}
      </FilterMenu>
      {hasGroups && (
        <Segments
          label={t("reports.group")}
          items={GROUPS.map((group) => ({
            label: t(`reports.${group}`),
            to: here({ grp: group }),
            current: query.grp === group,
          }))} // i18n: reports.overall reports.service reports.sales reports.psf
        />
      )}
      <FilterMenu
        label={t("reports.range")}
        value={
          <>
            {t(`reports.r.${query.r.includes("..") ? "custom" : query.r}`) /* i18n: reports.r.* */}{" "}
            <span className="quiet">{f.range(filters.from, filters.to)}</span>
          </>
        }
        name="filter"
      >
        <RangeChoices filters={filters} />
      </FilterMenu>
      {query.today && filters.can_add_today ? (
        <Chip value={t("reports.today")} removeTo={here({ today: false })} />
      ) : (
        filters.can_add_today && (
          <PageLink className="chip add" to={here({ today: true })}>
            {t("reports.today")}
          </PageLink>
        )
      )}
      {query.r !== "all" && (
        <FilterMenu label={t("reports.compare")} value={t(`reports.c.${filters.cmp}`)} name="filter">
          {COMPARISONS.map((comparison) => (
            // i18n: reports.c.*
            <MenuLink key={comparison} to={here({ cmp: comparison })} current={query.cmp === comparison}>
              {t(`reports.c.${comparison}`)}
            </MenuLink>
          ))}
        </FilterMenu>
      )}
      <FilterMenu
        label={t("reports.channel")}
        value={channels.length ? channels.join(", ") : t("reports.all")}
        tint={channels.length > 0}
        name="filter"
      >
        <MenuLink to={here({ ch: undefined })} current={!channels.length}>
          {t("reports.all")}
        </MenuLink>
        {options.channels.map((channel) => (
          <MenuLink key={channel} to={here({ ch: toggled(query.ch, channel) })} current={query.ch.includes(channel)}>
            {t(`reports.ch.${channel}`)}
          </MenuLink>
        ))}
      </FilterMenu>
      <FilterMenu
        label={t("reports.language")}
        value={query.lang ? (names.of(query.lang) ?? query.lang) : t("reports.all")}
        tint={query.lang !== ""}
        name="filter"
      >
        <MenuLink to={here({ lang: undefined })} current={query.lang === ""}>
          {t("reports.all")}
        </MenuLink>
        {options.languages.map((language) => (
          <MenuLink key={language} to={here({ lang: language })} current={query.lang === language}>
            {names.of(language)}
          </MenuLink>
        ))}
      </FilterMenu>
      <FilterMenu
        label={t("reports.traffic")}
        value={t(`reports.t.${query.traffic}`) /* i18n: reports.t.* */}
        tint={query.traffic !== "real"}
        name="filter"
      >
        {TRAFFIC.map((traffic) => (
          <MenuLink key={traffic} to={here({ traffic })} current={query.traffic === traffic}>
            {t(`reports.t.${traffic}`)}
          </MenuLink>
        ))}
      </FilterMenu>
      <FilterMenu label={t("reports.step")} value={t(`reports.g.${data.filters.g}`)} name="filter">
        {["auto", ...data.options.steps].map((step) => (
          // i18n: reports.g.*
          <MenuLink key={step} to={here({ g: step })} current={query.g === step}>
            {t(`reports.g.${step}`)}
          </MenuLink>
        ))}
      </FilterMenu>
      <PlaceMenu
        places={options.places}
        chosen={query.out}
        to={(out) => here({ out })}
        compare={`/reports/outlets${here({ cmp: undefined, g: undefined }).replace(/^[^?]*/, "")}`}
      />
      <FilterMenu
        label={t("reports.zone")}
        value={query.tz === "client" ? filters.zone : zoneText(query.tz)}
        tint={query.tz !== "client"}
        name="filter"
      >
        {zones.map((zone) => (
          <MenuLink key={zone} to={here({ tz: zone })} current={query.tz === zone}>
            {zoneText(zone)}
          </MenuLink>
        ))}
      </FilterMenu>
    </nav>
  );
}
