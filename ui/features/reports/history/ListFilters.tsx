/** The list's filters: search as a GET form, choices as links, what narrows as chips with a way out. */
import { MenuLink } from "../../../components";
import { AddChip, Chip } from "../../../components/filters";
import { SearchForm } from "../../../components/fields/SearchForm";
import { useFormat, useText } from "../../../lib/i18n";
import { later, PageLink, useGetForm, usePage } from "../../../page";
import { activeFilters, conditionLabel } from "./filters";
import { useFilterKeys, useFocusAfterRemoval } from "./focus";
import { GROUPS, PLACES, toggled } from "../filters/values";
import { FIRST, Kept, RangeMenu } from "../filters/RangeMenu";
import type { listGrammar } from "./query";
import { OUTCOMES, type ConversationPage } from "./types";

// The builder is large, and works as links and a form until it is alive.
const AddCondition = later(() => import("./Conditions"), "AddCondition");
const NewCondition = later(() => import("./Conditions"), "NewCondition");

/** Ranges of complete days, to which the day under way can be added. */
const DAYS_BEFORE = /^last_\d+_days$/;

/** Search, range, one chip per filter that narrows, and the panel that adds one. */
export function ListFilters({ data }: { data: ConversationPage }) {
  const t = useText();
  const f = useFormat();
  const { query, here } = usePage<typeof listGrammar>();
  useFocusAfterRemoval();
  useFilterKeys();
  const active = activeFilters(query, data.options, t, f, data.intent_title);
  return (
    <>
      <div className="lf">
        <Words />
        <RangeMenu label={t("conversations.started")} range={data.range} action="/reports/conversations" />
        {DAYS_BEFORE.test(query.r) &&
          (query.today ? (
            <Chip value={t("conversations.today")} removeTo={here({ ...FIRST, today: false })} />
          ) : (
            <PageLink className="chip add" to={here({ ...FIRST, today: true })}>
              {t("conversations.today")}
            </PageLink>
          ))}
        {active.map(({ key, label, value }) => (
          <Chip key={key} label={label} value={value} removeTo={here({ ...FIRST, [key]: undefined })} />
        ))}
        {data.conditions.map((row) => (
          <Chip
            key={row.f}
            label={conditionLabel(row, t)}
            value={row.values.join(f.comma)}
            removeTo={here({ ...FIRST, f: query.f.filter((other) => other !== row.f) })}
          />
        ))}
        <More data={data} />
        <AddCondition />
        {active.length + query.f.length > 0 && (
          <PageLink
            className="text-13"
            to={here({ r: query.r, today: query.today, sort: query.sort, per: query.per }, { reset: true })}
          >
            {t("conversations.clear")}
          </PageLink>
        )}
      </div>
      <NewCondition />
    </>
  );
}

/** What narrows the list: its name and its choices. */
type Part = [string, { key: string; label: string; to: string; current: boolean }[]];

/** Every choice as a link, by what it narrows. */
function More({ data }: { data: ConversationPage }) {
  const t = useText();
  const { query, here } = usePage<typeof listGrammar>();
  const parts: Part[] = [
    [
      t("conversations.group"),
      GROUPS.map((group) => ({
        key: group,
        label: t(`conversations.g.${group}`),
        to: here({ ...FIRST, grp: group }),
        current: query.grp === group,
      })),
    ], // i18n: conversations.g.*
    [
      t("conversations.outcome"),
      OUTCOMES.map((outcome) => ({
        key: outcome,
        label: t(`conversations.o.${outcome}`),
        to: here({ ...FIRST, outcome: toggled(query.outcome, outcome) }),
        current: query.outcome.includes(outcome),
      })), // i18n: conversations.o.*
    ],
    [
      t("conversations.channel"),
      data.options.channels.map((channel) => ({
        key: channel,
        label: t(`channel.${channel}`),
        to: here({ ...FIRST, ch: toggled(query.ch, channel) }),
        current: query.ch.includes(channel),
      })), // i18n: channel.*
    ],
    [
      t("conversations.bot"),
      data.options.bots.map((bot) => ({
        key: bot.id,
        label: bot.name,
        to: here({ ...FIRST, bot: toggled(query.bot, bot.id) }),
        current: query.bot.includes(bot.id),
      })),
    ],
    ...PLACES.map((kind): Part => [
      t(`places.${kind}`), // i18n: places.parent places.city places.outlet
      data.options.places
        .filter((place) => place.kind === kind)
        .map(({ id, name }) => ({
          key: `${kind}:${id}`,
          label: name,
          to: here({ ...FIRST, out: toggled(query.out, `${kind}:${id}`) }),
          current: query.out.includes(`${kind}:${id}`),
        })),
    ]),
  ];
  return (
    <AddChip name="filter">
      <div className="mp">
        {parts
          .filter(([, items]) => items.length > 0)
          .map(([label, items]) => (
            <section key={label}>
              <h2>{label}</h2>
              {items.map((item) => (
                <MenuLink key={item.key} to={item.to} current={item.current}>
                  {item.label}
                </MenuLink>
              ))}
            </section>
          ))}
      </div>
    </AddChip>
  );
}

/** Words in the conversation. */
function Words() {
  const t = useText();
  const submit = useGetForm();
  const { query } = usePage<typeof listGrammar>();
  return (
    <SearchForm label={t("conversations.search")} action="/reports/conversations" value={query.q} onSubmit={submit}>
      <Kept without="q" />
    </SearchForm>
  );
}
