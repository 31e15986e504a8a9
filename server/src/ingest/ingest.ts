import type { AlarmLevel } from '@fleetwarden/domain/alarm-bits';
import type { AlarmItem } from '@fleetwarden/domain/alarm-item';
import type { AlarmNews } from '@fleetwarden/domain/alarm-news';
import type { LocationReported } from '@fleetwarden/domain/location';
import type { MileageSource } from '@fleetwarden/domain/mileage';
import { defaultTiming } from '../engine/alarms/timing.ts';
import type { VehicleRules } from '../engine/rules/vehicle-rules.ts';
import type { GeofenceSnapshot } from '../engine/visits/geofence-snapshot.ts';
import type { ServerBus } from '../platform/bus/server-events.ts';
import type { Db } from '../platform/db/database.ts';
import type { Partitions } from '../platform/db/partitions.ts';
import type { Log } from '../platform/observe/log.ts';
import type { Metrics } from '../platform/observe/metrics.ts';
import { endOrphanedAlarms } from './alarm-store.ts';
import { createAlarmWriter, type NotificationPolicy } from './alarm-writer.ts';
import { Batcher, type ReportClock } from './batcher.ts';
import { createJsatlTables, type JsatlTables } from './jsatl-tables.ts';
import { readLateMileage } from './late-mileage.ts';
import { ALARMS_EVERY_MS, DAY_KM_EVERY_MS, PUBLISH_EVERY_MS, SAVE_EVERY_MS, SILENT_EVERY_MS, STOP_LIMIT_MS } from './limits.ts';
import { createLateDayFinder } from './mark-late-days.ts';
import { ingestMetrics } from './metrics.ts';
import { createPositionWriter } from './position-writer.ts';
import type { Receipt } from './receipt.ts';
import { recover } from './recovery.ts';
import { createStateSaver } from './state-saver.ts';
import { createTerminalClocks } from './terminal-clocks.ts';
import { VehicleStates } from './vehicle-states.ts';

export type { Receipt } from './receipt.ts';

export type IngestOptions = {
  readonly db: Db;
  readonly partitions: Partitions;
  readonly bus: ServerBus;
  readonly log: Log;
  readonly metrics: Metrics;
  /** BUSINESS_TZ: defines the day of the day mileage. */
  readonly timeZone: string;
  /** Decodes the alarms in the additional items of a location (id, length, value). */
  readonly alarmItemsOf: (extra: Uint8Array, vehicleId: number, tables: JsatlTables) => readonly AlarmItem[];
  /** Rules of a vehicle; undefined: none apply. */
  readonly rulesOf?: (vehicleId: number) => VehicleRules | undefined;
  /** Active geofences, for visits. */
  readonly geofenceSnapshot?: () => GeofenceSnapshot | undefined;
  /** Time allowed for handling an alarm, ms; null: no deadline. */
  readonly dueMs?: (typeId: number, level: AlarmLevel, vehicleId: number) => number | null;
  /** Popup and sound of an alarm; undefined: both, for every user who may see it. */
  readonly findNotificationPolicy?: (news: AlarmNews) => NotificationPolicy | undefined;
  /** Epoch ms. */
  readonly now?: () => number;
};

/** Entry point for the reports of all gateways. */
export type Ingest = {
  /**
   * Loads the vehicle states and replays positions that a crash left unprocessed. Call it before the gateways listen. Rejects
   * without a database.
   */
  start(): Promise<void>;
  /** Commits the queue and saves the states within a few seconds. */
  stop(): Promise<void>;
  /**
   * Queues the locations of one message; `receipt` reports the commit. Never throws and never rejects: gateways stop reading
   * while `full`. `clock`: who wrote the times; those of platforms are right.
   */
  accept(reports: readonly LocationReported[], receipt: Receipt | null, clock?: ReportClock): void;
  /** Corrects a device time of another message (epoch ms) by the terminal's zone and clock offset. */
  correctTime(vehicleId: number, deviceAt: number): number;
  /** Backpressure: pause reading until `onResume`. */
  readonly full: boolean;
  /** Writes the figures of today of these vehicles, which are otherwise written every DAYS_EVERY_MS. */
  saveDaysOf(vehicleIds: readonly number[]): Promise<void>;
  /** Calls `listener` whenever reading may resume. Returns the unsubscribe function. */
  onResume(listener: () => void): () => void;
  /** Locations accepted and not yet committed. */
  readonly queued: number;
};

/** Batch, commit, acknowledge, run the engine, publish: DESIGN section 3. */
export function createIngest(options: IngestOptions): Ingest {
  const { db, partitions, bus, log, now = Date.now } = options;
  const metrics = ingestMetrics(options.metrics);
  const jsatlTables = createJsatlTables(db);
  const alarmRules = {
    itemsOf: (extra: Uint8Array, vehicleId: number) => options.alarmItemsOf(extra, vehicleId, jsatlTables),
    timingOf: defaultTiming,
    ...(options.rulesOf && { rulesOf: options.rulesOf }),
  };
  const states = new VehicleStates(options.timeZone, alarmRules, options.geofenceSnapshot);
  const alarms = createAlarmWriter({
    db,
    states,
    tell: (news) => bus.publish('alarms.changed', news),
    dueMs: options.dueMs ?? (() => null),
    ...(options.findNotificationPolicy && { findNotificationPolicy: options.findNotificationPolicy }),
  });
  const newestOf = (vehicleId: number) => states.get(vehicleId)?.newestAt ?? null;
  const writer = createPositionWriter(db, partitions, now, createLateDayFinder(newestOf, options.timeZone));
  const clocks = createTerminalClocks(db, now);
  const batcher = new Batcher({
    writer,
    log,
    metrics,
    correct: clocks.correct,
    onStored: (report) => states.locate(report),
  });
  options.metrics.gauge('ingest_queued', 'Locations accepted and not yet committed', [], (gauge) => gauge.set(batcher.rows));
  const { save: saveStates, saveDaysOf } = createStateSaver({ db, states, alarms, timeZone: options.timeZone, log });
  const save = async (all?: boolean) => {
    await saveStates(all);
    await clocks.save().catch((error) => log.warn({ err: error }, 'clock offsets not saved, trying again'));
    await jsatlTables.save().catch((error) => log.warn({ err: error }, 'regional tables not saved, trying again'));
  };
  const ends: (() => void)[] = [];

  const publish = () => {
    const vehicles = states.takeChangedVehicles();
    if (vehicles.length > 0) bus.publish('vehicles.updated', vehicles);
  };

  let reading = false;
  const followDay = async () => {
    states.startDay(now());
    if (reading) return;
    reading = true;
    try {
      await readLateMileage(db, states, options.timeZone, now());
    } catch (error) {
      log.warn({ err: error }, 'mileage of late positions not read, trying again');
    }
    reading = false;
  };

  let flushing = false;
  const flushAlarms = () => {
    if (flushing) return;
    flushing = true;
    alarms
      .flush()
      .catch((error) => log.warn({ err: error }, 'alarms not stored, trying again'))
      .finally(() => {
        flushing = false;
      });
  };

  return {
    start: async () => {
      await partitions.ensureAhead(now());
      await clocks.load();
      await jsatlTables.load();
      const replayed = await recover(db, states, options.timeZone);
      if (replayed > 0) log.info({ positions: replayed }, 'went through positions newer than the saved states');
      states.disconnectAll(now());
      await followDay();
      const forgotten = await endOrphanedAlarms(db, states.lastingAlarms());
      if (forgotten > 0) log.info({ alarms: forgotten }, 'ended alarms that nothing was known of any more');
      const publisher = setInterval(publish, PUBLISH_EVERY_MS);
      const saver = setInterval(() => void save(), SAVE_EVERY_MS);
      const alarmist = setInterval(flushAlarms, ALARMS_EVERY_MS);
      const listener = setInterval(() => states.endSilent(now()), SILENT_EVERY_MS);
      const mileageReader = setInterval(() => void followDay(), DAY_KM_EVERY_MS);
      ends.push(
        () => clearInterval(publisher),
        () => clearInterval(saver),
        () => clearInterval(alarmist),
        () => clearInterval(listener),
        () => clearInterval(mileageReader),
        bus.subscribe('terminal.online', ({ vehicleId, at }) => states.connect(vehicleId, true, at)),
        bus.subscribe('terminal.offline', ({ vehicleId, at }) => states.connect(vehicleId, false, at)),
        bus.subscribe('alarm.reported', (alarm) => states.tell(alarm, now())),
        bus.subscribe('fleet.changed', ({ vehicleIds }) => {
          reloadMileageSources(db, states, vehicleIds).catch((error) => log.warn({ err: error }, 'mileage sources not reloaded'));
          clocks.load(vehicleIds).catch((error) => log.warn({ err: error }, 'time zones of terminals not reloaded'));
          jsatlTables.load(vehicleIds).catch((error) => log.warn({ err: error }, 'regional tables not reloaded'));
        }),
      );
    },
    stop: async () => {
      const lost = await batcher.stop(STOP_LIMIT_MS);
      if (lost > 0) log.warn({ positions: lost }, 'stopped with positions that were neither stored nor acknowledged');
      for (const end of ends.splice(0)) end();
      publish();
      await save();
      await save(true);
      writer.close();
    },
    accept: (reports, receipt, clock) => batcher.accept(reports, receipt, clock),
    correctTime: clocks.correctTime,
    get full() {
      return batcher.full;
    },
    saveDaysOf,
    onResume: (listener) => batcher.onResume(listener),
    get queued() {
      return batcher.rows;
    },
  };
}

/** Loads the mileage sources of changed vehicles, and forgets deleted vehicles. */
async function reloadMileageSources(db: Db, states: VehicleStates, vehicleIds: readonly number[]): Promise<void> {
  const rows = await db.query<{ id: number; mileage_source: MileageSource }>(
    'select id, mileage_source from vehicle where id = any($1) and deleted_at is null',
    [[...vehicleIds]],
  );
  const found = new Map(rows.map((row) => [row.id, row.mileage_source]));
  for (const vehicleId of vehicleIds) {
    const source = found.get(vehicleId);
    if (source === undefined) states.forget(vehicleId);
    else states.setMileageSource(vehicleId, source);
  }
}
