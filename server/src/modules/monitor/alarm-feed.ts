import { raisedByScheme } from '@fleetwarden/contract/alarm-rules/kinds';
import type { AlarmResult, FyAlarmResult } from '@fleetwarden/contract/live/live';
import type { AlarmNews } from '@fleetwarden/domain/alarm-news';
import type { ServerEvents } from '../../platform/bus/server-events.ts';
import type { FleetRegistry, FleetVehicle } from './fleet-registry.ts';
import { MIN_STORED_ALARMS } from './limits.ts';

/** News of one alarm for consoles, or of an entry into a risk area (`typeId` null). */
type Told = { readonly seq: number; readonly vehicleId: number; readonly typeId: number | null; readonly json: string };

/** Who reads the news of a vehicle: `typeId` null is an entry into a risk area. */
type MayRead = (vehicle: FleetVehicle, typeId: number | null) => boolean;

/**
 * A ring buffer of alarm news shared by all consoles. Each console has a cursor, so a slow one costs no queue and
 * misses none. Older news must be read from the table.
 */
export class AlarmFeed {
  readonly #registry: FleetRegistry;
  #events: Told[] = [];
  /** Position of the first stored event; positions count from the start of the process. */
  #first = 0;
  #newest = 0;
  /** Alarms of vehicles that the registry does not know before its next reload. */
  #unknownVehicles: AlarmNews[] = [];

  constructor(registry: FleetRegistry) {
    this.#registry = registry;
  }

  /** `newest`: sequence number of the last event before the start. */
  start(newest: number): void {
    this.#newest = Math.max(this.#newest, newest);
  }

  /** The position after the newest event. */
  get end(): number {
    return this.#first + this.#events.length;
  }

  /** Sequence number of the newest event. */
  get newest(): number {
    return this.#newest;
  }

  /** Adds events in order of their sequence numbers. */
  take(news: readonly AlarmNews[]): void {
    for (const each of news) {
      this.#newest = Math.max(this.#newest, each.seq);
      const vehicle = this.#registry.vehicle(each.vehicleId);
      if (vehicle)
        this.#events.push({
          seq: each.seq,
          vehicleId: each.vehicleId,
          typeId: each.typeId,
          json: JSON.stringify(alarmResult(each, vehicle)),
        });
      else if (this.#unknownVehicles.length < MIN_STORED_ALARMS) this.#unknownVehicles.push(each);
    }
    this.#cut();
  }

  /** Adds entries into risk areas among the alarms, in order of detection. */
  takeRisks(entered: ServerEvents['risks.entered']): void {
    for (const { vehicleId, at, areaName } of entered) {
      const vehicle = this.#registry.vehicle(vehicleId);
      if (!vehicle) continue;
      const { id, plate } = vehicle.facts;
      const told: FyAlarmResult = { tid: String(id), cno: plate, intDate: at, areaName };
      this.#events.push({ seq: this.#newest, vehicleId, typeId: null, json: JSON.stringify(told) });
    }
    this.#cut();
  }

  #cut(): void {
    // drop half at a time: dropping one by one would copy the array each time
    if (this.#events.length <= 2 * MIN_STORED_ALARMS) return;
    const dropped = this.#events.length - MIN_STORED_ALARMS;
    this.#events = this.#events.slice(dropped);
    this.#first += dropped;
  }

  /** After a registry reload: adds the events of vehicles that were unknown. */
  reloaded(): void {
    const events = this.#unknownVehicles;
    this.#unknownVehicles = [];
    this.take(events.filter(({ vehicleId }) => this.#registry.vehicle(vehicleId) !== undefined));
  }

  /** Position after the news with a sequence number; null if some of it was evicted. */
  after(seq: number): number | null {
    const [first] = this.#events;
    if (seq < this.#newest && (first === undefined || first.seq > seq + 1)) return null;
    // entries without their own number are repeated rather than lost
    const index = this.#events.findIndex((told) => told.seq > seq || (told.typeId === null && told.seq === seq));
    return this.#first + (index < 0 ? this.#events.length : index);
  }

  /**
   * The news from a position on that the reader may see, at most `most`, as JSON, and the next position. Evicted news is
   * skipped and reported in `missed`.
   */
  read(from: number, mayRead: MayRead, most: number) {
    const found: string[] = [];
    const risks: string[] = [];
    let at = Math.max(from - this.#first, 0);
    for (; at < this.#events.length && found.length + risks.length < most; at++) {
      const { vehicleId, typeId, json } = this.#events[at]!;
      const vehicle = this.#registry.vehicle(vehicleId);
      if (vehicle && mayRead(vehicle, typeId)) (typeId === null ? risks : found).push(json);
    }
    const last = this.#events[at - 1];
    return {
      found,
      risks,
      to: this.#first + at,
      seq: at === this.#events.length ? this.#newest : (last?.seq ?? 0),
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
