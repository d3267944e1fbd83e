/** Approval of the working copy by other people: asking for it, giving it and refusing it. */
import { ActionForm, Button, Card, Notice, Pill, Trouble, useCan } from "../../../components";
import { Field } from "../../../components/fields";
import { CountedTextArea } from "../../../components/fields/CountedTextArea";
import { Guarded } from "../../../components/forms/Guarded";
import { useFormat, useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import type { Bot } from "../catalog/api";
import { useOwnForm } from "../../../components/forms/useOwnForm";
import { Refusal } from "../../../components/forms/Refusal";
import { versionsApi, type Review } from "./api";
import type { versionsGrammar } from "./query";

const NOTE_LENGTH = 500;
const TONES = { requested: "warn", approved: "good", rejected: "bad", published: "quiet" } as const;
const OPEN = new Set(["requested", "approved"]);

/** The card above publishing. */
export function ReviewCard({ bot }: { bot: Bot }) {
  const t = useText();
  const can = useCan();
  const result = versionsApi.useReviewsQuery(bot.id);
  const review = result.data?.items[0];
  const isOpen = review !== undefined && OPEN.has(review.state) && review.current;
  return (
    <Card id="review" title={t("versions.review.title")} lead={t("versions.review.lead", { n: bot.approvals })}>
      <div className="stack">
        <Trouble of={result} />
        {review && <Standing review={review} />}
        {review && isOpen && <Answers bot={bot} review={review} />}
        {result.data && !isOpen && can("update", "Text") && <Request bot={bot} />}
      </div>
    </Card>
  );
}

/** Who asked, who has approved, and what became of it. */
function Standing({ review }: { review: Review }) {
  const t = useText();
  const f = useFormat();
  const tone = TONES[review.state as keyof typeof TONES] ?? "quiet";
  return (
    <>
      <p className="row">
        <Pill tone={tone}>{t(`versions.review.s.${review.state}`) /* i18n: versions.review.s.* */}</Pill>
        {OPEN.has(review.state) && (
          <b>{t("versions.review.count", { n: review.approvals.length, of: review.needed })}</b>
        )}
      </p>
      <p dir="auto">{review.note}</p>
      <p className="small quiet">
        {t("versions.review.by", { name: review.requested_by, at: f.dateTime(review.requested_at) })}
      </p>
      {review.approvals.length > 0 && (
        <ul className="rv">
          {review.approvals.map(({ by, at, comment }) => (
            <li key={`${by}${at}`}>
              {t("versions.review.approvedBy", { name: by, at: f.dateTime(at) })}
              {comment && <p dir="auto">{comment}</p>}
            </li>
          ))}
        </ul>
      )}
      {review.state === "rejected" && (
        <Notice
          tone="bad"
          title={t("versions.review.rejectedBy", { name: review.closed_by ?? "", reason: review.reason ?? "" })}
        />
      )}
      {OPEN.has(review.state) && !review.current && <Notice tone="warn" title={t("versions.review.outdated")} />}
    </>
  );
}

/** What the reader may do with it. */
function Answers({ bot, review }: { bot: Bot; review: Review }) {
  const t = useText();
  const can = useCan();
  const { here } = usePage<typeof versionsGrammar>();
  const of = `/api/v1/bots/${bot.id}/reviews/${review.id}`;
  const page = `${here()}#review`;
  const approve = useOwnForm(`${of}/approve`);
  const reject = useOwnForm(`${of}/reject`);
  const problem = approve.failed ?? reject.failed;
  return (
    <>
      {problem && (
        <Notice tone="bad" focus title={t("bot.notDone")}>
          {problem}
        </Notice>
      )}
      {review.barred === null ? (
        <ActionForm call={`${of}/approve`} page={page} done="reviewApproved" className="stack">
          <Field
            label={t("versions.review.comment")}
            name="comment"
            maxLength={NOTE_LENGTH}
            autoComplete="off"
            defaultValue={approve.values.comment}
            error={approve.errors.comment}
          />
          <p className="row">
            <Button type="submit" variant="primary" icon="check">
              {t("versions.review.approve")}
            </Button>
          </p>
        </ActionForm>
      ) : (
        review.barred !== "closed" && (
          <p className="quiet">{t(`versions.review.b.${review.barred}`) /* i18n: versions.review.b.* */}</p>
        )
      )}
      {can("approve", "Bot") && !review.own && (
        <ActionForm call={`${of}/reject`} page={page} done="reviewRejected" className="stack">
          <Field
            label={t("versions.review.reason")}
            name="reason"
            required
            maxLength={NOTE_LENGTH}
            autoComplete="off"
            defaultValue={reject.values.reason}
            error={reject.errors.reason}
          />
          <p className="row">
            <Button type="submit" icon="x">
              {t("versions.review.reject")}
            </Button>
          </p>
        </ActionForm>
      )}
      {review.own && (
        <ActionForm call={`${of}/cancel`} page={page} done="reviewCancelled">
          <Button type="submit" size="s" icon="x">
            {t("versions.review.cancel")}
          </Button>
        </ActionForm>
      )}
    </>
  );
}

/** Asks those who may approve. */
function Request({ bot }: { bot: Bot }) {
  const t = useText();
  const { here } = usePage<typeof versionsGrammar>();
  const call = `/api/v1/bots/${bot.id}/reviews`;
  return (
    <Guarded call={call} className="stack">
      <Refusal call={call} title={t("bot.notDone")} />
      <ActionForm call={call} page={`${here()}#review`} done="reviewRequested" className="stack">
        <CountedTextArea
          label={t("versions.review.note")}
          name="note"
          rows={2}
          required
          maxLength={NOTE_LENGTH}
          help={t("versions.review.noteHelp")}
        />
        <p className="row">
          <Button type="submit" icon="send">
            {t("versions.review.request")}
          </Button>
        </p>
      </ActionForm>
    </Guarded>
  );
}
