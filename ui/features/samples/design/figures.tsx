import { Avatar, Button, Pill, Progress } from "../../../components";
import { Bar } from "../../../components/charts/Bar";
import { Delta } from "../../../components/charts/Delta";
import { OutcomeMark } from "../../../components/charts/OutcomeMark";
import { Badge } from "../../../components/data/Badge";
import { Meter, Ring } from "../../../components/data/Meter";
import { People, Person } from "../../../components/data/People";
import { Stat, Stats } from "../../../components/data/Stat";
import { useFormat, useText } from "../../../lib/i18n";
import { PEOPLE, SPARK } from "./samples";
import { Shelf } from "./Shelf";
import "./design.css";

const STATES = [
  ["live", "good"],
  ["paused", "warn"],
  ["archived", "bad"],
  ["draining", "acc"],
  ["draft", "quiet"],
] as const;

/** Words for states, counters, and how conversations ended. */
export function Pills() {
  const t = useText();
  return (
    <Shelf title={t("design.s.pills")}>
      <div className="row">
        {STATES.map(([state, tone]) => (
          <Pill key={state} tone={tone}>
            {t(`bot.s.${state}`) /* i18n: bot.s.* */}
          </Pill>
        ))}
        <span className="pill outline">{t("design.pill.dispute")}</span>
      </div>
      <div className="row">
        {[3, 41, 128].map((n) => (
          <Badge key={n} count={n} label={t("design.wait", { n })} />
        ))}
        <Badge count={7} tone="acc" label={t("design.wait", { n: 7 })} />
        <Badge count={12} tone="quiet" label={t("design.wait", { n: 12 })} />
      </div>
      <div className="row outcomes">
        {["completed", "informed", "handed_off", "abandoned", "error", "open"].map((outcome) => (
          <span key={outcome}>
            <OutcomeMark outcome={outcome} /> {t(`reports.o.${outcome}`) /* i18n: reports.o.* */}
          </span>
        ))}
      </div>
    </Shelf>
  );
}

/** Avatars: five tints, three sizes, presence, a group. */
export function Crew() {
  const t = useText();
  return (
    <Shelf title={t("design.s.people")}>
      <div className="row">
        {PEOPLE.slice(0, 5).map((name) => (
          <Avatar key={name} name={name} size={32} />
        ))}
        {PEOPLE.slice(5).map((name) => (
          <Avatar key={name} name={name} size={20} />
        ))}
        <Avatar name="Asha" src="/static/icon.svg" />
      </div>
      <div className="row gap-l">
        {(["online", "away", "busy", "offline"] as const).map((presence, index) => (
          <Person key={presence} name={PEOPLE[index]!} presence={presence} />
        ))}
      </div>
      <People label={t("design.team")} people={PEOPLE.map((name) => ({ name }))} />
    </Shelf>
  );
}

/** Key figures and every mark of doubt. */
export function Sheet() {
  const t = useText();
  const f = useFormat();
  const change = (value: number, better: "up" | "down" = "up") => (
    <Delta
      value={value}
      text={f.percent(Math.abs(value))}
      better={better}
      spoken={t(value > 0 ? "reports.up" : "reports.down")}
    />
  );
  const name = (id: string) => t(`reports.k.${id}`); // i18n: reports.k.*
  return (
    <div className="col-12">
      <Stats label={t("design.s.stats")}>
        <Stat
          label={name("engaged_sessions")}
          to="/reports/dashboard"
          value={f.number(18204)}
          delta={change(6.4)}
          note={t("design.vs", { n: f.number(17109) })}
          spark={SPARK}
        />
        <Stat
          label={name("resolved_containment_rate")}
          value={f.percent(71.8)}
          delta={change(1.9)}
          note={t("design.settles", { n: f.number(17592) })}
          provisional
          mark={t("reports.m.provisional")}
          spark={SPARK}
        />
        <Stat
          label={name("handoff_rate")}
          value={f.percent(12.4)}
          delta={change(-0.8, "down")}
          note={t("design.nOf", { num: f.number(2181), den: f.number(17592) })}
          spark={SPARK.toReversed()}
        />
        <Stat
          label={name("fallback_rate")}
          value={f.percent(6.9)}
          delta={change(0.4, "down")}
          note={t("design.nOf", { num: f.number(2168), den: f.number(31420) })}
          spark={SPARK}
        />
        <Stat
          label={name("completion_rate")}
          value={f.number(6104)}
          restated={t("design.restated")}
          note={t("design.nOf", { num: f.number(6104), den: f.number(17592) })}
        />
        <Stat label={name("csat")} value="" few={t("design.needs", { n: 30 })} note={t("design.few", { n: 9 })} />
        <Stat label={name("cost_per_session")} value={f.money(null, "INR")} note={t("design.noValue")} />
        <Stat
          label={name("users_active")}
          value={f.number(0)}
          delta={change(0)}
          note={t("design.vs", { n: f.number(0) })}
          spark={[3, 2, null, 1, 0, 0]}
        />
      </Stats>
    </div>
  );
}

/** Limits, work under way, and what has no known end. */
export function Work() {
  const t = useText();
  const f = useFormat();
  const of = (num: string, den: string) => t("design.nOf", { num, den });
  return (
    <Shelf title={t("design.s.progress")}>
      <div className="fill stack">
        <Meter label={t("design.limit.optOut")} value={0.8} max={3} text={of(f.percent(0.8), f.percent(3))} />
        <Meter
          label={t("design.limit.budget")}
          value={13680}
          max={20000}
          tone={2}
          text={of(f.money(13680, "INR", 0), f.money(20000, "INR", 0))}
          note={t("design.limit.note")}
        />
        <Meter label={t("design.limit.failed")} value={21} max={20} tone={5} text={of(f.percent(21), f.percent(20))} />
        <Meter
          kind="progressbar"
          label={t("design.export", { num: f.number(8200), den: f.number(18204) })}
          value={8200}
          max={18204}
          text={f.percent(45, 0)}
        />
        <Progress label={t("design.busy")} />
        <div className="row gap-l">
          <Ring label={t("design.ring.quota")} value={62} max={100} text={f.percent(62, 0)} kind="meter" />
          <Ring
            label={t("design.ring.quota")}
            value={94}
            max={100}
            text={f.percent(94, 0)}
            kind="meter"
            tone={5}
            size={88}
          />
          <Ring label={t("design.busy")} value={30} max={100} text={f.percent(30, 0)} size={32} />
          <Button busy>{t("design.save")}</Button>
        </div>
        <Bar share={null} />
      </div>
    </Shelf>
  );
}
