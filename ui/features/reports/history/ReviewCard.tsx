/** What people say of a conversation: whether the bot was right, tags, and comments. */
import { ActionForm, Avatar, Button, Can, Notice, Pill } from "../../../components";
import { submitPath } from "../../../components/ActionForm";
import { Guarded } from "../../../components/forms/Guarded";
import { Field, Select, TextArea } from "../../../components/fields";
import { Confirm } from "../../../components/dialogs/Confirm";
import { DialogButton } from "../../../components/dialogs/buttons";
import { TextMenu } from "../../../components/fields/TextMenu";
import { ChoiceGroup } from "../../../components/fields/choices";
import { ChoiceInput } from "../../../components/forms/controls";
import { Refusal } from "../../../components/forms/Refusal";
import { useOwnForm } from "../../../components/forms/useOwnForm";
import { useKeys } from "../../../hooks/useKeys";
import { useScripted } from "../../../hooks/useScripted";
import { useFormat, useText } from "../../../lib/i18n";
import { doneOf, PageLink, usePage } from "../../../page";
import { useRef, useState } from "react";
import { conversationsApi, reviewPath } from "./api";
import type { transcriptGrammar } from "./query";
import { CATEGORIES, REVIEW_TONES, type Comment, type Transcript } from "./types";

/** The key of each state. */
const KEYS: Readonly<Record<string, string>> = { correct: "1", incorrect: "2", fixed: "3" };

interface Reviewed {
  data: Transcript;
  /** The conversation that is reviewed next. */
  next: string | null;
}

/** The three parts, each with its form. */
export function ReviewCard({ data, next }: Reviewed) {
  const { form: refused } = usePage();
  return (
    <Guarded refused={refused !== null}>
      <Review data={data} next={next} />
      <Tags data={data} />
      <Comments id={data.id} />
    </Guarded>
  );
}

/** Whether the bot was right; keys choose what it was, and `Enter` saves and goes on. */
function Review({ data: { id, review }, next }: Reviewed) {
  const t = useText();
  const f = useFormat();
  const { here, url } = usePage<typeof transcriptGrammar, "id">();
  const call = reviewPath(id, "review");
  const { values } = useOwnForm(call);
  const states = useRef<HTMLDivElement>(null);
  const choose = (key: string) => () => {
    const radio = states.current?.querySelector<HTMLInputElement>(`[aria-keyshortcuts="${key}"]`);
    radio?.click();
    radio?.focus();
  };
  useKeys({ "1": choose("1"), "2": choose("2"), "3": choose("3") });
  const submission = { call, method: "PUT", page: `${here()}#review`, revision: String(review.revision) } as const;
  return (
    <section className="rv" id="review">
      <h2>
        {t("review.title")}{" "}
        <Pill tone={REVIEW_TONES[review.state]}>{t(`review.s.${review.state}`) /* i18n: review.s.* */}</Pill>
      </h2>
      {review.reviewer && (
        <p className="quiet small">
          {t("reviews.by", { name: review.reviewer.name, time: f.dateTime(review.reviewed_at) })}
        </p>
      )}
      {review.category && <p>{t(`review.c.${review.category}`) /* i18n: review.c.* */}</p>}
      <Can
        I="review"
        a="Conversation"
        otherwise={
          review.note && (
            <p dir="auto" className="rv-note">
              {review.note}
            </p>
          )
        }
      >
        <ActionForm className="stack" {...submission} done="reviewed">
          {doneOf(url) === "reviewed" && <Notice tone="good">{t("reviews.reviewed")}</Notice>}
          <Refusal />
          <div ref={states}>
            <ChoiceGroup legend={t("reviews.right")} radio fields={["state"]}>
              {review.possible.map((state) => (
                <label key={state} className="choice">
                  <ChoiceInput
                    type="radio"
                    name="state"
                    value={state}
                    aria-keyshortcuts={KEYS[state]}
                    defaultChecked={(values.state ?? review.state) === state}
                  />
                  {t(`review.s.${state}`)}
                  <kbd aria-hidden="true">{KEYS[state]}</kbd>
                </label>
              ))}
            </ChoiceGroup>
          </div>
          <Select
            label={t("review.wrong")}
            name="category"
            defaultValue={review.category ?? ""}
            help={t("reviews.categoryHelp")}
            options={[
              { value: "", label: t("reviews.choose") },
              ...CATEGORIES.map((value) => ({ value, label: t(`review.c.${value}`) })),
            ]}
          />
          <TextArea
            label={t("reviews.note")}
            name="note"
            rows={2}
            dir="auto"
            maxLength={1000}
            defaultValue={review.note}
          />
          <div className="rv-acts">
            {next && (
              <Button
                type="submit"
                variant="primary"
                formAction={submitPath({ ...submission, then: `${next}#review` })}
              >
                {t("reviews.saveNext")}
              </Button>
            )}
            <Button type="submit">{t("reviews.save")}</Button>
          </div>
        </ActionForm>
      </Can>
    </section>
  );
}

/** The tags, each a link to the conversations that have it. */
function Tags({ data }: { data: Transcript }) {
  const t = useText();
  const { here, url } = usePage<typeof transcriptGrammar, "id">();
  const call = reviewPath(data.id, "tags");
  return (
    <section className="rv" id="tags">
      <h2>{t("reviews.tags")}</h2>
      {data.tags.length > 0 ? (
        <p className="rv-tags">
          {data.tags.map((tag) => (
            <PageLink
              key={tag}
              className="chip"
              to={`/reports/conversations?f=${encodeURIComponent(`tag:eq:${tag}`)}&r=all`}
            >
              <bdi>{tag}</bdi>
            </PageLink>
          ))}
        </p>
      ) : (
        <p className="quiet small">{t("reviews.noTags")}</p>
      )}
      <Can I="review" a="Conversation">
        <ActionForm
          className="stack"
          call={call}
          method="PUT"
          page={`${here()}#tags`}
          done="tagged"
          revision={String(data.review.revision)}
        >
          {doneOf(url) === "tagged" && <Notice tone="good">{t("reviews.tagged")}</Notice>}
          <Refusal />
          <Field
            label={t("reviews.editTags")}
            name="tags"
            dir="auto"
            autoComplete="off"
            defaultValue={data.tags.join(", ")}
            help={t("reviews.tagsHelp")}
          />
          <Button type="submit">{t("reviews.saveTags")}</Button>
        </ActionForm>
      </Can>
    </section>
  );
}

/** The comments, and the form for one more. */
function Comments({ id }: { id: string }) {
  const t = useText();
  const { query, here, url } = usePage<typeof transcriptGrammar, "id">();
  const { data } = conversationsApi.useCommentsQuery({ id, page: query.said });
  const call = reviewPath(id, "comments");
  const scripted = useScripted();
  const [text, setText] = useState("");
  if (!data) return null;
  return (
    <section className="rv" id="comments">
      <h2>{t("reviews.comments", { n: data.total })}</h2>
      <ol>
        {data.items.map((comment) => (
          <Said key={comment.id} id={id} comment={comment} />
        ))}
      </ol>
      {(data.previous ?? data.next) !== null && (
        <p>
          {data.previous !== null && (
            <PageLink to={`${here({ said: Number(data.previous) })}#comments`}>{t("reviews.earlier")}</PageLink>
          )}{" "}
          {data.next !== null && (
            <PageLink to={`${here({ said: data.next.startsWith("c") ? data.next : Number(data.next) })}#comments`}>
              {t("reviews.later")}
            </PageLink>
          )}
        </p>
      )}
      <Can I="review" a="Conversation">
        <ActionForm className="stack" call={call} page={`${here()}#comments`} done="commented">
          {doneOf(url) === "commented" && <Notice tone="good">{t("reviews.commented")}</Notice>}
          <Refusal />
          <TextArea
            label={t("reviews.comment")}
            name="text"
            rows={3}
            dir="auto"
            maxLength={2000}
            required
            {...(text && { value: text })}
            onChange={(event) => setText(event.target.value)}
            help={t("reviews.commentHelp")}
          />
          <div className="rv-acts">
            <Button type="submit">{t("reviews.send")}</Button>
            {scripted && data.people.length > 0 && (
              <TextMenu
                label={t("reviews.mention")}
                texts={data.people.map((person) => ({
                  id: person.id,
                  name: person.name,
                  note: "",
                  text: `@${person.name}`,
                }))}
                onChoose={(name) => setText((typed) => `${typed}${typed && !/\s$/.test(typed) ? " " : ""}${name} `)}
              />
            )}
          </div>
        </ActionForm>
      </Can>
    </section>
  );
}

/** One comment; its author can delete it. */
function Said({ id, comment }: { id: string; comment: Comment }) {
  const t = useText();
  const f = useFormat();
  const { here } = usePage<typeof transcriptGrammar, "id">();
  const dialog = `delete-comment-${comment.id}`;
  return (
    <li>
      <p className="quiet small">
        <Avatar name={comment.author} size={20} /> <bdi>{comment.author}</bdi>{" "}
        <time dateTime={comment.created_at}>{f.dateTime(comment.created_at)}</time>
      </p>
      <p dir="auto" className="rv-note">
        {comment.text}
      </p>
      {comment.own && (
        <Can I="review" a="Conversation">
          <DialogButton opens={dialog} size="s" variant="quiet">
            {t("reviews.delete")}
          </DialogButton>
          <Confirm
            id={dialog}
            title={t("reviews.deleteTitle")}
            act={t("reviews.delete")}
            keep={t("reviews.keep")}
            form={{
              call: `${reviewPath(id, "comments")}/${comment.id}`,
              method: "DELETE",
              revision: String(comment.revision),
              page: `${here()}#comments`,
            }}
          >
            {t("reviews.deleteText")}
          </Confirm>
        </Can>
      )}
    </li>
  );
}
