import { Avatar } from "../../../components";
import { useFormat } from "../../../lib/i18n";
import "../../../styles/parts.css";

/** Who wrote something, and when. */
export function Byline({ author, avatar, at }: { author: string; avatar: string; at: string }) {
  const f = useFormat();
  return (
    <p className="byline small quiet">
      <Avatar name={author} src={avatar} />
      <bdi>{author}</bdi>
      <time dateTime={at}>{f.date(at)}</time>
    </p>
  );
}
