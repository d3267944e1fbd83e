/** What is said of a post, and what every remark has: likes. */
import { useRef } from "react";
import { Avatar, Button, Icon } from "../../../components";
import { Guarded } from "../../../components/forms/Guarded";
import { useFormat, useText } from "../../../lib/i18n";
import { release } from "../../../lib/unsaved";
import { usePage } from "../../../page";
import { changes } from "./changes";
import { Own, Words, Written } from "./Own";
import { QuickForm, useDoing } from "./QuickForm";
import type { Post, Remark } from "./types";

/** The text of a form: what was typed before a refusal, and sending it so that nothing typed is lost. */
export function useWriting(call: string, write: (text: string) => { unwrap: () => Promise<unknown> }) {
  const { form } = usePage();
  const refused = form?.problem.instance === call ? form.values.text : undefined;
  const sending = useRef(false);
  const send = (element: HTMLFormElement) => {
    const field = element.elements.namedItem("text") as HTMLTextAreaElement;
    const text = field.value.trim();
    if (!text || sending.current) return null;
    sending.current = true;
    field.value = "";
    const answer = write(text);
    const stored = () => {
      // What was typed since is not stored.
      if (!field.value) release(element);
    };
    answer
      .unwrap()
      .then(stored, () => void (field.value ||= text))
      .finally(() => void (sending.current = false));
    return answer;
  };
  return { typed: refused ?? "", send };
}

/** A heart that is set or not, and how many others there are. */
export function Like({ row, postId, anchor }: { row: Remark; postId: string; anchor: string }) {
  const t = useText();
  const { me, place } = useDoing();
  const [react] = changes.useReactMutation();
  const on = !row.liked;
  return (
    <QuickForm
      call={`/api/v1/profile/posts/${row.id}/reactions`}
      fields={{ kind: "like", on: on ? "1" : "0" }}
      anchor={anchor}
      send={() => react({ ...place, postId, id: row.id, kind: "like", on, me })}
    >
      <button className="pf-act pf-like" aria-pressed={row.liked}>
        <Icon name="heart" size={16} />
        {t("profile.likes", { n: row.likes })}
      </button>
    </QuickForm>
  );
}

/** The newest comments and the field for another one. */
export function Remarks({ post }: { post: Post }) {
  const t = useText();
  const f = useFormat();
  const { session } = usePage();
  const { me, place } = useDoing();
  const [comment] = changes.useCommentMutation();
  const call = `/api/v1/profile/posts/${post.id}/comments`;
  const { typed, send } = useWriting(call, (text) =>
    comment({ ...place, postId: post.id, text, me, now: session.now }),
  );
  const anchor = `p${post.id}`;
  return (
    <div className="pf-remarks">
      {post.comments > post.remarks.length && (
        <p className="small quiet">{t("profile.newest", { n: post.remarks.length, all: f.number(post.comments) })}</p>
      )}
      {post.remarks.length > 0 && (
        <ul>
          {post.remarks.map((row) => (
            <li key={row.id}>
              <Avatar name={row.author.name} src={row.author.avatar} size={28} />
              <div>
                <p className="small">
                  <strong>
                    <bdi>{row.author.name}</bdi>
                  </strong>{" "}
                  <Written row={row} />
                </p>
                <Words row={row} postId={post.id} anchor={anchor} />
                {row.id && (
                  <div className="pf-acts row">
                    <Like row={row} postId={post.id} anchor={anchor} />
                    <Own row={row} postId={post.id} anchor={anchor} />
                  </div>
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
      <Guarded refused={typed !== ""}>
        <QuickForm call={call} anchor={anchor} send={send} className="pf-say">
          <Avatar name={me.name} src={me.avatar} size={28} />
          <textarea
            className="input"
            name="text"
            required
            maxLength={2000}
            rows={1}
            dir="auto"
            defaultValue={typed}
            placeholder={t("profile.say")}
            aria-label={t("profile.sayTo", { name: post.author.name })}
          />
          <Button type="submit" icon="send">
            {t("profile.send")}
          </Button>
        </QuickForm>
      </Guarded>
    </div>
  );
}
