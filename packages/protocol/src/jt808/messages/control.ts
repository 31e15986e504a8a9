import { bytes, gbk, list, optional, struct, u8, u16, u32 } from '../../codec/index.ts';
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

/** 0x8700: requests data of the driving recorder; `block` is its own frame (recorder-block). */
export const CollectRecorder = struct({ command: u8, block: bytes('rest') });

/** 0x0700: the recorder's data. */
export const RecorderData = struct({ serial: u16, command: u8, block: bytes('rest') });
