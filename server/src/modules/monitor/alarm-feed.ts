import { raisedByScheme } from '@fleetwarden/contract/alarm-rules/kinds';
import type { AlarmResult, FyAlarmResult } from '@fleetwarden/contract/live/live';
import type { AlarmNews } from '@fleetwarden/domain/alarm-news';
import type { ServerEvents } from '../../platform/bus/server-events.ts';
import type { FleetRegistry, FleetVehicle } from './fleet-registry.ts';
import { ALARMS_KEPT } from './limits.ts';

/** One alarm's news as consoles get it, or that a vehicle came into a risk area. */
type Told = { readonly seq: number; readonly vehicleId: number; readonly json: string; readonly risk?: true };

/**
 * The newest alarms' news for all consoles together: each console remembers how far it was told, so that a slow one costs no queue and
 * misses none. What came before the first kept has to be read from the table.
 */
export class AlarmFeed {
  readonly #registry: FleetRegistry;
  #kept: Told[] = [];
  /** Position of the first kept: they are counted from the beginning. */
  #first = 0;
  #newest = 0;
  /** Of vehicles that a reload is about to bring. */
  #strangers: AlarmNews[] = [];

  constructor(registry: FleetRegistry) {
    this.#registry = registry;
  }

  /** `newest`: number of the last news that were told before. */
  start(newest: number): void {
    this.#newest = Math.max(this.#newest, newest);
  }

  /** The position behind the newest. */
  get end(): number {
    return this.#first + this.#kept.length;
  }

  /** Number of the newest news. */
  get newest(): number {
    return this.#newest;
  }

  /** Takes news in, in the order of their numbers. */
  take(news: readonly AlarmNews[]): void {
    for (const each of news) {
      this.#newest = Math.max(this.#newest, each.seq);
      const vehicle = this.#registry.vehicle(each.vehicleId);
      if (vehicle)
        this.#kept.push({ seq: each.seq, vehicleId: each.vehicleId, json: JSON.stringify(alarmResult(each, vehicle)) });
      else if (this.#strangers.length < ALARMS_KEPT) this.#strangers.push(each);
    }
    this.#cut();
  }

  /** Takes in that vehicles came into risk areas: told among the alarms, in the order in which it was found. */
  takeRisks(entered: ServerEvents['risks.entered']): void {
    for (const { vehicleId, at, areaName } of entered) {
      const vehicle = this.#registry.vehicle(vehicleId);
      if (!vehicle) continue;
      const { id, plate } = vehicle.facts;
      const told: FyAlarmResult = { tid: String(id), cno: plate, intDate: at, areaName };
      this.#kept.push({ seq: this.#newest, vehicleId, json: JSON.stringify(told), risk: true });
    }
    this.#cut();
  }

  #cut(): void {
    // cut by halves: a shift for each would move them all
    if (this.#kept.length <= 2 * ALARMS_KEPT) return;
    const dropped = this.#kept.length - ALARMS_KEPT;
    this.#kept = this.#kept.slice(dropped);
    this.#first += dropped;
  }

  /** The registry was read again: news of vehicles that it did not know are told now. */
  reloaded(): void {
    const strangers = this.#strangers;
    this.#strangers = [];
    this.take(strangers.filter(({ vehicleId }) => this.#registry.vehicle(vehicleId) !== undefined));
  }

  /** Position of what came after the news of a number; null where some of it is not kept any more. */
  after(seq: number): number | null {
    const [first] = this.#kept;
    if (seq < this.#newest && (first === undefined || first.seq > seq + 1)) return null;
    // what has no number of its own comes once more rather than not at all
    const index = this.#kept.findIndex((told) => told.seq > seq || (told.risk && told.seq === seq));
    return this.#first + (index < 0 ? this.#kept.length : index);
  }

  /**
   * The news from a position on that pass, `most` at most, as JSON, and the position behind them. What is not kept any more
   * is passed over: `missed` says so.
   */
  read(from: number, passes: (vehicle: FleetVehicle) => boolean, most: number) {
    const found: string[] = [];
    const risks: string[] = [];
    let at = Math.max(from - this.#first, 0);
    for (; at < this.#kept.length && found.length + risks.length < most; at++) {
      const { vehicleId, json, risk } = this.#kept[at]!;
      const vehicle = this.#registry.vehicle(vehicleId);
      if (vehicle && passes(vehicle)) (risk ? risks : found).push(json);
    }
    const last = this.#kept[at - 1];
    return {
      found,
      risks,
      to: this.#first + at,
      seq: at === this.#kept.length ? this.#newest : (last?.seq ?? 0),
      missed: from < this.#first,
    };
  }
}

/** An alarm as the specification names it, and what of it the specification has no name for. */
export function alarmResult(news: AlarmNews, { facts }: FleetVehicle): AlarmResult {
  return {
    tid: String(facts.id),
    cid: String(facts.id),
    cno: facts.plate,
    alarmGid: news.gid,
    warnId: news.typeId,
    warnType: news.level,
    warnDate: news.lastAt,
    warnStartDate: news.startAt,
    alarms: String(news.typeId),
    speed: Math.round(news.speedKmh * 10) / 10,
    originalLongitude: news.lng,
    originalLatitude: news.lat,
    alarmOften: news.times,
    behaviorId: String(news.source),
    schemeId: raisedByScheme(news.typeId) ? String(news.source) : null,
    raised: news.raised,
    endDate: news.endAt,
    value: news.value,
    limit: news.limit,
    storm: news.storm,
    drv: facts.driverName,
    deptId: String(facts.departmentId),
    files: news.info?.identification?.attachments ?? 0,
    ...(news.popup === false ? { popup: false as const } : {}),
    ...(news.sound === false ? { sound: false as const } : {}),
  };
}
