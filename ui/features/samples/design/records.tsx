import { Pill } from "../../../components";
import { Facts } from "../../../components/Facts";
import { Bubble, Typing } from "../../../components/chat/Bubble";
import { CodeBlock, Keys } from "../../../components/data/CodeBlock";
import { Steps, type Step } from "../../../components/data/Steps";
import { Timeline } from "../../../components/data/Timeline";
import { useText } from "../../../lib/i18n";
import { CODE } from "./samples";
import { Shelf } from "./Shelf";

const ZONE = "Asia/Kolkata";
const at = (time: string) => `2026-07-16T${time}:00+05:30`;

/** Steps of a task, one of them failed, and what happened. */
export function Course() {
  const t = useText();
  // i18n: design.step.*
  const steps = (states: readonly Step["state"][]): Step[] =>
    ["file", "check", "map", "run"].map((key, index) => ({
      key,
      label: t(`design.step.${key}`),
      state: states[index] ?? "todo",
      ...(states[index] === "done" && { to: "/extensions/timeline" }),
      ...(key === "check" && { note: t(states[index] === "failed" ? "design.step.broken" : "design.step.checked") }),
    }));
  return (
    <>
      <Shelf title={t("design.s.course")}>
        <div className="fill stack gap-l">
          <Steps label={t("design.s.course")} steps={steps(["done", "done", "current", "todo"])} />
          <Steps label={t("design.s.course")} steps={steps(["done", "failed", "todo", "todo"])} />
        </div>
      </Shelf>
      <Shelf title={t("design.s.course")}>
        <div className="fill">
          <Timeline
            label={t("design.s.course")}
            zone={ZONE}
            items={[
              { key: "live", at: at("13:41"), title: t("design.event.live"), icon: "check", tone: "good" },
              {
                key: "trained",
                at: at("13:02"),
                title: t("design.event.trained"),
                body: t("design.event.trainedBody"),
                icon: "activity",
                tone: "acc",
              },
              { key: "warned", at: at("12:58"), title: t("design.event.warned"), icon: "circle-alert", tone: "warn" },
              { key: "failed", at: at("11:20"), title: t("design.event.failed"), icon: "x", tone: "bad" },
              { key: "draft", at: at("10:05"), title: t("design.event.draft") },
            ]}
          />
        </div>
      </Shelf>
    </>
  );
}

/** Messages of everybody, every tick, files and someone writing. */
export function Chat() {
  const t = useText();
  const who = {
    user: t("design.who.user"),
    bot: t("design.who.bot"),
    agent: t("design.who.agent"),
    system: t("design.who.system"),
  };
  return (
    <Shelf title={t("design.s.chat")} wide>
      <div className="fill thread">
        <p>{t("design.wholeDay")}</p>
        <Bubble from="user" who={who.user} at={at("13:41")} zone={ZONE}>
          {"Hi, need to book service for my Vela"}
        </Bubble>
        <Bubble from="bot" who={who.bot} at={at("13:41")} zone={ZONE} delivery="read">
          {"Hello Rohan. I can book that for you. Is this for MH 12 •• 4821, Meridian Vela 1.5 Petrol?"}
        </Bubble>
        <Bubble from="user" who={who.user} at={at("13:42")} zone={ZONE} chosen>
          {"Yes, this car"}
        </Bubble>
        <Bubble
          from="bot"
          who={who.bot}
          at={at("13:42")}
          zone={ZONE}
          delivery="delivered"
          below={<Pill tone="warn">{t("design.fallback")}</Pill>}
        >
          {"Sorry, I did not get that. Please choose one of the slots above."}
        </Bubble>
        <Bubble from="user" who={who.user} at={at("13:44")} zone={ZONE}>
          {"मुझे किसी व्यक्ति से बात करनी है"}
        </Bubble>
        <Bubble from="system" who={who.system} at={at("13:45")} zone={ZONE}>
          {t("design.joined")}
        </Bubble>
        <Bubble
          from="agent"
          who={who.agent}
          at={at("13:46")}
          zone={ZONE}
          delivery="sent"
          files={[{ name: "estimate-30000-km.pdf", href: "/static/icon.svg?file=1", size: 184_000 }]}
        >
          {"Namaste Rohan, this is Meera. The estimate is attached."}
        </Bubble>
        <Bubble
          from="user"
          who={who.user}
          at={at("13:47")}
          zone={ZONE}
          files={[{ name: "dent.jpg", href: "/static/icon.svg?file=2", size: 1_240_000, preview: "/static/icon.svg" }]}
        />
        <Bubble from="agent" who={who.agent} at={at("13:48")} zone={ZONE} delivery="sending">
          {"مرحبا، شكرا على الصورة"}
        </Bubble>
        <Bubble from="bot" who={who.bot} at={at("13:49")} zone={ZONE} delivery="failed">
          {"https://example.com/a/very/long/address/that/has/no/spaces/and/must/break/somewhere/inside/the/bubble"}
        </Bubble>
        <Typing name="Meera Nair" />
      </div>
    </Shelf>
  );
}

/** Code to copy, keys to press, facts. */
export function Code() {
  const t = useText();
  return (
    <>
      <Shelf title={t("design.s.code")}>
        <div className="fill">
          <CodeBlock name={t("design.codeName")} code={CODE} />
        </div>
      </Shelf>
      <Shelf title={t("design.s.keys")}>
        <div className="fill">
          <Facts
            items={[
              [t("design.goDashboard"), <Keys key="g" keys="g d" />],
              [t("design.next"), <Keys key="j" keys="j k" />],
              [t("design.tick"), <Keys key="x" keys="x" />],
            ]}
          />
        </div>
      </Shelf>
    </>
  );
}
