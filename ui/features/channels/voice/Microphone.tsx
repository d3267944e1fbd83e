/** Records an answer and has it recognised here; a person reads the words before they are sent. */
import { useEffect, useRef, useState } from "react";
import { Button } from "../../../components";
import { useText } from "../../../lib/i18n";
import { hearingApi } from "./hearingApi";
import { record, type Recording } from "./recording";

interface Props {
  bot: string;
  call: string;
  /** The recording begins. */
  onBegin: () => void;
  onText: (text: string) => void;
}

export function Microphone({ bot, call, onBegin, onText }: Props) {
  const t = useText();
  const [hear, { isLoading }] = hearingApi.useHearOnPhoneMutation();
  const [recording, setRecording] = useState<Recording | null>(null);
  const [note, setNote] = useState("");
  const latest = useRef<Recording | null>(null);
  useEffect(() => () => latest.current?.stop(), []);
  const begin = async () => {
    setNote("");
    try {
      latest.current = await record();
    } catch {
      setNote("voice.noMicrophone");
      return;
    }
    onBegin();
    setRecording(latest.current);
    try {
      const sound = await latest.current.sound;
      setRecording(null);
      const { text } = await hear({ bot, id: call, sound }).unwrap();
      if (text) onText(text);
      else setNote("voice.nothingHeard");
    } catch {
      setRecording(null);
      setNote("voice.notHeard");
    }
  };
  return (
    <p>
      <Button
        icon="audio-lines"
        busy={isLoading}
        aria-pressed={recording !== null}
        onClick={() => (recording ? recording.stop() : void begin())}
      >
        {t(recording ? "voice.recordStop" : "voice.recordAnswer")}
      </Button>{" "}
      <span role="status" className="small quiet">
        {note && t(note) /* i18n: voice.noMicrophone voice.nothingHeard voice.notHeard */}
      </span>
    </p>
  );
}
