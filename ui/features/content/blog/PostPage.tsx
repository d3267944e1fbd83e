import { PageLink } from "../../../components";
import { Crumbs } from "../../../components/content/Crumbs";
import { EditLink } from "../../../components/content/EditLink";
import { Prose } from "../../../components/content/Prose";
import { useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import { blogApi } from "./api";
import { Byline } from "./Byline";
import { Comments } from "./Comments";
import { editAt, LIST, readAt } from "./places";

/** One post with its comments. */
export default function PostPage() {
  const t = useText();
  const { params, session } = usePage<Record<never, never>, "id">();
  const { data } = blogApi.useBlogPostQuery({ id: params.id, hl: session.locale });
  if (!data) return null;
  return (
    <div className="wide content reading">
      <article>
        <Crumbs
          steps={[
            [t("blog.title"), LIST],
            [data.title, readAt(data.number)],
          ]}
        />
        <h1 dir="auto">{data.title}</h1>
        <Byline author={data.author} avatar={data.avatar} at={data.published_at} />
        <EditLink to={editAt(data.number)} size="s">
          {t("blog.edit")}
        </EditLink>
        {data.image && <img className="cover" src={data.image} alt="" width={640} height={240} />}
        <Prose html={data.content} />
        <p className="small">
          <PageLink className="tag-link" to={`${LIST}?category=${data.category}`}>
            {t(`blog.category.${data.category}`)}
          </PageLink>
          {data.tags.map((tag) => (
            <PageLink key={tag} className="tag-link" to={`${LIST}?tag=${encodeURIComponent(tag)}`}>
              <bdi>#{tag}</bdi>
            </PageLink>
          ))}
        </p>
      </article>
      <Comments post={data} />
    </div>
  );
}
