import { bcd, type Codec, codec, gbk, list, map, NO_PARENT, type Of, struct, u8, u16, Writer } from '../codec/index.ts';
import { recorderSetting } from './recorder-block.ts';
import { digitsOfTime, timeOfDigits } from './time.ts';

// GB/T 19056-2012 A.4: parameters that 0x8701 sets

/** Epoch ms; null for invalid digits. GMT+8 on the wire. */
const time: Codec<number | null> = map(bcd(6), (digits) => timeOfDigits(digits), digitsOfTime);

const KM_DIGITS = 8;
/** Eight digits, the last is a tenth. */
const km: Codec<number> = map(
  bcd(KM_DIGITS / 2),
  (digits) => Number(digits) / 10,
  (value) => String(Math.round(value * 10)),
);

const SIGNALS = 8;
const signal = gbk(10);
/** Names of the status bits, from bit 0. Missing ones are empty. */
const signals: Codec<string[]> = codec(
  -1,
  (r, parent) => list(signal, 'rest').read(r, parent),
  (names, w, parent) => {
    for (let i = 0; i < SIGNALS; i++) signal.write(names[i] ?? '', w, parent);
  },
);

/** Parameters by command. */
const SETTINGS = {
  /** Vehicle. */
  130: struct({ vin: gbk(17), plate: gbk(12), plateClass: gbk(12) }),
  /** First installation. */
  131: struct({ installedAt: time }),
  /** Status signals; `signalBytes` is 1 for eight bits. */
  132: struct({ clockAt: time, signalBytes: u8, signals }),
  /** Clock. */
  194: struct({ clockAt: time }),
  195: struct({ clockAt: time, pulsesPerKm: u16 }),
  196: struct({ clockAt: time, installedAt: time, initialKm: km, odometerKm: km }),
} as const;

export type RecorderSettingCommand = keyof typeof SETTINGS;

/** The frame of a parameter, for 0x8701. Throws CodecError for a value that does not fit. */
export function writeRecorderSetting<C extends RecorderSettingCommand>(command: C, values: Of<(typeof SETTINGS)[C]>): Uint8Array {
  const w = new Writer(2013);
  (SETTINGS[command] as Codec<unknown>).write(values, w, NO_PARENT);
  return recorderSetting(command, w.done());
}
