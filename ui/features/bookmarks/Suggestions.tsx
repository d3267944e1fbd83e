/** The pages one may keep whole, each with its star. */
import { useSelector } from "react-redux";
import { ActionForm, Card, Icon } from "../../components";
import { useText } from "../../lib/i18n";
import type { ApiState } from "../../api";
import { bookmarksApi, selectSuggestions } from "./api";

/** The stars; pressing one keeps its page or lets it go. */
export function Suggestions() {
  const t = useText();
  bookmarksApi.usePlacesQuery();
  const places = useSelector((state: ApiState) => selectSuggestions(state));
  if (places.length === 0) return null;
  return (
    <Card title={t("bookmarks.pages")} lead={t("bookmarks.pagesText")}>
      <ActionForm className="keep-pages" call="/api/bookmarks/update" page="/bookmarks">
        {places.map((place) => (
          <button key={place.id} className="chip" name="id" value={place.id} aria-pressed={place.isBookmarked}>
            <Icon name="star" size={14} className={place.isBookmarked ? "on" : ""} />
            {place.title}
          </button>
        ))}
      </ActionForm>
    </Card>
  );
}
