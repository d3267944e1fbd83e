import { useEffect, useState, useSyncExternalStore, type ReactNode } from "react";
import { useFormat, useText } from "../../lib/i18n";
import { Button, IconButton } from "../Button";
import { Icon } from "../Icon";
import { stays, toasts, type Shown, type ToastStore } from "./list";
import { ToastContext } from "./useToast";

/** How long a calm toast is seen. */
const LIFE_MS = 6000;
const ICONS = { good: "circle-check", bad: "circle-alert", info: "info" } as const;

const none: readonly Shown[] = [];

/** A list of toasts of its own, for what is in it: where there is no frame around a page. */
export function ToastProvider({ store = toasts, children }: { store?: ToastStore; children: ReactNode }) {
  return (
    <ToastContext value={store}>
      {children}
      <Toasts store={store} />
    </ToastContext>
  );
}

/** The toasts at the bottom end, newest on top. */
export default function Toasts({ store = toasts }: { store?: ToastStore }) {
  const t = useText();
  const visible = useSyncExternalStore(store.subscribe, store.all, () => none);
  const words = (bad: boolean) =>
    visible
      .filter((toast) => (toast.tone === "bad") === bad)
      .map((toast) =>
        [toast.title, toast.text, toast.action && t("common.toastAction", { what: toast.action.label })]
          .filter(Boolean)
          .join(" "),
      )[0];
  return (
    <>
      {/* Live regions tell what comes into them: they are there before. */}
      <div className="sr" role="status">
        {words(false)}
      </div>
      <div className="sr" role="alert">
        {words(true)}
      </div>
      <section className="toasts" aria-label={t("common.toasts")}>
        <ol>
          {visible.map((toast) => (
            <ToastLine key={toast.id} toast={toast} close={() => store.close(toast.id)} />
          ))}
        </ol>
      </section>
    </>
  );
}

/** One toast; a pointer or the focus on it stops its clock. */
function ToastLine({ toast, close }: { toast: Shown; close: () => void }) {
  const t = useText();
  const f = useFormat();
  const [held, setHeld] = useState(false);
  const { id, tone = "good", title, text, action, progress, icon, lasts = LIFE_MS } = toast;
  // What has its own end is not stopped: undoing would come too late.
  const runs = (!held || toast.lasts !== undefined) && !stays(toast);
  useEffect(() => {
    if (!runs) return;
    const clock = setTimeout(close, lasts);
    return () => clearTimeout(clock);
    // `close` is another function each time and always does the same.
  }, [runs, id]); // eslint-disable-line react-hooks/exhaustive-deps
  const hold = () => setHeld(true);
  const release = () => setHeld(false);
  return (
    <li className={`toast ${tone}`} onPointerEnter={hold} onPointerLeave={release} onFocus={hold} onBlur={release}>
      {icon ?? <Icon name={ICONS[tone]} />}
      <div className="toast-text">
        <span>
          {title && <strong>{title} </strong>}
          {text}
        </span>
        {progress !== undefined && (
          <progress max={1} value={progress} aria-label={text}>
            {f.percent(progress * 100, 0)}
          </progress>
        )}
      </div>
      {action && (
        <Button
          variant="quiet"
          size="s"
          className="toast-act"
          onClick={() => {
            action.do();
            close();
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton icon="x" size={16} label={t("common.close")} onClick={close} />
    </li>
  );
}
