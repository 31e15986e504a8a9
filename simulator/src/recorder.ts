import { DAY_MS } from '@fleetwarden/domain/durations';
import { bcd, decode, encode, encodeGbk, u16, u32 } from '@fleetwarden/protocol/codec';
import { digitsOfTime, type Message, readRecorderRequest, recorderAnswer, timeOfBytes } from '@fleetwarden/protocol/jt808';
import { HOUR, MINUTE } from './clock.ts';
import type { Member } from './identity.ts';
import type { Vehicle, VehicleState } from './motion/vehicle.ts';
import { draw } from './random.ts';

/** Parameters of the driving recorder, which 0x8701 changes. */
export type RecorderSettings = {
  vin: string;
  plate: string;
  plateClass: string;
  installedAt: number | null;
  signals: readonly string[];
  pulsesPerKm: number;
  initialKm: number;
};

const SIGNALS = ['制动', '左转', '右转', '远光', '近光', '雾灯', '喇叭', '车门'];

export const createRecorderSettings = ({ seed, plate }: Member): RecorderSettings => ({
  vin: `LFWSIM${String(seed).padStart(11, '0')}`.slice(0, 17),
  plate,
  plateClass: '大型汽车',
  installedAt: Date.UTC(2024, 0, 1),
  signals: SIGNALS,
  pulsesPerKm: 3_600,
  initialKm: 0,
});

/** GB/T 19056-2012, not revised so far. */
const PRINTING = Uint8Array.of(0x12, 0);
/** Most blocks of an answer. */
const MAX_BLOCKS = 5;
const NOT_MEASURED = 0xff;
const UNITS_PER_DEGREE = 600_000;
const BRAKE = 1;

const join = (...parts: readonly Uint8Array[]): Uint8Array => Buffer.concat(parts);
const time = (at: number | null): Uint8Array => encode(bcd(6), digitsOfTime(at));
const padded = (text: string, bytes: number): Uint8Array => {
  const field = new Uint8Array(bytes);
  field.set(encodeGbk(text).subarray(0, bytes));
  return field;
};
const km = (value: number): Uint8Array => encode(bcd(4), String(Math.round(value * 10)).slice(-8));
const place = ({ lng, lat, altitudeM }: VehicleState): Uint8Array =>
  join(
    encode(u32, Math.round(lng * UNITS_PER_DEGREE)),
    encode(u32, Math.round(lat * UNITS_PER_DEGREE)),
    encode(u16, Math.max(0, Math.round(altitudeM))),
  );
const speed = ({ recorderKmh }: VehicleState): number => Math.min(Math.round(recorderKmh), NOT_MEASURED - 1);

type Recorder = {
  readonly settings: RecorderSettings;
  readonly vehicle: Vehicle;
  readonly licenceNo: string;
  readonly now: number;
};
/** A block that ends at a time, epoch ms. */
type Block = { readonly everyMs: number; readonly write: (recorder: Recorder, endAt: number) => Uint8Array };

const SECOND = 1_000;
const speedsOf = (vehicle: Vehicle, startAt: number, count: number, everyMs: number, second: (state: VehicleState) => number) =>
  Uint8Array.from(
    Array.from({ length: count }, (_, i) => {
      const state = vehicle.stateAt(startAt + i * everyMs);
      return [speed(state), second(state)];
    }).flat(),
  );
const signalsOf = ({ recorderKmh }: VehicleState): number => (recorderKmh === 0 ? BRAKE : 0);

/** Memories, by command. */
const BLOCKS: Readonly<Record<number, Block>> = {
  8: {
    everyMs: MINUTE,
    write: ({ vehicle }, endAt) => join(time(endAt - MINUTE), speedsOf(vehicle, endAt - MINUTE, 60, SECOND, signalsOf)),
  },
  9: {
    everyMs: HOUR,
    write: ({ vehicle }, endAt) => {
      const minutes = Array.from({ length: 60 }, (_, i) => vehicle.stateAt(endAt - HOUR + i * MINUTE));
      return join(time(endAt - HOUR), ...minutes.map((state) => join(place(state), Uint8Array.of(speed(state)))));
    },
  },
  16: {
    everyMs: HOUR,
    write: ({ vehicle, licenceNo }, endAt) =>
      join(
        time(endAt),
        padded(licenceNo, 18),
        speedsOf(vehicle, endAt - 20 * SECOND, 100, SECOND / 5, signalsOf),
        place(vehicle.stateAt(endAt)),
      ),
  },
  17: {
    everyMs: 6 * HOUR,
    write: ({ vehicle, licenceNo }, endAt) => {
      const startAt = endAt - 5 * HOUR;
      return join(
        padded(licenceNo, 18),
        time(startAt),
        time(endAt),
        place(vehicle.stateAt(startAt)),
        place(vehicle.stateAt(endAt)),
      );
    },
  },
  18: {
    everyMs: 4 * HOUR,
    write: ({ licenceNo }, endAt) => join(time(endAt), padded(licenceNo, 18), Uint8Array.of(1)),
  },
  19: { everyMs: 12 * HOUR, write: (_, endAt) => join(time(endAt), Uint8Array.of(1)) },
  20: { everyMs: DAY_MS, write: (_, endAt) => join(time(endAt), Uint8Array.of(0xc3)) },
  21: {
    everyMs: HOUR,
    write: ({ vehicle }, endAt) => {
      const startAt = endAt - MINUTE;
      const speeds = speedsOf(vehicle, startAt, 60, SECOND, ({ speedKmh }) => Math.min(Math.round(speedKmh), NOT_MEASURED - 1));
      return join(Uint8Array.of(1), time(startAt), time(endAt), speeds);
    },
  },
};

/** Data without a time range, by command. */
const DATA: Readonly<Record<number, (recorder: Recorder) => Uint8Array>> = {
  0: () => PRINTING,
  1: ({ licenceNo }) => padded(licenceNo, 18),
  2: ({ now }) => time(now),
  3: ({ settings, vehicle, now }) =>
    join(time(now), time(settings.installedAt), km(settings.initialKm), km(settings.initialKm + vehicle.stateAt(now).odometerKm)),
  4: ({ settings, now }) => join(time(now), encode(u16, settings.pulsesPerKm)),
  5: ({ settings }) => join(padded(settings.vin, 17), padded(settings.plate, 12), padded(settings.plateClass, 12)),
  6: ({ settings, now }) =>
    join(time(now), Uint8Array.of(1), ...Array.from({ length: 8 }, (_, i) => padded(settings.signals[i] ?? '', 10))),
  7: () => join(padded('C000888', 7), padded('FW-DR1', 16), encode(bcd(3), '240101'), encode(u32, 88), new Uint8Array(5)),
};

/** The recorder's answer to 0x8700: its frame; null for unknown commands. */
export function answerRecorder(
  { command, block }: { readonly command: number; readonly block: Uint8Array },
  recorder: Omit<Recorder, 'licenceNo'> & { readonly member: Member },
): Uint8Array | null {
  const { member, now } = recorder;
  const [driver] = member.drivers ?? [];
  const all: Recorder = {
    ...recorder,
    licenceNo: driver?.certNo ?? String(440_301_199_001_010_000 + Math.floor(draw('licence', member.seed) * 1_000)),
  };
  const data = DATA[command]?.(all);
  if (data) return recorderAnswer(command, data);
  const memory = BLOCKS[command];
  const span = readRecorderRequest(block)?.data;
  if (memory === undefined || span === undefined || span.length < 14) return null;
  const [startAt, endAt] = [timeOfBytes(span, 0) ?? 0, Math.min(timeOfBytes(span, 6) ?? now, now)];
  const most = Math.min(decode(u16, span.subarray(12)), MAX_BLOCKS);
  // newest first
  const ends = Array.from({ length: most }, (_, i) => endAt - i * memory.everyMs).filter((at) => at - memory.everyMs >= startAt);
  return recorderAnswer(command, join(...ends.map((at) => memory.write(all, at))));
}

const text = (data: Uint8Array, from: number, bytes: number): string =>
  Buffer.from(data.subarray(from, from + bytes)).toString('latin1');

/** 0x8701: stores the parameters of a frame; false for unknown commands and broken frames. */
export function storeRecorderSetting(
  settings: RecorderSettings,
  { block }: Extract<Message, { type: 'setRecorder' }>['body'],
): boolean {
  const setting = readRecorderRequest(block);
  if (setting === null) return false;
  const { command, data } = setting;
  if (command === 0x82) settings.vin = text(data, 0, 17);
  else if (command === 0x83) settings.installedAt = timeOfBytes(data, 0);
  else if (command === 0xc3) settings.pulsesPerKm = decode(u16, data.subarray(6));
  else if (command === 0xc4) settings.initialKm = Number(decode(bcd(4), data.subarray(12))) / 10;
  else return command === 0xc2 || command === 0x84;
  return true;
}
