import { useState, type ComponentProps } from "react";
import { useFormat, useText } from "../../lib/i18n";
import { TextArea } from "../fields";
import { useFormState } from "../forms/typed";
import "../controls.css";

/** From how many characters left on a screen reader is notified. */
const NEAR = 20;

/** A text area that counts what is typed against its limit; the limit itself is the browser's. */
export function CountedTextArea({
  maxLength,
  defaultValue = "",
  onChange,
  ...rest
}: Omit<ComponentProps<typeof TextArea>, "aside" | "defaultValue"> & { maxLength: number; defaultValue?: string }) {
  const t = useText();
  const f = useFormat();
  const { values } = useFormState();
  const [length, setLength] = useState((values[rest.name ?? ""] ?? defaultValue).length);
  const left = maxLength - length;
  return (
    <>
      <TextArea
        {...rest}
        maxLength={maxLength}
        defaultValue={defaultValue}
        aside={
          <span className="counter" dir="ltr" aria-hidden="true">
            {t("controls.counted", { n: length, max: f.number(maxLength) })}
          </span>
        }
        onChange={(event) => {
          setLength(event.target.value.length);
          onChange?.(event);
        }}
      />
      <span className="sr" role="status">
        {left <= NEAR && t("controls.left", { n: left })}
      </span>
    </>
  );
}
