/** What people say about themselves, and what one may like to read. */
import { Avatar, Card, Icon, PageLink } from "../../../components";
import { Facts } from "../../../components/Facts";
import { useFormat, useText } from "../../../lib/i18n";
import { changes } from "./changes";
import { QuickForm } from "./QuickForm";
import type { Profile, Source } from "./types";

/** The facts that are there; without a word about yourself, the way to one. */
export function About({ profile }: { profile: Profile }) {
  const t = useText();
  const f = useFormat();
  const facts: (readonly [string, React.ReactNode])[] = [
    [t("profile.joined"), f.date(profile.joined)],
    ...(profile.company ? [[t("profile.company"), <bdi key="c">{profile.company}</bdi>] as const] : []),
    ...(profile.country ? [[t("profile.lives"), <bdi key="l">{profile.country}</bdi>] as const] : []),
    [t("profile.email"), <bdi key="e">{profile.email}</bdi>],
    ...(profile.website
      ? [
          [
            t("profile.website"),
            <a key="w" href={profile.website} rel="nofollow noopener noreferrer me">
              <bdi>{profile.website.replace(/^https?:\/\//, "")}</bdi>
            </a>,
          ] as const,
        ]
      : []),
  ];
  return (
    <Card title={t("profile.about")} id="about">
      <p className="pf-text" dir="auto">
        {profile.about || <PageLink to="/pages/account-settings/information">{t("profile.noAbout")}</PageLink>}
      </p>
      <Facts items={facts} />
    </Card>
  );
}

/** A star that is set or not. */
function Favorite({ row, anchor }: { row: Source; anchor: string }) {
  const t = useText();
  const [favor] = changes.useFavorMutation();
  const on = !row.favorite;
  return (
    <QuickForm
      call={`/api/v1/profile/sources/${row.id}/favorite`}
      fields={{ on: on ? "1" : "0" }}
      anchor={anchor}
      send={() => favor({ id: row.id, on })}
    >
      <button
        className="icon-button pf-star"
        aria-pressed={row.favorite}
        aria-label={t("profile.favorite", { name: row.name })}
        title={t("profile.favorite", { name: row.name })}
      >
        <Icon name="star" />
      </button>
    </QuickForm>
  );
}

/** Pages that are suggested. */
export function SuggestedPages({ rows }: { rows: readonly Source[] }) {
  const t = useText();
  if (rows.length === 0) return null;
  return (
    <Card title={t("profile.pages")} id="pages">
      <ul className="pf-rows">
        {rows.map((row) => (
          <li key={row.id}>
            <Avatar name={row.name} size={32} />
            <div>
              <strong className="ellipsis" dir="auto">
                {row.name}
              </strong>
              <span className="quiet small block" dir="auto">
                {row.about}
              </span>
            </div>
            <Favorite row={row} anchor="pages" />
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** The latest from feeds. */
export function Feeds({ rows }: { rows: readonly Source[] }) {
  const t = useText();
  if (rows.length === 0) return null;
  return (
    <Card title={t("profile.feeds")} id="feeds">
      <ul className="pf-rows">
        {rows.map((row) => (
          <li key={row.id}>
            <Avatar name={row.name} size={32} />
            <div>
              <strong className="ellipsis" dir="auto">
                {row.name}
              </strong>
              <span className="quiet small block">
                <bdi>@{row.handle}</bdi>
              </span>
              <p dir="auto">{row.about}</p>
              <span className="dim small" dir="auto">
                {row.tags}
              </span>
            </div>
            <Favorite row={row} anchor="feeds" />
          </li>
        ))}
      </ul>
    </Card>
  );
}
