/** The filters of a report: every choice is a link to the same page with another query, so the address is the state. */
import { useSelector } from "react-redux";
import { MenuLink, Segments } from "../../../components";
import { Chip, FilterMenu } from "../../../components/filters";
import { useFormat, useText } from "../../../lib/i18n";
import { later, PageLink, usePage } from "../../../page";
import type { reportQuery } from "../filters/query";
import { selectFilterOptions } from "../dashboard/api";
import { PlaceMenu } from "../filters/PlaceMenu";
import { COMPARISONS, GROUPS, botsText, toggled } from "../filters/values";
import type { Shown } from "./types";
import "./reports.css";

// Parts of their own: they are large, and work as links and a form until they are alive.
const RangeChoices = later(() => import("./RangeChoices"), "RangeChoices");
const MoreFilters = later(() => import("./MoreFilters"), "MoreFilters");

/** Bot, group, range, today, comparison, channel, places, and what few choose. */
export function FilterBar({ data, hasGroups }: { data: Pick<Shown, "filters" | "options">; hasGroups: boolean }) {
  const t = useText();
  const f = useFormat();
  const { query, here } = usePage<typeof reportQuery>();
  const { filters } = data;
  const options = useSelector(selectFilterOptions) ?? data.options;
  const bots = options.bots.filter((bot) => query.bot.includes(bot.id));
  const botText = botsText(query.bot, bots, t);
  const channels = query.ch.map((channel) => t(`channel.${channel}`)); // i18n: channel.*
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
        value={channels.length ? channels.join(f.comma) : t("reports.all")}
        tint={channels.length > 0}
        name="filter"
      >
        <MenuLink to={here({ ch: undefined })} current={!channels.length}>
          {t("reports.all")}
        </MenuLink>
        {options.channels.map((channel) => (
          <MenuLink key={channel} to={here({ ch: toggled(query.ch, channel) })} current={query.ch.includes(channel)}>
            {t(`channel.${channel}`)}
          </MenuLink>
        ))}
      </FilterMenu>
      <PlaceMenu
        places={options.places}
        chosen={query.out}
        to={(out) => here({ out })}
        compare={`/reports/outlets${here({ cmp: undefined, g: undefined }).replace(/^[^?]*/, "")}`}
      />
      <MoreFilters filters={data.filters} options={data.options} />
    </nav>
  );
}
