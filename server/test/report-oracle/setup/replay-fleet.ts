import { encode } from '@fleetwarden/protocol/codec';
import { Assistance, DriverState, Tyres } from '@fleetwarden/protocol/jsatl12';
import { digitsOfTime, encodeBody, writeLocation } from '@fleetwarden/protocol/jt808';
import type { Message, ReceivedMessage } from '@fleetwarden/protocol/jt809';
import { alarmItemsOf } from '../../../src/gateway/alarm-items.ts';
import { createDriverCardHandler } from '../../../src/gateway/messages/driver-card.ts';
import { createLocationHandlers } from '../../../src/gateway/messages/location.ts';
import type { UplinkMessage } from '../../../src/gateway/messages/message-handler.ts';
import type { Session } from '../../../src/gateway/session.ts';
import { SessionJournal, type Stay } from '../../../src/gateway/session-journal.ts';
import { recalculateLateDays } from '../../../src/ingest/backfill-job.ts';
import { createCardStore } from '../../../src/ingest/card-store.ts';
import { createIngest } from '../../../src/ingest/ingest.ts';
import { loadPastGeofences } from '../../../src/modules/alarm-rules/index.ts';
import { createPartitions } from '../../../src/platform/db/partitions.ts';
import { createLog } from '../../../src/platform/observe/log.ts';
import { createMetrics } from '../../../src/platform/observe/metrics.ts';
import { createFieldEncryption } from '../../../src/platform/resources/field-encryption.ts';
import { createInbox } from '../../../src/regulator/inbox.ts';
import type { RegulatorLimits } from '../../../src/regulator/limits.ts';
import type { Superior } from '../../../src/regulator/superiors.ts';
import type { TestServer } from '../../support/test-server.ts';
import type { DriverCard, LocationReport, SafetyItem, TerminalHistory, TerminalMessage } from '../fixture/terminal-history.ts';
import type { PlatformRequest } from './replay-staff.ts';

const ZONE = 'Asia/Shanghai';
const RETENTION_DAYS = 400;
const SEAL_KEY = 's'.repeat(32);
/** Messages in flight. */
const MAX_IN_FLIGHT = 400;
const VERSION = 2013;
const [LOCATION, BATCH, CARD] = [0x0200, 0x0704, 0x0702];
/** 0x0704: uploaded after a lost link. */
const BACKFILL = 1;

/** The history to replay for a vehicle. */
export type VehicleReplay = { readonly vehicleId: number; readonly history: TerminalHistory };

/**
 * Stores the terminals' message bytes through the product's own decoders, ingest and rules; and their connections
 * through the session journal. Late days are rebuilt when it resolves. `certNos`: of drivers, by index.
 */
export async function replayFleet(
  server: TestServer,
  replays: readonly VehicleReplay[],
  certNos: readonly string[],
): Promise<void> {
  const { db, bus, activeRules } = server;
  const log = createLog('silent');
  const clock = { now: Math.min(...replays.flatMap(({ history }) => history.messages.map(({ receivedAt }) => receivedAt))) };
  const { rulesOf, visits: geofenceSnapshot, dueMs, findNotificationPolicy } = activeRules;
  const ingest = createIngest({
    db,
    bus,
    log,
    metrics: createMetrics(),
    partitions: createPartitions(db, RETENTION_DAYS),
    timeZone: ZONE,
    alarmItemsOf,
    rulesOf,
    geofenceSnapshot,
    dueMs,
    findNotificationPolicy,
    now: () => clock.now,
  });
  await ingest.start();
  const counter = { inc: () => undefined };
  const metrics = { acks: counter, locations: counter, cards: counter } as unknown as Parameters<
    typeof createLocationHandlers
  >[0]['metrics'] &
    Parameters<typeof createDriverCardHandler>[0]['metrics'];
  const cards = createCardStore({ db, encryption: createFieldEncryption(SEAL_KEY) });
  const rejectItem = () => {
    throw new Error('a report cannot be read');
  };
  const delivery = { acceptAnswer: () => null };
  const { location, locationBatch } = createLocationHandlers({
    ingest,
    metrics,
    delivery,
    quarantine: { add: rejectItem },
    unknownItems: { sample: () => undefined },
  });
  const handleCard = createDriverCardHandler({ cards, ingest, observations: { note: () => undefined }, metrics, delivery });

  const answers: Promise<void>[] = [];
  const settle = async () => {
    await Promise.all(answers.splice(0));
  };
  const inOrder = replays
    .flatMap(({ vehicleId, history }) => history.messages.map((message) => ({ vehicleId, message })))
    .sort((a, b) => a.message.receivedAt - b.message.receivedAt);
  for (const { vehicleId, message } of inOrder) {
    const { receivedAt, reports } = message;
    const answered = new Promise<void>((resolve, reject) => {
      const session = createSession(vehicleId, (result) => (result === 0 ? resolve() : reject(new Error(`refused: ${result}`))));
      if (reports.some(({ backfill }) => backfill))
        locationBatch(createMessage(session, BATCH, encodeBatch(message), receivedAt));
      else for (const report of reports) location(createMessage(session, LOCATION, encodeLocation(report), receivedAt));
    });
    answers.push(answered);
    if (answers.length < MAX_IN_FLIGHT) continue;
    await settle();
    // a silent vehicle is silent since the last message of any vehicle
    clock.now = Math.max(clock.now, receivedAt);
  }
  await settle();
  for (const { vehicleId, history } of replays)
    for (const card of history.cards)
      await new Promise<void>((resolve, reject) => {
        const session = createSession(vehicleId, (result) =>
          result === 0 ? resolve() : reject(new Error(`card refused: ${result}`)),
        );
        Promise.resolve(handleCard(createMessage(session, CARD, encodeCard(card, certNos), card.at))).catch(reject);
      });
  await ingest.stop();
  await journalSessions(server, replays);
  const loadGeofenceSnapshot = (vehicleIds: readonly number[], from: number, until: number) =>
    loadPastGeofences(db, vehicleIds, from, until);
  const options = { db, log, timeZone: ZONE, quietMs: 0, restMs: 0, retentionDays: RETENTION_DAYS, loadGeofenceSnapshot };
  // the second run takes days that waited for the live stream
  for (let run = 0; run < 2; run++) {
    const { failed } = await recalculateLateDays(options, new AbortController().signal);
    if (failed > 0) throw new Error(`${failed} vehicles were not rebuilt`);
  }
}

/** A superior platform whose requests are stored like received messages. Throws where a message is no request. */
export const openPlatformInbox =
  ({ db }: Pick<TestServer, 'db'>) =>
  (superiorId: number) =>
  async ({ at, serial, ...message }: PlatformRequest): Promise<number> => {
    const superior = { id: superiorId, autoAnswer: null } as Superior;
    const inbox = createInbox({
      db,
      superior,
      limits: {} as RegulatorLimits,
      encryption: createFieldEncryption(SEAL_KEY),
      now: () => at,
    });
    const stored = await inbox.store(message as unknown as Message, { header: { serial } } as ReceivedMessage);
    if (stored === null) throw new Error(`no request: ${JSON.stringify(message)}`);
    return stored.id;
  };

/** Writes connections through the gateway's session journal. */
async function journalSessions({ db }: TestServer, replays: readonly VehicleReplay[]): Promise<void> {
  const journal = new SessionJournal(db, createLog('silent'));
  for (const { vehicleId, history } of replays)
    for (const { loginAt, lastAt, logoutAt, reason } of history.sessions) {
      const session: Stay = {
        vehicleId,
        loginAt,
        peerIp: '10.1.1.1',
        transport: 'tcp',
        version: VERSION,
        lastAt,
        logoutAt: null,
        reason: null,
        upBytes: 0,
        downBytes: 0,
      };
      journal.begin(session);
      journal.end(session, logoutAt, reason);
    }
  await journal.stop();
}

/** The part of a gateway session that message handlers use. */
const createSession = (vehicleId: number, answer: (result: number) => void): Session =>
  ({
    entry: { vehicleId },
    version: VERSION,
    answer: (_serial: number, _id: number, result: number) => answer(result),
  }) as unknown as Session;

const createMessage = (session: Session, id: number, body: Uint8Array, receivedAt: number): UplinkMessage => {
  const header = { id, version: VERSION, encryption: 0 } as UplinkMessage['header'];
  return { session, header, body, serial: 1, receivedAt };
};

function encodeLocation(report: LocationReport): Uint8Array {
  const { at, lng, lat, altitudeM, speedKmh, heading, alarmBits, statusBits, odometerKm, safetyItem } = report;
  const extra = safetyItem === undefined ? null : encodeSafetyItem(report, safetyItem);
  return writeLocation({ deviceAt: at, lng, lat, altitudeM, speedKmh, heading, alarmBits, statusBits, odometerKm, extra });
}

function encodeBatch({ reports }: TerminalMessage): Uint8Array {
  const bodies = reports.map(encodeLocation);
  const bytes = [reports.length >> 8, reports.length & 0xff, BACKFILL];
  for (const body of bodies) bytes.push(body.length >> 8, body.length & 0xff, ...body);
  return Uint8Array.from(bytes);
}

function encodeSafetyItem(
  { at, lng, lat, altitudeM, speedKmh }: LocationReport,
  { item, type, level, number }: SafetyItem,
): Uint8Array {
  const time = digitsOfTime(at);
  const common = {
    alarmId: number,
    flag: 0,
    speedKmh: Math.round(speedKmh),
    altitudeM,
    latitude: lat,
    longitude: lng,
    time,
    vehicleBits: 1,
    identification: { terminalId: 'T1', time, serial: number, attachments: 0, reserved: new Uint8Array(1) },
  };
  const road = { frontSpeedKmh: 40, frontDistance: 15, departure: 1, signType: 0, signValue: 0 };
  const tyre = { position: 0, bits: 1 << type, pressureKpa: 480, temperatureC: 61, batteryPercent: 90 };
  const value =
    item === 0x64
      ? encode(Assistance, { ...common, type, level, ...road })
      : item === 0x65
        ? encode(DriverState, { ...common, type, level, fatigue: 8, reserved: new Uint8Array(4) })
        : encode(Tyres, { ...common, tyres: [tyre] });
  return Uint8Array.from([item, value.length, ...value]);
}

function encodeCard({ at, action, result, driver }: DriverCard, certNos: readonly string[]): Uint8Array {
  const read = {
    result,
    name: '某人',
    certNo: driver === null ? 'UNKNOWN' : certNos[driver]!,
    issuer: '运管',
    expiry: '20301231',
  };
  return encodeBody({ type: 'driverCard', body: { action, time: digitsOfTime(at), ...(action === 1 ? read : {}) } }, VERSION);
}
