/** The shop: products in a grid or a list, narrowed by links and small forms beside them. */
import { Empty, Icon, LinkButton, MenuLink, PageHead, PageLink, Trouble } from "../../../components";
import { ChoiceMenu } from "../../../components/ChoiceMenu";
import { Pagination } from "../../../components/Pagination";
import { Chip, FilterMenu } from "../../../components/filters";
import { SearchForm } from "../../../components/fields/SearchForm";
import { PageRefusal } from "../../../components/forms/PageRefusal";
import { useFormat, useText } from "../../../lib/i18n";
import { useGetForm, usePage } from "../../../page";
import { filtersOf, shopApi } from "./api";
import { Amount, Own, ProductCards } from "./parts";
import type { shopGrammar } from "./query";
import { SHOP, SORTS, type ProductCounts } from "./types";
import { useShop } from "./useShop";
import "../../../components/controls.css";

/** The page. */
export default function ShopPage() {
  const t = useText();
  const { query, here } = usePage<typeof shopGrammar>();
  const { view, ...list } = query;
  const result = shopApi.useProductsQuery(list);
  const counts = shopApi.useProductCountsQuery(filtersOf(list)).data;
  const shop = useShop();
  const { data } = result;
  const groups = useGroups(counts, data?.currency ?? "INR");
  return (
    <>
      <PageHead title={t("shop.title")} lead={data && t("shop.products", { n: data.total })} actions={<Own />} />
      <div className="s-page">
        <aside className="s-sides" aria-label={t("shop.filters")}>
          {groups.map(({ id, title, choices }) => (
            <nav key={id} aria-label={title}>
              <h2>{title}</h2>
              {choices.map(({ key, to, current, label, count }) => (
                <PageLink key={key} to={to} aria-current={current ? "true" : undefined}>
                  <Icon name={current ? "circle-check" : "circle"} size={16} />
                  <span>{label}</span>
                  <span className="t-n">{count}</span>
                </PageLink>
              ))}
              {id === "price" && <PriceForm />}
            </nav>
          ))}
        </aside>
        <div className="s-main">
          <PageRefusal title={t("shop.refused")} />
          <Tools groups={groups} />
          <Chosen currency={data?.currency ?? "INR"} />
          <Trouble of={result} />
          {data && data.items.length > 0 && (
            <ProductCards items={data.items} currency={data.currency} shop={shop} view={view || "grid"} />
          )}
          {data && data.items.length === 0 && <Nothing />}
          {data && data.total > data.per && <Pagination of={data} to={(page) => here({ page })} />}
        </div>
      </div>
    </>
  );
}

interface Choice {
  key: string;
  to: string;
  current: boolean;
  label: React.ReactNode;
  count: string;
}

interface Group {
  id: string;
  title: string;
  chosen: React.ReactNode;
  choices: Choice[];
}

/** Everything the products can be narrowed by, as links with how many they leave. */
function useGroups(counts: ProductCounts | undefined, currency: string): Group[] {
  const t = useText();
  const f = useFormat();
  const { query, here } = usePage<typeof shopGrammar>();
  if (!counts) return [];
  const link = (
    key: string,
    changes: Parameters<typeof here>[0],
    current: boolean,
    label: React.ReactNode,
    count: number,
  ): Choice => ({ key, to: here({ ...changes, page: undefined }), current, label, count: f.number(count) });
  const band = (over: number, under: number) =>
    over && under ? (
      <>
        <Amount of={String(over)} currency={currency} /> – <Amount of={String(under)} currency={currency} />
      </>
    ) : over ? (
      t("shop.above", { n: f.money(over, currency, 0) })
    ) : (
      t("shop.upTo", { n: f.money(under, currency, 0) })
    );
  const price = query.over || query.under ? band(query.over, query.under) : t("shop.any");
  // i18n: shop.category.*
  return [
    {
      id: "category",
      title: t("shop.category"),
      chosen: query.category ? t(`shop.category.${query.category}`) : t("shop.all"),
      choices: counts.categories.map(({ value, count }) =>
        link(
          value,
          { category: query.category === value ? undefined : value },
          query.category === value,
          t(`shop.category.${value}`),
          count,
        ),
      ),
    },
    {
      id: "price",
      title: t("shop.price"),
      chosen: price,
      choices: counts.prices.map(({ over, under, count }) => {
        const current = query.over === over && query.under === under;
        return link(
          `${over}-${under}`,
          { over: current ? undefined : over, under: current ? undefined : under },
          current,
          band(over, under),
          count,
        );
      }),
    },
    {
      id: "brand",
      title: t("shop.brand"),
      chosen: query.brand || t("shop.all"),
      choices: counts.brands.map(({ value, count }) =>
        link(
          value,
          { brand: query.brand === value ? undefined : value },
          query.brand === value,
          <bdi>{value}</bdi>,
          count,
        ),
      ),
    },
    {
      id: "rating",
      title: t("shop.rating"),
      chosen: query.rating ? t("shop.andUp", { n: query.rating }) : t("shop.any"),
      choices: counts.ratings.map(({ value, count }) =>
        link(
          String(value),
          { rating: query.rating === value ? undefined : value },
          query.rating === value,
          t("shop.andUp", { n: value }),
          count,
        ),
      ),
    },
    {
      id: "free",
      title: t("shop.delivery"),
      chosen: t(query.free ? "shop.freeDelivery" : "shop.any"),
      choices: [link("free", { free: !query.free }, query.free, t("shop.freeDelivery"), counts.free)],
    },
  ];
}

/** What of the address a form keeps: everything but the keys that it sets. */
function Kept({ but }: { but: readonly string[] }) {
  const { query } = usePage<typeof shopGrammar>();
  const filters = {
    ...query,
    free: query.free ? "1" : "",
    over: query.over || "",
    under: query.under || "",
    rating: query.rating || "",
    page: "",
    sort: query.sort === "featured" ? "" : query.sort,
    view: query.view === "grid" ? "" : query.view,
  };
  return Object.entries(filters).map(
    ([name, value]) =>
      !but.includes(name) && value !== "" && <input key={name} type="hidden" name={name} value={String(value)} />,
  );
}

/** A range of prices of one's own. */
function PriceForm() {
  const t = useText();
  const { query } = usePage<typeof shopGrammar>();
  const submit = useGetForm();
  return (
    <form
      noValidate
      className="s-range"
      method="get"
      action={SHOP}
      onSubmit={submit}
      key={`${query.over}-${query.under}`}
    >
      <Kept but={["over", "under"]} />
      <input
        className="input"
        type="number"
        name="over"
        min={0}
        max={100_000_000}
        inputMode="numeric"
        placeholder={t("shop.from")}
        aria-label={t("shop.priceFrom")}
        defaultValue={query.over || ""}
      />
      <input
        className="input"
        type="number"
        name="under"
        min={0}
        max={100_000_000}
        inputMode="numeric"
        placeholder={t("shop.to")}
        aria-label={t("shop.priceTo")}
        defaultValue={query.under || ""}
      />
      <button className="button" type="submit">
        {t("shop.go")}
      </button>
    </form>
  );
}

/** Search, filters where there is no room beside, order, and grid or list. */
function Tools({ groups }: { groups: readonly Group[] }) {
  const t = useText();
  const { query, here } = usePage<typeof shopGrammar>();
  const submit = useGetForm();
  // i18n: shop.sort.* shop.view.*
  return (
    <div className="s-tools row">
      <SearchForm label={t("shop.search")} action={SHOP} value={query.q} onSubmit={submit}>
        <Kept but={["q"]} />
      </SearchForm>
      <div className="s-chips">
        {groups.map(({ id, title, chosen, choices }) => (
          <FilterMenu key={id} label={title} value={chosen} tint={choices.some(({ current }) => current)}>
            {choices.map(({ key, to, current, label, count }) => (
              <MenuLink key={key} to={to} current={current}>
                {label} <span className="quiet">{count}</span>
              </MenuLink>
            ))}
          </FilterMenu>
        ))}
      </div>
      <ChoiceMenu
        label={t("shop.sortBy")}
        value={query.sort}
        options={SORTS.map((sort) => [sort, t(`shop.sort.${sort}`)])}
        to={(sort) => here({ sort, page: undefined })}
      />
      <nav className="segments" aria-label={t("shop.view")}>
        {(["grid", "list"] as const).map((view) => (
          <PageLink
            key={view}
            to={here({ view })}
            aria-current={query.view === view ? "true" : undefined}
            aria-label={t(`shop.view.${view}`)}
            title={t(`shop.view.${view}`)}
          >
            <Icon name={view === "grid" ? "layout-grid" : "list"} size={16} />
          </PageLink>
        ))}
      </nav>
    </div>
  );
}

/** What narrows now, each with its way out. */
function Chosen({ currency }: { currency: string }) {
  const t = useText();
  const f = useFormat();
  const { query, here } = usePage<typeof shopGrammar>();
  const money = (n: number) => f.money(n, currency, 0);
  const chips = [
    query.q && { id: "q", value: `“${query.q}”`, to: here({ q: undefined, page: undefined }) },
    query.category && {
      id: "category",
      value: t(`shop.category.${query.category}`),
      to: here({ category: undefined, page: undefined }),
    },
    (query.over || query.under) && {
      id: "price",
      value:
        query.over && query.under
          ? `${money(query.over)} – ${money(query.under)}`
          : query.over
            ? t("shop.above", { n: money(query.over) })
            : t("shop.upTo", { n: money(query.under) }),
      to: here({ over: undefined, under: undefined, page: undefined }),
    },
    query.brand && { id: "brand", value: query.brand, to: here({ brand: undefined, page: undefined }) },
    query.rating && {
      id: "rating",
      value: t("shop.andUp", { n: query.rating }),
      to: here({ rating: undefined, page: undefined }),
    },
    query.free && { id: "free", value: t("shop.freeDelivery"), to: here({ free: undefined, page: undefined }) },
  ].filter((chip): chip is { id: string; value: string; to: string } => Boolean(chip));
  if (chips.length === 0) return null;
  return (
    <div className="row">
      {chips.map(({ id, value, to }) => (
        <Chip key={id} value={value} removeTo={to} />
      ))}
      {chips.length > 1 && (
        <PageLink to={here({ sort: query.sort, view: query.view }, { reset: true })} className="small">
          {t("shop.clear")}
        </PageLink>
      )}
    </div>
  );
}

/** None that fits, or a list that does not go on so far. */
function Nothing() {
  const t = useText();
  const { query, here } = usePage<typeof shopGrammar>();
  if (query.page !== 1)
    return (
      <Empty
        icon="filter"
        title={t("shop.pastTitle")}
        actions={<LinkButton to={here({ page: undefined })}>{t("shop.toFirst")}</LinkButton>}
      />
    );
  const narrow = query.q || query.category || query.brand || query.over || query.under || query.rating || query.free;
  if (narrow)
    return (
      <Empty icon="filter" title={t("shop.noneTitle")} actions={<LinkButton to={SHOP}>{t("shop.clear")}</LinkButton>}>
        {t("shop.noneText")}
      </Empty>
    );
  return (
    <Empty icon="shopping-bag" title={t("shop.emptyTitle")}>
      {t("shop.emptyText")}
    </Empty>
  );
}
