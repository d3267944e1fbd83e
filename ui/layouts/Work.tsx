import { useEffect, useRef, useState } from "react";
import { useDispatch } from "react-redux";
import { Icon, Menu, MenuLink } from "../components";
import { api, type Shape } from "../api";
import { renewed } from "../features/notifications/api";
import { workApi } from "../features/work/api";
import { usePolling } from "../hooks/useSaveData";
import { useFormat, useText } from "../lib/i18n";

const POLL_MS = 2000;
type Item = Shape<"Work">["items"][number];

/** Long work that was begun and left: how far it is, wherever one goes; pages that list it hear when it is over. */
export default function Work() {
  const t = useText();
  const f = useFormat();
  const dispatch = useDispatch();
  const [over, setOver] = useState(false);
  const { data } = workApi.useWorkQuery(undefined, {
    pollingInterval: usePolling(POLL_MS, !over),
  });
  const seen = useRef(0);
  const count = data?.items.length;
  useEffect(() => {
    if (count === undefined) return;
    if (count < seen.current) {
      dispatch(api.util.invalidateTags(["Import", "Export"] as never));
      dispatch(renewed() as never);
    }
    seen.current = count;
    setOver(count === 0);
  }, [count, dispatch]);
  if (!data) return null;
  const name = ({ kind, name: file }: Item) =>
    kind === "import" ? t("common.work.import", { name: `\u2068${file}\u2069` }) : t("common.work.export");
  const far = ({ done, of }: Item) => (of > 0 ? t("common.work.of", { done, n: of }) : t("common.work.counting"));
  return (
    <div className="work" role="status">
      {data.items.length === 0 ? (
        <span className="menu-face">
          <Icon name="circle-check" />
          <span>{t("common.work.over")}</span>
        </span>
      ) : (
        <Menu
          label={t("common.work.title", { n: data.items.length })}
          face={
            <>
              <span className="spin" />
              <span aria-hidden="true">{f.number(data.items.length)}</span>
            </>
          }
        >
          {data.items.map((item) => (
            <MenuLink key={item.id} to={item.link}>
              {name(item)}
              <span className="block small quiet">{far(item)}</span>
            </MenuLink>
          ))}
        </Menu>
      )}
    </div>
  );
}
