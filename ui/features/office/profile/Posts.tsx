/** What people of the workspace write, newest first. */
import { Guarded } from "../../../components/forms/Guarded";
import { Avatar, Button, Card, Empty, Icon, LinkButton, Trouble } from "../../../components";
import { Pagination } from "../../../components/Pagination";
import { TextArea } from "../../../components/fields";
import { useState } from "react";
import { useFormat, useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import { profileApi } from "./api";
import { changes } from "./changes";
import { Gone, Own, Words, Written } from "./Own";
import type { profileGrammar } from "./query";
import { QuickForm, useDoing } from "./QuickForm";
import { Like, Remarks, useWriting } from "./Remarks";
import type { Post } from "./types";

/** The list, or one post alone. */
export function Posts() {
  const { place } = useDoing();
  const { query } = usePage<typeof profileGrammar>();
  return (
    <>
      {query.gone && <Gone id={query.gone} />}
      {place.alone ? <Alone id={place.alone} /> : <List />}
    </>
  );
}

/** One post, and the way to all of them. */
function Alone({ id }: { id: string }) {
  const t = useText();
  const result = profileApi.usePostQuery(id);
  return (
    <>
      <p>
        <LinkButton to="/pages/profile" icon="arrow-left" size="s">
          {t("profile.all")}
        </LinkButton>
      </p>
      <Trouble of={result} />
      {result.data && <PostCard post={result.data} />}
    </>
  );
}

/** A page of posts under the field for a new one. */
function List() {
  const t = useText();
  const { query, here } = usePage<typeof profileGrammar>();
  const result = profileApi.usePostsQuery(query.page);
  const { data } = result;
  return (
    <>
      {query.page === 1 && <Composer />}
      <Trouble of={result} />
      {data?.items.map((post) => (
        <PostCard key={post.id} post={post} />
      ))}
      {data?.items.length === 0 && (
        <Card>
          <Empty icon="message-circle" title={t("profile.emptyTitle")}>
            {t("profile.emptyText")}
          </Empty>
        </Card>
      )}
      {data && data.total > data.per && <Pagination of={data} to={(page) => here({ page })} />}
    </>
  );
}

/** A new post. */
function Composer() {
  const t = useText();
  const [write, { isLoading }] = changes.useWriteMutation();
  const call = "/api/v1/profile/posts";
  const { typed, send } = useWriting(call, (text) => write({ text }));
  return (
    <Card id="new">
      <Guarded refused={typed !== ""}>
        <QuickForm call={call} anchor="main" send={send} className="stack">
          <TextArea
            label={t("profile.write")}
            name="text"
            required
            maxLength={2000}
            rows={2}
            dir="auto"
            defaultValue={typed}
          />
          <p className="row">
            <Button type="submit" variant="primary" icon="send" busy={isLoading}>
              {t("profile.publish")}
            </Button>
          </p>
        </QuickForm>
      </Guarded>
    </Card>
  );
}

/** A post with what is thought and said of it. */
function PostCard({ post }: { post: Post }) {
  const t = useText();
  const anchor = `p${post.id}`;
  return (
    <article className="card pf-post" id={anchor} aria-label={t("profile.postOf", { name: post.author.name })}>
      <header className="pf-line flex gap-12">
        <Avatar name={post.author.name} src={post.author.avatar} size={32} />
        <div>
          <strong>
            <bdi>{post.author.name}</bdi>
          </strong>
          <Written row={post} className="block" />
        </div>
        <Own row={post} postId={post.id} anchor={anchor} />
      </header>
      <Words row={post} postId={post.id} anchor={anchor} />
      {post.image && <img className="pf-image" src={post.image} alt="" width={240} height={160} loading="lazy" />}
      <div className="pf-acts row">
        <Like row={post} postId={post.id} anchor={anchor} />
        <span className="pf-act">
          <Icon name="message-circle" size={16} />
          {t("profile.comments", { n: post.comments })}
        </span>
        <Share post={post} anchor={anchor} />
        <Likers post={post} />
      </div>
      <Remarks post={post} />
    </article>
  );
}

/** Some of those who like it. */
function Likers({ post }: { post: Post }) {
  const t = useText();
  const f = useFormat();
  if (post.likers.length === 0) return null;
  const more = post.likes - post.likers.length;
  return (
    <span className="pf-faces">
      <span className="sr">{t("profile.likedBy", { names: f.list(post.likers.map(({ name }) => name)) })}</span>
      <span aria-hidden="true">
        {post.likers.map((person) => (
          <Avatar key={person.id} name={person.name} src={person.avatar} size={20} />
        ))}
      </span>
      {more > 0 && <span className="small quiet">{t("profile.andMore", { n: more })}</span>}
    </span>
  );
}

/** Counts that one has shared it, once; with script its address is put where one can paste it from. */
function Share({ post, anchor }: { post: Post; anchor: string }) {
  const t = useText();
  const { me, place } = useDoing();
  const [react] = changes.useReactMutation();
  const [copied, setCopied] = useState(false);
  const send = () => {
    const address = `${window.location.origin}/pages/profile?post=${post.id}`;
    void navigator.clipboard?.writeText(address).then(
      () => setCopied(true),
      () => setCopied(false),
    );
    return post.shared ? null : react({ ...place, postId: post.id, id: post.id, kind: "share", on: true, me });
  };
  return (
    <QuickForm
      call={`/api/v1/profile/posts/${post.id}/reactions`}
      fields={{ kind: "share", on: "1" }}
      anchor={anchor}
      send={send}
    >
      <button className="pf-act" aria-pressed={post.shared}>
        <Icon name="share-2" size={16} />
        {t("profile.shares", { n: post.shares })}
      </button>
      <span className="small quiet" role="status">
        {copied ? t("profile.copied") : ""}
      </span>
    </QuickForm>
  );
}
