/** The conversation on its phone: turns lead into the debugger, and a tester's has their comments beside them. */
import { Notice } from "../../components";
import { useText } from "../../lib/i18n";
import { later, usePage } from "../../page";
import { sandboxApi } from "./api";
import { Phone } from "./Phone";
import type { sandboxGrammar } from "./query";
import type { Sandbox, SandboxInput, SandboxTurn } from "./types";
import { useSandboxChat } from "./useSandboxChat";

const Comment = later(() => import("./Comment"), "Comment");

/** What is said to a conversation, and what came of saying it. */
export function useAnswering(data: Sandbox) {
  const { here } = usePage<typeof sandboxGrammar>();
  const [say, sending] = sandboxApi.useSandboxSayMutation();
  const send = (input: SandboxInput) => {
    // A choice made by keyboard can be made once; what comes next is said in the line.
    const byKeys = document.activeElement?.matches(".sb-option:focus-visible");
    if (byKeys) document.getElementById("say")?.focus({ preventScroll: true });
    return say({ id: data.id, input }).unwrap();
  };
  const call = `/api/v1/sandbox/${data.id}/messages`;
  return { call, page: here({ turn: 0 }), send, busy: sending.isLoading, error: sending.error as unknown };
}

/** The phone. */
export function Talk({ data, turn, head }: { data: Sandbox; turn: SandboxTurn | undefined; head?: React.ReactNode }) {
  const t = useText();
  const { here } = usePage<typeof sandboxGrammar>();
  const answering = useAnswering(data);
  useSandboxChat(data);
  const of = (number: number) => data.comments.filter((comment) => comment.turn === number);
  return (
    <Phone
      data={data}
      head={head}
      link={({ number }) => `${here({ turn: number })}#t${number}`}
      current={turn?.number}
      after={(number) => of(number).map((comment) => <Comment key={comment.id} data={data} comment={comment} />)}
      {...(!data.link && { answering })}
      closed={
        data.link && <Notice title={t("sandbox.testers", { name: data.link.name })}>{t("sandbox.testersText")}</Notice>
      }
    />
  );
}
