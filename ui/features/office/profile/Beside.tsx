/** Pictures, people one may know, and the newest poll. */
import { Avatar, Button, Card } from "../../../components";
import { useFormat, useText } from "../../../lib/i18n";
import { changes } from "./changes";
import { QuickForm, useDoing } from "./QuickForm";
import type { Acquaintance, Poll, Profile } from "./types";
import "../../../components/controls.css";

/** The album's newest pictures. */
export function Photos({ rows }: { rows: Profile["photos"] }) {
  const t = useText();
  if (rows.length === 0) return null;
  return (
    <Card title={t("profile.photos")} id="photos">
      <ul className="pf-photos rows">
        {rows.map((row) => (
          <li key={row.id}>
            <a href={row.image} title={row.title}>
              <img src={row.image} alt={row.title} width={120} height={80} loading="lazy" />
            </a>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** People one may know, and whether one follows them. */
export function People({ rows }: { rows: readonly Acquaintance[] }) {
  const t = useText();
  const [follow] = changes.useFollowMutation();
  if (rows.length === 0) return null;
  return (
    <Card title={t("profile.suggestions")} id="people">
      <ul className="pf-rows">
        {rows.map(({ person, mutual, following }) => (
          <li key={person.id}>
            <Avatar name={person.name} src={person.avatar} size={32} />
            <div>
              <strong className="ellipsis" dir="auto">
                {person.name}
              </strong>
              <span className="quiet small block">{t("profile.mutual", { n: mutual })}</span>
            </div>
            <QuickForm
              call={`/api/v1/profile/people/${person.id}/follow`}
              fields={{ on: following ? "0" : "1" }}
              anchor="people"
              send={() => follow({ id: person.id, on: !following })}
            >
              <Button
                type="submit"
                size="s"
                variant={following ? "quiet" : "plain"}
                aria-label={t(following ? "profile.unfollowOf" : "profile.followOf", { name: person.name })}
              >
                {t(following ? "profile.unfollow" : "profile.follow")}
              </Button>
            </QuickForm>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** The newest poll: each answer is a button, with its share of the votes behind it. */
export function PollCard({ poll }: { poll: Poll }) {
  const t = useText();
  const f = useFormat();
  const { me } = useDoing();
  const [vote] = changes.useVoteMutation();
  return (
    <Card
      title={t("profile.poll")}
      id="poll"
      foot={
        <>
          {t("profile.votes", { n: poll.votes })}
          {poll.mine && <> · {t("profile.voted")}</>}
        </>
      }
    >
      <p className="pf-text" dir="auto">
        {poll.question}
      </p>
      <ul className="pf-poll rows gap-12">
        {poll.options.map((option) => (
          <li key={option.id}>
            <QuickForm
              call={`/api/v1/profile/polls/${poll.id}/vote`}
              fields={{ option: option.id }}
              anchor="poll"
              send={() => (option.id === poll.mine ? null : vote({ id: poll.id, option: option.id, me }))}
            >
              <button className="pf-answer" aria-pressed={option.id === poll.mine}>
                <span dir="auto">{option.name}</span>
                <strong>{f.percent(option.percent, 0)}</strong>
                <progress max={100} value={option.percent} aria-hidden="true" />
              </button>
            </QuickForm>
            {option.people.length > 0 && (
              <p className="pf-faces">
                <span aria-hidden="true">
                  {option.people.map((person) => (
                    <Avatar key={person.id} name={person.name} src={person.avatar} size={20} />
                  ))}
                </span>
                <span className="small quiet">
                  {option.votes > option.people.length
                    ? t("profile.andMore", { n: option.votes - option.people.length })
                    : ""}
                </span>
                <span className="sr">{f.list(option.people.map(({ name }) => name))}</span>
              </p>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
