import {
  type BodyOf,
  type Content,
  digitsOfTime,
  type Header,
  type LocationInput,
  type Message,
  recorderAnswer,
  writeLocation,
} from '@fleetwarden/protocol/jt808';
import type { Areas } from './areas.ts';
import type { Member } from './identity.ts';
import { type ParameterItems, selectParameters } from './parameters.ts';

/** State that an answer reads or changes. */
export type AnswerContext = {
  readonly member: Member;
  readonly parameters: () => ParameterItems;
  readonly setParameters: (changed: ParameterItems) => void;
  readonly location: () => LocationInput;
  /** 0x8202: report this often, for so long; 0 ends it. Seconds. */
  readonly track: (intervalS: number, validityS: number) => void;
  readonly areas: Areas;
  /** 0x8203: a user confirmed the alarms of these bits. */
  readonly confirmAlarms: (alarmBits: number) => void;
  /** Takes photos at an interval, in seconds, uploads them on request, and returns their ids. */
  readonly photos: (count: number, wish: { channel: number; intervalS: number; upload: boolean }) => number[];
  /** 0x8105: close the connection and reconnect. */
  readonly restart: () => void;
};

const OK = 0;
const FAILED = 1;
const UNSUPPORTED = 3;

/** Commands of 0x8105 for a terminal without its own radio: reset, factory reset, close the data link. */
const RESTARTING = new Set([4, 5, 6]);
/** Shown to the driver, dialled, or passed on to a peripheral: a text, a call back, transparent data. */
const ACKNOWLEDGED = new Set([0x8300, 0x8400, 0x8900]);
/** Cameras, numbered from 1. */
const CAMERAS = 4;
const NO_CAMERA = 2;
const PHOTOS_AT_ONCE = 10;
const KEEP = 1;
/** 0x8801: record video until stopped, in place of a number of photos. */
const RECORD = 0xffff;
/** Nothing is answered to an answer. */
const ANSWERS = new Set([0x8001, 0x8100, 0x8003, 0x8004, 0x8800]);

/** How a mode reacts to a command. */
export type Mood = 'answer' | 'refuse' | 'silent';

/** The reply in this mood to a message of the server; null: none. */
export function moodyAnswer(mood: Mood, header: Header, message: Message, context: AnswerContext): Content | null {
  if (mood === 'silent' || ANSWERS.has(header.id)) return null;
  if (mood === 'refuse') return { id: 0x0001, body: { serial: header.serial, id: header.id, result: FAILED } };
  return answerTo(header, message, context);
}

/** The reply to a message of the server; null for an answer. */
function answerTo(header: Header, message: Message, context: AnswerContext): Content | null {
  if (ANSWERS.has(header.id)) return null;
  const ack = (result: number): Content => ({ id: 0x0001, body: { serial: header.serial, id: header.id, result } });
  switch (message.type) {
    case 'queryAllParameters':
      return { id: 0x0104, body: { serial: header.serial, parameters: context.parameters() } };
    case 'queryParameters':
      return {
        id: 0x0104,
        body: { serial: header.serial, parameters: selectParameters(context.parameters(), message.body.ids) },
      };
    case 'setParameters':
      context.setParameters(message.body.parameters);
      return ack(OK);
    case 'queryAttributes':
      return { id: 0x0107, body: buildAttributes(context.member) };
    case 'queryLocation':
      return { id: 0x0201, body: afterSerial(header.serial, writeLocation(context.location())) };
    case 'trackLocation':
      context.track(message.body.intervalS, message.body.validityS ?? 0);
      return ack(OK);
    case 'confirmAlarm':
      context.confirmAlarms(message.body.alarmBits);
      return ack(OK);
    case 'takePhoto':
      // 2011 has no message that answers it
      if (context.member.version === 2011) {
        takePhotos(message.body, context);
        return ack(OK);
      }
      return { type: 'photoReply', body: photoReply(header.serial, message.body, context) };
    case 'queryAreas':
      // new in 2019
      if (context.member.version < 2019) return ack(UNSUPPORTED);
      return context.areas.list(message.body.kind, message.body.ids);
    case 'collectRecorder': {
      const { command } = message.body;
      const data = recorderData(command, context);
      if (data === null) return ack(UNSUPPORTED);
      return { type: 'recorderData', body: { serial: header.serial, command, block: recorderAnswer(command, data) } };
    }
    case 'terminalControl':
      if (!RESTARTING.has(message.body.command)) return ack(UNSUPPORTED);
      context.restart();
      return ack(OK);
    default:
      if (context.areas.take(message)) return ack(OK);
      return ack(ACKNOWLEDGED.has(header.id) ? OK : UNSUPPORTED);
  }
}

/** GB/T 19056-2012, not revised so far. */
const RECORDER_PRINTING = Uint8Array.of(0x12, 0);
const [PRINTING, CLOCK] = [0x00, 0x02];

/** The data of the recorder: its version and its clock; null for other commands. */
function recorderData(command: number, { location }: AnswerContext): Uint8Array | null {
  if (command === PRINTING) return RECORDER_PRINTING;
  return command === CLOCK ? Buffer.from(digitsOfTime(location().deviceAt ?? null), 'hex') : null;
}

/** 0x0805: the photos' ids; the photos themselves follow. */
function photoReply(serial: number, asked: BodyOf<0x8801>, context: AnswerContext): BodyOf<0x0805> {
  const mediaIds = takePhotos(asked, context);
  return mediaIds ? { serial, result: OK, mediaIds } : { serial, result: NO_CAMERA };
}

/** Their ids; null where there is no such camera. A film is none. */
function takePhotos({ channel, command, intervalS, save }: BodyOf<0x8801>, { photos }: AnswerContext): number[] | null {
  if (channel < 1 || channel > CAMERAS) return null;
  return photos(command === RECORD ? 0 : Math.min(command, PHOTOS_AT_ONCE), { channel, intervalS, upload: save !== KEEP });
}

/** 0x0201: the answered serial, then a 0x0200 body. */
function afterSerial(serial: number, location: Uint8Array): Uint8Array {
  const body = new Uint8Array(2 + location.length);
  body[0] = serial >> 8;
  body[1] = serial & 0xff;
  body.set(location, 2);
  return body;
}

// JT/T 808-2019 8.14: bits of what the terminal is fit for
const FOR_PASSENGERS = 1 << 0;
const FOR_FREIGHT = 1 << 2;

function buildAttributes(member: Member) {
  return {
    typeBits: FOR_PASSENGERS | FOR_FREIGHT,
    maker: member.maker.slice(0, 5),
    model: member.model,
    terminalId: member.terminalNo,
    iccid: `8986${member.phone.padStart(16, '0').slice(-16)}`,
    hardware: 'V2.1',
    firmware: '3.4.18',
    gnss: { gps: true, beidou: true, glonass: false, galileo: false },
    network: { gprs: true, cdma: false, tdScdma: false, wcdma: false, cdma2000: false, tdLte: true, other: false },
  };
}
