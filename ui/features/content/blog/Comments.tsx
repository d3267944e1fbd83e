import { ActionForm, Avatar, Button, Can, Notice, PageLink } from "../../../components";
import { TextArea } from "../../../components/fields";
import { Refusal } from "../../../components/forms/Refusal";
import { Guarded } from "../../../components/forms/Guarded";
import { useFormat, useText } from "../../../lib/i18n";
import { path } from "../../../lib/path";
import { doneOf, usePage } from "../../../page";
import type { BlogPost } from "./api";
import { readAt } from "./places";

/** What was said to a post, and the form of who is signed in. */
export function Comments({ post }: { post: BlogPost }) {
  const t = useText();
  const f = useFormat();
  const { session, form, url, here } = usePage();
  const own = readAt(post.number);
  return (
    <section className="comments" id="comments" aria-labelledby="comments-title">
      <h2 id="comments-title">{t("blog.comments", { n: post.comments })}</h2>
      {post.comments > post.latest_comments.length && (
        <p className="small quiet">{t("blog.latest", { n: post.latest_comments.length })}</p>
      )}
      <ol>
        {post.latest_comments.map((comment) => (
          <li key={comment.id}>
            <p className="byline small quiet">
              <Avatar name={comment.author} src={comment.avatar} />
              <bdi>{comment.author}</bdi>
              <time dateTime={comment.created_at}>{f.dateTime(comment.created_at)}</time>
            </p>
            <p dir="auto" className="said">
              {comment.text}
            </p>
            <Can I="delete" a="Site">
              <ActionForm
                call={`/api/v1/blog/${post.number}/comments/${comment.id}`}
                method="DELETE"
                page={here()}
                revision={String(comment.revision)}
              >
                <button className="button size-s" aria-label={t("blog.removeComment", { name: comment.author })}>
                  {t("blog.remove")}
                </button>
              </ActionForm>
            </Can>
          </li>
        ))}
      </ol>
      {session.user ? (
        <Guarded refused={form !== null}>
          <ActionForm
            call={`/api/v1/blog/${post.number}/comments`}
            page={`${here()}#comments`}
            done="commented"
            className="stack"
          >
            {doneOf(url) === "commented" && !form && (
              <Notice tone="good">{t(session.workspace?.site ? "blog.commented" : "blog.commentWaits")}</Notice>
            )}
            <Refusal />
            <TextArea
              label={t("blog.comment")}
              name="text"
              required
              maxLength={2000}
              help={[
                t("blog.commentHelp", { name: session.user.fullName }),
                ...(session.workspace?.site ? [] : [t("blog.commentWaits")]),
              ].join(" ")}
            />
            <p>
              <Button type="submit" variant="primary">
                {t("blog.send")}
              </Button>
            </p>
          </ActionForm>
        </Guarded>
      ) : (
        <p>
          <PageLink to={path("/pages/login-v1", { next: own })} className="button">
            {t("blog.signIn")}
          </PageLink>
        </p>
      )}
    </section>
  );
}
