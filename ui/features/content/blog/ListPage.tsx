import { Empty, PageLink } from "../../../components";
import { Pagination } from "../../../components/Pagination";
import { EditLink } from "../../../components/content/EditLink";
import { SearchForm } from "../../../components/fields/SearchForm";
import { Text, useText } from "../../../lib/i18n";
import { useGetForm, usePage } from "../../../page";
import { blogApi, type Listed } from "./api";
import { Byline } from "./Byline";
import { CATEGORIES, EDITING, FEED, LIST, readAt } from "./places";
import type { blogQuery } from "./query";
import "../../../components/content/content.css";
import "../../../styles/faq.css";

/** One post of the list. */
function Entry({ post }: { post: Listed }) {
  const t = useText();
  return (
    <li className="entry">
      {post.image && <img src={post.image} alt="" width={640} height={240} loading="lazy" />}
      <p className="small">
        <PageLink to={`${LIST}?category=${post.category}`}>{t(`blog.category.${post.category}`)}</PageLink>
        {/* i18n: blog.category.* */}
      </p>
      <h2 dir="auto">
        <PageLink to={readAt(post.number)}>{post.title}</PageLink>
      </h2>
      <p dir="auto">{post.excerpt}</p>
      <Byline author={post.author} avatar={post.avatar} at={post.published_at} />
      <p className="small quiet">
        {post.tags.map((tag) => (
          <PageLink key={tag} className="tag-link" to={`${LIST}?tag=${encodeURIComponent(tag)}`}>
            <bdi>#{tag}</bdi>
          </PageLink>
        ))}
        <PageLink to={`${readAt(post.number)}#comments`}>{t("blog.comments", { n: post.comments })}</PageLink>
      </p>
    </li>
  );
}

/** What is beside the list: search, categories, the newest posts. */
function Side() {
  const t = useText();
  const { query, session, here } = usePage<typeof blogQuery>();
  const { data } = blogApi.useSidebarQuery(session.locale);
  const submit = useGetForm();
  return (
    <aside className="blog-side">
      <SearchForm
        label={t("blog.search")}
        hint=""
        action={LIST}
        value={query.q}
        button={t("blog.search")}
        onSubmit={submit}
      >
        {session.locale !== "en" && <input type="hidden" name="hl" value={session.locale} />}
      </SearchForm>
      <nav aria-labelledby="categories">
        <h2 id="categories">{t("blog.categories")}</h2>
        <ul>
          {CATEGORIES.map((category) => (
            <li key={category}>
              <PageLink
                to={here({ category }, { reset: true })}
                aria-current={query.category === category ? "true" : undefined}
              >
                {t(`blog.category.${category}`)}
              </PageLink>
            </li>
          ))}
        </ul>
      </nav>
      <nav aria-labelledby="recent">
        <h2 id="recent">{t("blog.recent")}</h2>
        <ul>
          {data?.recentPosts.map((post) => (
            <li key={post.id}>
              <PageLink to={readAt(post.id)}>
                <span dir="auto">{post.title}</span>
              </PageLink>
            </li>
          ))}
        </ul>
      </nav>
      <p>
        <a href={session.locale === "en" ? FEED : `${FEED}?hl=${session.locale}`} type="application/atom+xml">
          {t("blog.feed")}
        </a>
      </p>
    </aside>
  );
}

/** The posts, narrowed by words, category or tag. */
export default function ListPage() {
  const t = useText();
  const { query, session, here } = usePage<typeof blogQuery>();
  const { data } = blogApi.useBlogQuery({ ...query, hl: session.locale });
  const mark = query.q || (query.category && t(`blog.category.${query.category}`)) || (query.tag && `#${query.tag}`);
  return (
    <>
      <div className="hero">
        <div className="wide">
          <div className="hero-text">
            <h1>{t("blog.heading")}</h1>
            <p>
              {mark ? (
                <Text id="blog.found" count={data?.total ?? 0} values={{ q: <strong>{mark}</strong> }} />
              ) : (
                t("blog.lead")
              )}
            </p>
            {mark && (
              <p className="row">
                <PageLink className="button" to={here({}, { reset: true })}>
                  {t("blog.all")}
                </PageLink>
              </p>
            )}
            <EditLink to={EDITING}>{t("blog.editing")}</EditLink>
          </div>
        </div>
      </div>
      <div className="wide content with-aside">
        <div>
          {data && data.items.length === 0 && (
            <Empty icon="file-text" title={t(mark ? "blog.none" : "blog.empty")}>
              {t(mark ? "blog.noneBody" : "blog.emptyBody")}
            </Empty>
          )}
          <ul className="entries">
            {data?.items.map((post) => (
              <Entry key={post.id} post={post} />
            ))}
          </ul>
          {data && data.total > data.per && (
            <Pagination of={{ ...data, page: query.page }} to={(page) => here({ page })} />
          )}
        </div>
        <Side />
      </div>
    </>
  );
}
