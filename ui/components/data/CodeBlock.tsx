/** Code to read and take along; it runs left to right in every language. */
import { useId, useState } from "react";
import { useText } from "../../lib/i18n";
import { Button } from "../Button";
import "./data.css";

/** The code with its name; long lines scroll, or wrap on request; copying needs a script and is hidden without. */
export function CodeBlock({ name, code }: { name: string; code: string }) {
  const t = useText();
  const id = useId();
  const [copied, setCopied] = useState<boolean | null>(null);
  const copy = () =>
    void navigator.clipboard.writeText(code).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <figure className="code">
      <figcaption>
        <span id={id}>{name}</span>
        <label className="choice">
          <input type="checkbox" />
          {t("data.wrap")}
        </label>
        <Button size="s" variant="quiet" icon="copy" className="scripted" onClick={copy}>
          {t("data.copy")}
        </Button>
        <span role="status" className="small quiet">
          {copied !== null && t(copied ? "data.copied" : "data.copyFailed")}
        </span>
      </figcaption>
      {/* What scrolls must be reachable by keyboard. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre dir="ltr" role="region" aria-labelledby={id} tabIndex={0}>
        <code>{code}</code>
      </pre>
    </figure>
  );
}

/** Keys to press together or after each other, such as `g d`. */
export function Keys({ keys }: { keys: string }) {
  return (
    <bdi className="keys" dir="ltr">
      {keys.split(" ").map((key, index) => (
        <kbd key={index}>{key}</kbd>
      ))}
    </bdi>
  );
}
