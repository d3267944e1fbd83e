/** One's profile: who one is, what people of the workspace write, and what one thinks of it. */
import { useMemo } from "react";
import { Avatar, LinkButton, ProblemNotice } from "../../../components";
import { useToast } from "../../../components/toasts/useToast";
import { PageRefusal } from "../../../components/forms/PageRefusal";
import { useText } from "../../../lib/i18n";
import { isProblem, NO_ANSWER } from "../../../lib/problem";
import { usePage } from "../../../page";
import { profileApi } from "./api";
import { About, Feeds, SuggestedPages } from "./About";
import type { profileGrammar } from "./query";
import { People, Photos, PollCard } from "./Beside";
import { useChanging } from "./Own";
import { Posts } from "./Posts";
import { DoingContext, type Doing } from "./QuickForm";
import type { Profile } from "./types";
import "./profile.css";

/** The page in each of its states. */
export default function ProfilePage() {
  const { data, error, refetch } = profileApi.useProfileQuery();
  if (!data) return error ? <ProblemNotice problem={error} retry={() => void refetch()} /> : null;
  return <Shown profile={data} />;
}

/** Cover and name, then three columns: about, posts, others. */
function Shown({ profile }: { profile: Profile }) {
  const t = useText();
  const { query, form } = usePage<typeof profileGrammar>();
  const { show } = useToast();
  const changing = useChanging();
  const alone = query.post[0] ?? null;
  const doing = useMemo<Doing>(
    () => ({
      me: profile.person,
      place: { page: query.page, alone },
      tell: async (answer) => {
        try {
          await answer.unwrap();
        } catch (error) {
          const { status, detail } = isProblem(error) ? error : { status: 500, detail: undefined };
          show({
            tone: "bad",
            title: t("profile.failed"),
            text: status === NO_ANSWER ? t("common.offline") : (detail ?? ""),
          });
        }
      },
    }),
    [profile.person, query.page, alone, show, t],
  );
  return (
    <DoingContext value={doing}>
      <Head profile={profile} />
      <PageRefusal title={t("profile.refused")} unless={Boolean(changing) && form?.problem.status === 412} />
      <div className="pf">
        <div className="stack pf-about">
          <About profile={profile} />
          <SuggestedPages rows={profile.pages} />
          <Feeds rows={profile.feeds} />
        </div>
        <div className="stack pf-posts">
          <Posts />
        </div>
        <div className="stack pf-beside">
          <Photos rows={profile.photos} />
          <People rows={profile.suggestions} />
          {profile.poll && <PollCard poll={profile.poll} />}
        </div>
      </div>
    </DoingContext>
  );
}

/** The cover, the picture, the name, and the way to change them. */
function Head({ profile }: { profile: Profile }) {
  const t = useText();
  return (
    <header className="card pf-head">
      <img className="pf-cover" src={profile.cover} alt="" width={1440} height={240} />
      <div className="pf-who row">
        <Avatar name={profile.person.name} src={profile.person.avatar} size={96} />
        <div>
          <h1>
            <bdi>{profile.person.name}</bdi>
          </h1>
          {profile.designation && (
            <p className="quiet" dir="auto">
              {profile.designation}
            </p>
          )}
        </div>
        <p className="pf-counts">
          <span>{t("profile.followers", { n: profile.followers })}</span>
          <span>{t("profile.following", { n: profile.following })}</span>
        </p>
        <LinkButton to="/pages/account-settings">{t("profile.edit")}</LinkButton>
      </div>
    </header>
  );
}
