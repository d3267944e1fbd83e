import { useId } from "react";
import { useDispatch } from "react-redux";
import { ActionForm, Icon } from "..";
import { useText } from "../../lib/i18n";
import { useQuietSend } from "../../hooks/useQuietSend";
import { useSite } from "../../page";
import { laidOut } from "../../state";
import { CHOICES, DEFAULTS, isChosen, type Chosen } from "./choices";

/** Where the browser keeps whether the menu is collapsed, as specified. */
const MENU_KEY = "menuCollapsed";

/** Show at once what was chosen: what is outside React's reach is set here. */
function useApply(): (values: Chosen) => void {
  const dispatch = useDispatch();
  return (values) => {
    dispatch(laidOut(values));
    const { dataset } = document.documentElement;
    if (values.skin) dataset.skin = values.skin;
    if (values.saveData) dataset.saveData = values.saveData;
    if (values.isRTL !== undefined) document.documentElement.dir = values.isRTL ? "rtl" : "ltr";
    if (values.menuCollapsed !== undefined) localStorage.setItem(MENU_KEY, JSON.stringify(values.menuCollapsed));
  };
}

/** The choices as forms: each option is one button. */
export function LayoutForms({ page }: { page: string }) {
  const { session } = useSite();
  const t = useText();
  const apply = useApply();
  const own = useId();
  const reset = useQuietSend(() => apply({ ...DEFAULTS, isRTL: session.locale === "ar" }));
  return (
    <div className="layout-forms">
      {/* i18n: layout.of.* layout.skin.* layout.menu.* layout.width.* */}
      {/* i18n: layout.navbar.* layout.footer.* layout.direction.* layout.data.* */}
      {CHOICES.map(({ id, options }) => (
        <section key={id} aria-labelledby={`${own}-${id}`}>
          <h2 id={`${own}-${id}`}>{t(`layout.of.${id}`)}</h2>
          {id === "data" && <p className="quiet small">{t("layout.dataNote")}</p>}
          <div className="row">
            {options.map(([option, values]) => (
              <Option
                key={option}
                label={t(`layout.${id}.${option}`)}
                values={values}
                page={page}
                chosen={isChosen(session, values)}
                apply={apply}
              />
            ))}
          </div>
        </section>
      ))}
      <ActionForm call="/api/v1/preferences" method="DELETE" page={page} onSubmit={reset}>
        <button className="button quiet size-s">
          <Icon name="undo-2" size={16} />
          {t("layout.reset")}
        </button>
      </ActionForm>
    </div>
  );
}

/** One option: a form of its own, so that it works without script. */
function Option({
  label,
  values,
  page,
  chosen,
  apply,
}: {
  label: string;
  values: Chosen;
  page: string;
  chosen: boolean;
  apply: (values: Chosen) => void;
}) {
  const send = useQuietSend(() => apply(values));
  return (
    <ActionForm call="/api/v1/preferences" page={page} onSubmit={send}>
      {Object.entries(values).map(([key, value]) => (
        <input key={key} type="hidden" name={key} value={String(value)} />
      ))}
      <button className={chosen ? "chip tint" : "chip"} aria-pressed={chosen}>
        {chosen && <Icon name="check" size={14} />}
        {label}
      </button>
    </ActionForm>
  );
}
