/** The picture in the widget's head: sent with the form as text, chosen with script alone. */
import { useRef, useState, type ChangeEvent } from "react";
import { Button } from "../../../components";
import { Labelled, useAround } from "../../../components/fields";
import { useScripted } from "../../../hooks/useScripted";
import { useText } from "../../../lib/i18n";

const LARGEST = 32 * 1024;
const KINDS = "image/png,image/jpeg,image/webp,image/gif";

/** The field. */
export function AvatarField({ name, value, error }: { name: string; value: string; error?: string[] | undefined }) {
  const t = useText();
  const scripted = useScripted();
  const ref = useRef<HTMLInputElement>(null);
  const [picture, setPicture] = useState(value);
  const [wrong, setWrong] = useState<string>();
  const help = t("themes.avatarHelp");
  const { id, message, aria } = useAround({ error: wrong ?? error, help });
  const put = (text: string) => {
    setPicture(text);
    setWrong(undefined);
    ref.current!.value = text;
    ref.current!.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const chosen = ({ currentTarget: { files } }: ChangeEvent<HTMLInputElement>) => {
    const file = files?.[0];
    if (!file) return;
    if (file.size > LARGEST) return setWrong(help);
    const reader = new FileReader();
    reader.onload = () => put(String(reader.result));
    reader.readAsDataURL(file);
  };
  return (
    <Labelled id={id} label={t("themes.avatar")} help={help} message={message}>
      <input ref={ref} type="hidden" name={name} defaultValue={value} />
      <div className="row">
        {picture && <img className="th-avatar" src={picture} alt="" width={36} height={36} />}
        {scripted ? (
          <input {...aria} type="file" accept={KINDS} className="input" onChange={chosen} />
        ) : (
          <output id={id} className="small quiet">
            {t("themes.avatarScript")}
          </output>
        )}
        {scripted && picture && (
          <Button type="button" size="s" icon="trash" onClick={() => put("")}>
            {t("themes.avatarRemove")}
          </Button>
        )}
      </div>
    </Labelled>
  );
}
