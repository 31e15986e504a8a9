import type { LocationReported } from '@fleetwarden/domain/location';
import { type LocationReading, readLocation, readLocationBatch } from '@fleetwarden/protocol/jt808';
import type { Receipt } from '../ingest/ingest.ts';
import type { Parts } from './parts.ts';
import { RESULT, type Session } from './session.ts';

/** Answers a message with locations once they are committed. */
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

/** Hands on the locations of live sessions. All throw CodecError for a body without any that can be read. */
export type Locations = {
  /** 0x0200 */
  one(session: Session, serial: number, id: number, body: Uint8Array, receivedAt: number): void;
  /** 0x0201: the answer to 0x8201; answers are not answered. */
  reply(session: Session, body: Uint8Array, receivedAt: number): void;
  /** 0x0704. `onBadItem` gets what is no location; it costs its neighbours nothing. */
  batch(
    session: Session,
    serial: number,
    id: number,
    body: Uint8Array,
    receivedAt: number,
    onBadItem: (item: Uint8Array) => void,
  ): void;
};

export function createLocations({ ingest, metrics }: Parts): Locations {
  const countAck = () => metrics.acks.inc();

  return {
    one: (session, serial, id, body, receivedAt) => {
      const report = reported(readLocation(body), session, receivedAt, false);
      metrics.locations.inc();
      ingest.accept([report], new Acknowledgement(session, serial, id, countAck));
    },
    reply: (session, body, receivedAt) => {
      // the first word is the serial of our 0x8201
      const report = reported(readLocation(body, 2), session, receivedAt, false);
      metrics.locations.inc();
      ingest.accept([report], null);
    },
    batch: (session, serial, id, body, receivedAt, onBadItem) => {
      const { backfill, locations, bad } = readLocationBatch(body);
      for (const item of bad) onBadItem(item);
      // nothing to store and nothing the terminal could do better by sending it again
      if (locations.length === 0) {
        session.answer(serial, id, bad.length > 0 ? RESULT.malformed : RESULT.ok);
        return;
      }
      metrics.locations.inc(locations.length);
      const reports = locations.map((reading) => reported(reading, session, receivedAt, backfill));
      // the engine takes reports in order of arrival, and terminals send what they stored in any order
      reports.sort((a, b) => (a.deviceAt ?? 0) - (b.deviceAt ?? 0));
      ingest.accept(reports, new Acknowledgement(session, serial, id, countAck));
    },
  };
}

function reported(r: LocationReading, { entry }: Session, receivedAt: number, backfill: boolean): LocationReported {
  return {
    // only live sessions get here, and those have a vehicle
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
