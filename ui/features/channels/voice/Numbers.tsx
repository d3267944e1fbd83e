/** The numbers that people call: state, provider, outlet, and what was measured of their calls. */
import { LinkButton, Pill, useCan } from "../../../components";
import { ChannelMark } from "../../../components/charts/ChannelMark";
import { ChannelState } from "../../../components/charts/ChannelState";
import { useFormat, useText } from "../../../lib/i18n";
import type { Bot } from "../../bots/catalog/api";
import { addressOf } from "../../bots/layout/tab";
import type { Voice } from "./api";

type OwnNumber = Voice["numbers"][number];

/** A row for each number, or the way to the first. */
export function Numbers({ bot, voice, mayTry }: { bot: Bot; voice: Voice; mayTry: boolean }) {
  const t = useText();
  const can = useCan();
  const to = addressOf(bot.id, "channels");
  return (
    <section className="card" aria-label={t("voice.numbers")}>
      {voice.numbers.length === 0 && (
        <div className="bv-number">
          <div className="bv-grows">
            <strong>{t("voice.noNumber")}</strong>
            <p className="small quiet">{t("voice.noNumberText")}</p>
          </div>
          {can("read", "Deployment") && (
            <LinkButton to={`${to}?add=voice#new-account`}>{t("voice.addNumber")}</LinkButton>
          )}
        </div>
      )}
      {voice.numbers.map((number, at) => (
        <div className="bv-number" key={number.id}>
          <NumberState number={number} figures={voice.figures} />
          <NumberFacts number={number} figures={voice.figures} />
          <p className="row">
            {mayTry && at === 0 && (
              <a className="button size-m bv-try" href="#phone">
                {t("voice.phone")}
              </a>
            )}
            {can("read", "Deployment") && (
              <LinkButton to={`${to}?account=${number.id}`} icon="activity">
                {t("voice.health")}
              </LinkButton>
            )}
          </p>
        </div>
      ))}
    </section>
  );
}

interface Props {
  number: OwnNumber;
  figures: Voice["figures"];
}

const countsOf = ({ number, figures }: Props) => figures?.numbers.find(({ id }) => id === number.id);

/** The number, its state and the calls that go on. */
function NumberState(props: Props) {
  const t = useText();
  const { number } = props;
  const calls = countsOf(props)?.going_on ?? 0;
  return (
    <div className="bv-name">
      <ChannelMark channel="voice" />
      <div>
        <strong dir="ltr">{number.account}</strong> {number.environment === "test" && <Pill>{t("voice.test")}</Pill>}
        <p className="small">
          <ChannelState state={number.state} />{" "}
          {calls > 0 && <span className="quiet">{t("voice.callsNow", { n: calls })}</span>}
        </p>
      </div>
    </div>
  );
}

/** Provider, outlet, calls of seven days and what their transfers came to; calls of a test number do not count. */
function NumberFacts(props: Props) {
  const t = useText();
  const f = useFormat();
  const { number, figures } = props;
  const { calls = 0, answered = 0, transfers = 0, transferred = 0 } = countsOf(props) ?? {};
  const end = number.account_end;
  const facts: [label: string, value: string][] = [
    [t("voice.providerIs"), end ? t("voice.providerEnds", { end }) : t("voice.provider")],
    [t("voice.outlet"), number.outlet ?? f.number(null)],
  ];
  if (figures && number.environment === "live") {
    const share = f.percent((answered / calls) * 100);
    facts.push([t("voice.calls7"), calls ? t("voice.callsAnswered", { n: calls, share }) : f.number(0)]);
    const reached = { n: transfers, reached: f.number(transferred) };
    facts.push([t("voice.transfers7"), transfers ? t("voice.transfersReached", reached) : f.number(0)]);
  }
  return (
    <dl className="bv-facts bv-grows">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt className="small quiet">{label}</dt>
          <dd>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}
