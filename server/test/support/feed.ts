import { encode } from '@fleetwarden/protocol/codec';
import { Assistance, DriverState, Tyres } from '@fleetwarden/protocol/jsatl12';
import { digitsOfTime, encodeBody, writeLocation } from '@fleetwarden/protocol/jt808';
import type { Heard, Message } from '@fleetwarden/protocol/jt809';
import { alarmItemsOf } from '../../src/gateway/alarm-items.ts';
import { createCards } from '../../src/gateway/cards.ts';
import { createLocations } from '../../src/gateway/locations.ts';
import type { Parts } from '../../src/gateway/parts.ts';
import type { Session } from '../../src/gateway/session.ts';
import { SessionJournal, type Stay } from '../../src/gateway/session-journal.ts';
import { createCardStore } from '../../src/ingest/card-store.ts';
import { createIngest } from '../../src/ingest/ingest.ts';
import { rebuildLateDays } from '../../src/ingest/rebuild-job.ts';
import { readPastGround } from '../../src/modules/alarm-rules/index.ts';
import { createPartitions } from '../../src/platform/db/partitions.ts';
import { createLog } from '../../src/platform/observe/log.ts';
import { createMetrics } from '../../src/platform/observe/metrics.ts';
import { createSeal } from '../../src/platform/resources/seal.ts';
import { createInbox } from '../../src/regulator/inbox.ts';
import type { RegulatorLimits } from '../../src/regulator/limits.ts';
import type { Superior } from '../../src/regulator/superiors.ts';
import type { Card, Delivery, History, Raw, SaidItem } from '../report-oracle/raw.ts';
import type { Question } from '../report-oracle/staff-work.ts';
import type { TestServer } from './test-server.ts';

const ZONE = 'Asia/Shanghai';
const RETENTION_DAYS = 400;
const SEAL_KEY = 's'.repeat(32);
/** Messages that wait to be answered at a time. */
const UNANSWERED = 400;
const VERSION = 2013;
const [LOCATION, BATCH, CARD] = [0x0200, 0x0704, 0x0702];
/** 0x0704: kept while there was no link. */
const KEPT = 1;

/** A history with the vehicle whose it is, and certificates of drivers by their places in the list. */
export type Fed = { readonly vehicleId: number; readonly history: History };

/**
 * For tests: brings what terminals sent into a test server's database the way the product does, from the bytes of their messages on, and
 * with the platform's rules; and the connections as the gateway notes them. All of it is stored, and made days of, when it resolves.
 */
export async function feed(server: TestServer, fed: readonly Fed[], certNos: readonly string[]): Promise<void> {
  const { db, bus, book } = server;
  const log = createLog('silent');
  const clock = { now: Math.min(...fed.flatMap(({ history }) => history.deliveries.map(({ receivedAt }) => receivedAt))) };
  const { rulesOf, visits: visitsOf, dueMs, callingOf } = book;
  const ingest = createIngest({
    db,
    bus,
    log,
    metrics: createMetrics(),
    partitions: createPartitions(db, RETENTION_DAYS),
    timeZone: ZONE,
    alarmItemsOf,
    rulesOf,
    visitsOf,
    dueMs,
    callingOf,
    now: () => clock.now,
  });
  await ingest.start();
  const counted = { inc: () => undefined };
  const metrics = { acks: counted, locations: counted, cards: counted } as unknown as Parts['metrics'];
  const cards = createCardStore({ db, seal: createSeal(SEAL_KEY) });
  const locations = createLocations({ ingest, metrics } as Parts);
  const cardMessages = createCards({ cards, metrics } as Parts);

  const answers: Promise<void>[] = [];
  const settle = async () => {
    await Promise.all(answers.splice(0));
  };
  const inOrder = fed
    .flatMap(({ vehicleId, history }) => history.deliveries.map((delivery) => ({ vehicleId, delivery })))
    .sort((a, b) => a.delivery.receivedAt - b.delivery.receivedAt);
  for (const { vehicleId, delivery } of inOrder) {
    const { receivedAt, raws } = delivery;
    const answered = new Promise<void>((resolve, reject) => {
      const session = sessionOf(vehicleId, (result) => (result === 0 ? resolve() : reject(new Error(`refused: ${result}`))));
      if (raws.some(({ backfill }) => backfill))
        locations.batch(session, 1, BATCH, batchOf(delivery), receivedAt, () => reject(new Error('a report cannot be read')));
      else for (const raw of raws) locations.one(session, 1, LOCATION, bodyOf(raw), receivedAt);
    });
    answers.push(answered);
    if (answers.length < UNANSWERED) continue;
    await settle();
    // what is silent is silent since then, as far as the platform has heard
    clock.now = Math.max(clock.now, receivedAt);
  }
  await settle();
  for (const { vehicleId, history } of fed)
    for (const card of history.cards)
      await new Promise<void>((resolve, reject) => {
        const session = sessionOf(vehicleId, (result) =>
          result === 0 ? resolve() : reject(new Error(`card refused: ${result}`)),
        );
        const header = { id: CARD, version: VERSION, encryption: 0 } as Parameters<typeof cardMessages.told>[2];
        cardMessages.told(session, 1, header, cardOf(card, certNos), card.at).catch(reject);
      });
  await ingest.stop();
  await noteStays(server, fed);
  const pastGround = (vehicleIds: readonly number[], from: number, until: number) => readPastGround(db, vehicleIds, from, until);
  const options = { db, log, timeZone: ZONE, quietMs: 0, restMs: 0, retentionDays: RETENTION_DAYS, pastGround };
  // what waits for the live stream is looked at once more
  for (let run = 0; run < 2; run++) {
    const { failed } = await rebuildLateDays(options, new AbortController().signal);
    if (failed > 0) throw new Error(`${failed} vehicles were not made anew`);
  }
}

/** For tests: a superior platform whose questions are written down as its messages are. Throws where one is no question. */
export const asking =
  ({ db }: Pick<TestServer, 'db'>) =>
  (superiorId: number) =>
  async ({ at, serial, ...message }: Question): Promise<number> => {
    const superior = { id: superiorId, autoAnswer: null } as Superior;
    const inbox = createInbox({ db, superior, limits: {} as RegulatorLimits, seal: createSeal(SEAL_KEY), now: () => at });
    const asked = await inbox.take(message as unknown as Message, { header: { serial } } as Heard);
    if (asked === null) throw new Error(`nobody was asked: ${JSON.stringify(message)}`);
    return asked.id;
  };

/** Connections as the gateway's journal writes them, the beginning of each before its end. */
async function noteStays({ db }: TestServer, fed: readonly Fed[]): Promise<void> {
  const journal = new SessionJournal(db, createLog('silent'));
  for (const { vehicleId, history } of fed)
    for (const { loginAt, lastAt, logoutAt, reason } of history.stays) {
      const stay: Stay = {
        vehicleId,
        loginAt,
        peerIp: '10.1.1.1',
        transport: 'tcp',
        version: VERSION,
        lastAt,
        logoutAt: null,
        reason: null,
      };
      journal.begin(stay);
      journal.end(stay, logoutAt, reason);
    }
  await journal.stop();
}

/** What handling messages needs of a live session. */
const sessionOf = (vehicleId: number, answer: (result: number) => void): Session =>
  ({
    entry: { vehicleId },
    version: VERSION,
    answer: (_serial: number, _id: number, result: number) => answer(result),
  }) as unknown as Session;

function bodyOf(raw: Raw): Uint8Array {
  const { at, lng, lat, altitudeM, speedKmh, heading, alarmBits, statusBits, odometerKm, said } = raw;
  const extra = said === undefined ? null : itemOf(raw, said);
  return writeLocation({ deviceAt: at, lng, lat, altitudeM, speedKmh, heading, alarmBits, statusBits, odometerKm, extra });
}

function batchOf({ raws }: Delivery): Uint8Array {
  const bodies = raws.map(bodyOf);
  const bytes = [raws.length >> 8, raws.length & 0xff, KEPT];
  for (const body of bodies) bytes.push(body.length >> 8, body.length & 0xff, ...body);
  return Uint8Array.from(bytes);
}

function itemOf({ at, lng, lat, altitudeM, speedKmh }: Raw, { item, type, level, number }: SaidItem): Uint8Array {
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

function cardOf({ at, action, result, driver }: Card, certNos: readonly string[]): Uint8Array {
  const read = {
    result,
    name: '某人',
    certNo: driver === null ? 'UNKNOWN' : certNos[driver]!,
    issuer: '运管',
    expiry: '20301231',
  };
  return encodeBody({ type: 'driverCard', body: { action, time: digitsOfTime(at), ...(action === 1 ? read : {}) } }, VERSION);
}
