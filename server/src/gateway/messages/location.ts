import type { LocationReported } from '@fleetwarden/domain/location';
import { type LocationReading, readLocation, readLocationBatch } from '@fleetwarden/protocol/jt808';
import type { Receipt } from '../../ingest/ingest.ts';
import type { GatewayDeps } from '../deps.ts';
import { RESULT, type Session } from '../session.ts';
import type { MessageHandler, UplinkMessage } from './message-handler.ts';

type Deps = Pick<GatewayDeps, 'ingest'> & {
  readonly unknownItems: Pick<GatewayDeps['unknownItems'], 'sample'>;
  readonly metrics: Pick<GatewayDeps['metrics'], 'locations' | 'acks'>;
  readonly quarantine: Pick<GatewayDeps['quarantine'], 'add'>;
  readonly delivery: Pick<GatewayDeps['delivery'], 'acceptAnswer'>;
};

type LocationHandlers = {
  /** 0x0200 */
  readonly location: MessageHandler;
  /** 0x0201 and 0x0500: the answer to 0x8201 or 0x8500, and a location. */
  readonly locationReply: MessageHandler;
  /** 0x0704. A bad item goes to quarantine; the other items are stored. */
  readonly locationBatch: MessageHandler;
};

/** Passes locations to ingest, and answers after their commit. */
export function createLocationHandlers({ ingest, metrics, quarantine, delivery, unknownItems }: Deps): LocationHandlers {
  const countAck = () => metrics.acks.inc();
  const read = (reading: LocationReading, { session, header, receivedAt }: UplinkMessage, backfill: boolean) => {
    const report = createReport(reading, session, receivedAt, backfill);
    const { id: messageId, serial } = header;
    if (report.extra !== null) unknownItems.sample({ vehicleId: report.vehicleId, receivedAt, messageId, serial }, report.extra);
    return report;
  };

  return {
    location: (message) => {
      const { session, header, body, serial } = message;
      const report = read(readLocation(body), message, false);
      metrics.locations.inc();
      ingest.accept([report], new Acknowledgement(session, serial, header.id, countAck));
    },
    locationReply: (message) => {
      const { session, header, body } = message;
      delivery.acceptAnswer(session, header.id, body);
      // the body starts with the serial of the command
      const report = read(readLocation(body, 2), message, false);
      metrics.locations.inc();
      ingest.accept([report], null);
    },
    locationBatch: (message) => {
      const { session, header, body, serial, receivedAt } = message;
      const { backfill, locations, bad } = readLocationBatch(body);
      for (const item of bad) quarantine.add(session.link, receivedAt, 'item', item, 'locationBatch: too short');
      // Nothing to store. Only a malformed batch is refused.
      if (locations.length === 0) return session.answer(serial, header.id, bad.length > 0 ? RESULT.malformed : RESULT.ok);
      metrics.locations.inc(locations.length);
      const reports = locations.map((reading) => read(reading, message, backfill));
      // terminals upload stored locations in any order; the engine needs them by time
      reports.sort((a, b) => (a.deviceAt ?? 0) - (b.deviceAt ?? 0));
      ingest.accept(reports, new Acknowledgement(session, serial, header.id, countAck));
    },
  };
}

/** Answers a message after its locations are committed. A class, because one is made for each message. */
class Acknowledgement implements Receipt {
  readonly #session: Session;
  readonly #serial: number;
  readonly #id: number;
  readonly #count: () => void;

  constructor(session: Session, serial: number, id: number, count: () => void) {
    this.#session = session;
    this.#serial = serial;
    this.#id = id;
    this.#count = count;
  }

  stored(): void {
    this.#count();
    this.#session.answer(this.#serial, this.#id, RESULT.ok);
  }

  refused(): void {
    this.#session.answer(this.#serial, this.#id, RESULT.failed);
  }
}

function createReport(r: LocationReading, { entry }: Session, receivedAt: number, backfill: boolean): LocationReported {
  return {
    // live sessions have a vehicle
    vehicleId: entry!.vehicleId!,
    receivedAt,
    backfill,
    deviceAt: r.deviceAt,
    lng: r.lng,
    lat: r.lat,
    altitudeM: r.altitudeM,
    speedKmh: r.speedKmh,
    heading: r.heading,
    alarmBits: r.alarmBits,
    statusBits: r.statusBits,
    odometerKm: r.odometerKm,
    recorderKmh: r.recorderKmh,
    fuelL: r.fuelL,
    ioBits: r.ioBits,
    signal: r.signal,
    satellites: r.satellites,
    extra: r.extra,
  };
}
