import type { JudgedLocation } from '../engine/judged-location.ts';

/** The columns of `position` and `position_odd` in the order rows are encoded. */
export const POSITION_COLUMNS =
  'vehicle_id, gnss_at, received_at, lng, lat, altitude_m, speed_kmh, heading, alarm_bits, status_bits, odometer_km, ' +
  'recorder_kmh, fuel_l, io_bits, signal, satellites, backfill, quality, extra';

const FIELDS = POSITION_COLUMNS.split(', ').length;
// the signature, no flags, no header extension (PostgreSQL manual, COPY, "Binary Format")
const HEADER = Buffer.from('5047434f50590aff0d0a00' + '00000000' + '00000000', 'hex');
const TRAILER_BYTES = 2;
/** Everything but `extra`: a length word for each field and the widest form of each value. */
const FIXED_ROW_BYTES = 2 + FIELDS * 4 + 4 + 8 + 8 + 8 + 8 + 4 + 4 + 2 + 8 + 8 + 8 + 4 + 4 + 4 + 2 + 2 + 1 + 4;
const FIRST_BYTES = 1 << 20;
const EPOCH_2000 = Date.UTC(2000, 0, 1);
const TWO_32 = 4_294_967_296;

/** Encodes positions in PostgreSQL's binary COPY format into one buffer that is used again and again. */
export class CopyEncoder {
  #bytes: Buffer = Buffer.allocUnsafeSlow(FIRST_BYTES);
  #view = new DataView(this.#bytes.buffer);
  #at = 0;

  /** Starts again and overwrites the previous result of `finish`. */
  begin(): void {
    HEADER.copy(this.#bytes);
    this.#at = HEADER.length;
  }

  /** Adds a row. The values must fit their columns (see toStorable.ts). */
  add(r: JudgedLocation): void {
    const extra = r.extra;
    this.#room(FIXED_ROW_BYTES + (extra === null ? 0 : extra.length));
    const view = this.#view;
    view.setInt16(this.#at, FIELDS);
    this.#at += 2;
    this.#int4(r.vehicleId);
    if (r.deviceAt === null) this.#null();
    else this.#time(r.deviceAt);
    this.#time(r.receivedAt);
    this.#float8(r.lng);
    this.#float8(r.lat);
    this.#float4(r.altitudeM);
    this.#float4(r.speedKmh);
    this.#int2(r.heading);
    this.#word(r.alarmBits);
    this.#word(r.statusBits);
    if (r.odometerKm === null) this.#null();
    else this.#float8(r.odometerKm);
    if (r.recorderKmh === null) this.#null();
    else this.#float4(r.recorderKmh);
    if (r.fuelL === null) this.#null();
    else this.#float4(r.fuelL);
    if (r.ioBits === null) this.#null();
    else this.#int4(r.ioBits);
    if (r.signal === null) this.#null();
    else this.#int2(r.signal);
    if (r.satellites === null) this.#null();
    else this.#int2(r.satellites);
    view.setInt32(this.#at, 1);
    view.setUint8(this.#at + 4, r.backfill ? 1 : 0);
    this.#at += 5;
    this.#int4(r.quality);
    if (extra === null) this.#null();
    else {
      view.setInt32(this.#at, extra.length);
      this.#bytes.set(extra, this.#at + 4);
      this.#at += 4 + extra.length;
    }
  }

  /** The whole COPY stream; a view that is valid until the next `begin`. */
  finish(): Buffer {
    this.#room(0);
    this.#view.setInt16(this.#at, -1);
    return this.#bytes.subarray(0, this.#at + TRAILER_BYTES);
  }

  #room(bytes: number): void {
    const needed = this.#at + bytes + TRAILER_BYTES;
    if (needed <= this.#bytes.length) return;
    const grown = Buffer.allocUnsafeSlow(Math.max(needed, this.#bytes.length * 2));
    this.#bytes.copy(grown, 0, 0, this.#at);
    this.#bytes = grown;
    this.#view = new DataView(grown.buffer);
  }

  #null(): void {
    this.#view.setInt32(this.#at, -1);
    this.#at += 4;
  }

  #int2(value: number): void {
    this.#view.setInt32(this.#at, 2);
    this.#view.setInt16(this.#at + 4, value);
    this.#at += 6;
  }

  #int4(value: number): void {
    this.#view.setInt32(this.#at, 4);
    this.#view.setInt32(this.#at + 4, value);
    this.#at += 8;
  }

  /** 32 unsigned bits as bigint. */
  #word(value: number): void {
    this.#view.setInt32(this.#at, 8);
    this.#view.setInt32(this.#at + 4, 0);
    this.#view.setUint32(this.#at + 8, value);
    this.#at += 12;
  }

  #float4(value: number): void {
    this.#view.setInt32(this.#at, 4);
    this.#view.setFloat32(this.#at + 4, value);
    this.#at += 8;
  }

  #float8(value: number): void {
    this.#view.setInt32(this.#at, 8);
    this.#view.setFloat64(this.#at + 4, value);
    this.#at += 12;
  }

  /** Epoch ms as microseconds since 2000. */
  #time(ms: number): void {
    const micros = Math.round((ms - EPOCH_2000) * 1000);
    const high = Math.floor(micros / TWO_32);
    this.#view.setInt32(this.#at, 8);
    this.#view.setInt32(this.#at + 4, high);
    this.#view.setUint32(this.#at + 8, micros - high * TWO_32);
    this.#at += 12;
  }
}
