import {
  bytes,
  type Codec,
  codec,
  gbk,
  lengthPrefixed,
  list,
  NO_PARENT,
  optional,
  struct,
  u8,
  u16,
  u32,
} from '../../codec/index.ts';
import { since2019 } from './since.ts';

/** 0x8203: the alarms of a report that a person has seen; `serial` 0 means those of any. */
export const ConfirmAlarm = struct({ serial: u16, alarmBits: u32 });

/** Bits of a text's `flag`. Up to 2013 bit 0 is urgent; 2019 reads bits 0-1 as a number and reserves bit 4. */
export const TEXT_BITS = { urgent: 1 << 0, display: 1 << 2, tts: 1 << 3, screen: 1 << 4, canFault: 1 << 5 } as const;

const NOTICE = 1;

/** 0x8300. Bits 0-1 of a 2019 flag: 1 service, 2 urgent, 3 notice; `kind` 1 notice, 2 service. */
export const SendText = struct({ flag: u8, kind: since2019(u8, NOTICE), text: gbk('rest') });

/** 0x8400: the terminal calls this number. Kind 0 a call, 1 it only listens. */
export const CallBack = struct({ kind: u8, phone: gbk('rest') });

/**
 * 0x8801. Command 0 stop, 0xffff record, others: number of photos. Resolution 1 320x240, 2 640x480, 3 800x600, 4 1024x768,
 * 5 176x144, 6 352x288, 7 704x288, 8 704x576. Quality 1 (best) to 10.
 */
export const TakePhoto = struct({
  channel: u8,
  command: u16,
  /** Between two photos, or how long to record; 0 as fast as it can, or until it is stopped. */
  intervalS: u16,
  /** 0 upload, 1 keep. */
  save: u8,
  resolution: u8,
  quality: u8,
  brightness: u8,
  contrast: u8,
  saturation: u8,
  chroma: u8,
});

/** 0x0805: 0 ok, 1 failed, 2 no such channel; the ids only with 0. */
export const PhotoReply = struct({ serial: u16, result: u8, mediaIds: optional(list(u32, { stated: u16 })) });

/** 0x8804. Command 0 stop, 1 start; `seconds` 0 until it is stopped. Rate 0 8 kHz, 1 11, 2 23, 3 32. */
export const RecordAudio = struct({
  command: u8,
  seconds: u16,
  /** 0 upload, 1 keep. */
  save: u8,
  rate: u8,
});

/** 0x8700, and 0x8701 with parameters: requests data of the driving recorder; `block` is its own frame (recorder-block). */
export const CollectRecorder = struct({ command: u8, block: bytes('rest') });

/** 0x0700: the recorder's data. */
export const RecorderData = struct({ serial: u16, command: u8, block: bytes('rest') });

/** 0x8108. `kind` 0 terminal, 12 card reader, 52 satellite module. */
export const Upgrade = struct({ kind: u8, maker: gbk(5), version: gbk(u8), data: lengthPrefixed(u32, bytes('rest')) });

/** 0x0108: 0 ok, 1 failed, 2 cancelled. */
export const UpgradeResult = struct({ kind: u8, result: u8 });

/** The door lock of 2019 (table 56). */
export const DOOR_LOCK = 1;

type VehicleControl = {
  /** Until 2013. Bit 0: 0 unlock, 1 lock. */
  flag?: number;
  /** Since 2019. `DOOR_LOCK` or a number of the maker's. */
  controls?: { kind: number; value: number }[];
};

const control = struct({ kind: u16, value: u8 });
const CONTROL_BYTES = 3;
const countedControls = list(control, u16);
const singleControl = list(control, 'rest');

/** 0x8500. The length shows the form: one byte, a counted list, or a single control whose count is missing. */
export const ControlVehicle: Codec<VehicleControl> = codec<VehicleControl>(
  -1,
  (r) => {
    if (r.left === 1) return { flag: u8.read(r, NO_PARENT) };
    return { controls: (r.left === CONTROL_BYTES ? singleControl : countedControls).read(r, NO_PARENT) };
  },
  ({ flag, controls }, w) => {
    if (controls === undefined) u8.write(flag ?? 0, w, NO_PARENT);
    else countedControls.write(controls, w, NO_PARENT);
  },
);
