import {
  type BodyOf,
  type Content,
  DOOR_LOCK,
  type Header,
  type KnownMessage,
  type Message,
  type MessageType,
  timeOfDigits,
  writeLocation,
} from '@fleetwarden/protocol/jt808';
import type { AnswerContext } from './answer-context.ts';
import { buildCurrentCard } from './cards.ts';
import { control, upgrade } from './control-answers.ts';
import { storeRows } from './device.ts';
import type { Member } from './identity.ts';
import { selectParameters } from './parameters.ts';
import { answerPeripherals } from './peripherals.ts';
import { answerRecorder, storeRecorderSetting } from './recorder.ts';
import { CHANNELS, MEDIA_ATTRIBUTES } from './video/cameras.ts';

const OK = 0;
const FAILED = 1;
const UNSUPPORTED = 3;

const NO_CAMERA = 2;
const PHOTOS_AT_ONCE = 10;
const KEEP = 1;
/** 0x8801: record video until stopped, in place of a number of photos. */
const RECORD = 0xffff;
/** 0x8804 without a duration. */
const DEFAULT_SOUND_S = 10;
const START = 1;
/** 0x8500. Bit 0 of a flag is the lock; since 2019 the value 0 is locked. */
const LOCK_BIT = 1;
const LOCKED_2019 = 0;

/** A result of the general answer, or an answer of its own; null: none. */
type Reply = number | Content | null;
type Handler<T extends MessageType> = (
  body: Extract<KnownMessage, { type: T }>['body'],
  context: AnswerContext,
  serial: number,
) => Reply;

/** All cameras can be moved. */
const checkCamera = (channel: number): number => (channel <= CHANNELS ? OK : FAILED);

/** Reactions to the messages of the server. Messages without a row are areas, or not supported. */
const HANDLERS: { readonly [T in MessageType]?: Handler<T> } = {
  queryAllParameters: (_, { parameters }, serial) => ({ id: 0x0104, body: { serial, parameters: parameters() } }),
  queryParameters: ({ ids }, { parameters }, serial) => ({
    id: 0x0104,
    body: { serial, parameters: selectParameters(parameters(), ids) },
  }),
  setParameters: ({ parameters }, { setParameters }) => {
    setParameters(parameters);
    return OK;
  },
  queryAttributes: (_, { member, device }) => ({ id: 0x0107, body: buildAttributes(member, device.firmware) }),
  upgrade: (body, context) => {
    upgrade(body, context);
    return OK;
  },
  queryLocation: (_, context, serial) => ({ id: 0x0201, body: afterSerial(serial, writeLocation(context.location())) }),
  trackLocation: ({ intervalS, validityS }, { track }) => {
    track(intervalS, validityS ?? 0);
    return OK;
  },
  confirmAlarm: ({ alarmBits }, { confirmAlarms }) => {
    confirmAlarms(alarmBits);
    return OK;
  },
  checkLink: (_, { member }) => (member.version === 2019 ? OK : UNSUPPORTED),
  // shown to the driver, or dialled
  sendText: () => OK,
  callBack: () => OK,
  setEvents: ({ action, events = [], ids = [] }, { device, member }) => {
    if (member.version === 2019) return UNSUPPORTED;
    if (ids.length > 0) for (const id of ids) device.events.delete(id);
    else
      storeRows(
        device.events,
        action,
        events.map(({ id, text }) => [id, text] as const),
      );
    return OK;
  },
  askQuestion: ({ answers }, { member, later }, serial) => {
    if (member.version === 2019) return UNSUPPORTED;
    const [first] = answers;
    if (first) later({ type: 'questionAnswer', body: { serial, answerId: first.id } });
    return OK;
  },
  setInfoMenu: ({ action, items = [] }, { device, member, later }) => {
    if (member.version === 2019) return UNSUPPORTED;
    storeRows(
      device.menu,
      action,
      items.map(({ kind, name }) => [kind, name] as const),
    );
    const [first] = items;
    if (first) later({ type: 'infoDemand', body: { kind: first.kind, action: START } });
    return OK;
  },
  sendInfo: (_, { member }) => (member.version === 2019 ? UNSUPPORTED : OK),
  setPhoneBook: ({ action, contacts = [] }, { device }) => {
    storeRows(
      device.phoneBook,
      action,
      contacts.map(({ phone, name }) => [phone, name] as const),
    );
    return OK;
  },
  controlVehicle: ({ flag, controls }, context, serial) => {
    const door = controls?.find(({ kind }) => kind === DOOR_LOCK);
    if (flag === undefined && !door) return UNSUPPORTED;
    context.device.doorsLocked = door ? door.value === LOCKED_2019 : ((flag ?? 0) & LOCK_BIT) !== 0;
    return { id: 0x0500, body: afterSerial(serial, writeLocation(context.location())) };
  },
  terminalControl: (body, context) => (control(body, context) ? OK : UNSUPPORTED),
  takePhoto: (body, context, serial) => {
    const mediaIds = takePhotos(body, context);
    // 2011 has no message that answers it
    if (context.member.version === 2011) return OK;
    return { type: 'photoReply', body: mediaIds ? { serial, result: OK, mediaIds } : { serial, result: NO_CAMERA } };
  },
  searchMedia: (body, { uploads, member }, serial) => {
    const found = uploads.search(toSearch(body));
    const items = found.map((file) => {
      const { id, kind, channel, event } = file;
      return { ...(member.version === 2011 ? {} : { mediaId: id }), kind, channel, event, location: uploads.locate(file) };
    });
    return { type: 'searchReply', body: { serial, count: items.length, items } };
  },
  uploadMedia: (body, { uploads }) => {
    for (const { id } of uploads.search(toSearch(body))) uploads.upload(id, body.remove !== 0);
    return OK;
  },
  uploadOneMedia: ({ mediaId, remove }, { uploads }) => (uploads.upload(mediaId, remove !== 0) ? OK : 1),
  recordAudio: ({ command, seconds, save }, { uploads, now }) => {
    // a sound that is stopped was recorded already
    if (command === START) uploads.record(now() + (seconds || DEFAULT_SOUND_S) * 1_000, save !== KEEP);
    return OK;
  },
  // new in 2019
  queryAreas: ({ kind, ids }, { areas, member }) => (member.version < 2019 ? UNSUPPORTED : areas.list(kind, ids)),
  collectRecorder: (body, { member, vehicle, device, now }, serial) => {
    const { command } = body;
    const block = answerRecorder(body, { member, vehicle, settings: device.recorder, now: now() });
    return block === null ? UNSUPPORTED : { type: 'recorderData', body: { serial, command, block } };
  },
  setRecorder: (body, { device }) => (storeRecorderSetting(device.recorder, body) ? OK : UNSUPPORTED),
  queryDriver: (_, { member, vehicle, now }) =>
    member.version === 2011 ? UNSUPPORTED : { id: 0x0702, body: buildCurrentCard(member, vehicle, now()) },
  queryMediaAttributes: () => ({ type: 'mediaAttributes', body: MEDIA_ATTRIBUTES }),
  openLiveStream: (body, { cameras }) => cameras.open(body),
  controlLiveStream: (body, { cameras }) => cameras.control(body),
  liveStreamStatus: () => OK,
  panTilt: ({ channel }) => checkCamera(channel),
  adjustFocus: ({ channel }) => checkCamera(channel),
  adjustIris: ({ channel }) => checkCamera(channel),
  switchWiper: ({ channel }) => checkCamera(channel),
  switchInfrared: ({ channel }) => checkCamera(channel),
  adjustZoom: ({ channel }) => checkCamera(channel),
  searchRecordings: (body, { cameras }, serial) => recordingsReply(serial, cameras.search(body)),
  openPlayback: (body, { cameras }, serial) => {
    const result = cameras.playBack(body);
    if (result !== OK) return result;
    return recordingsReply(serial, cameras.search({ ...body, alarmBits: 0, videoAlarmBits: 0 }));
  },
  controlPlayback: (body, { cameras }) => cameras.controlPlayback(body),
  uploadRecording: (body, { recordings, later }, serial) => recordings.upload(body, serial, later),
  controlUpload: (body, { recordings }) => recordings.control(body),
  requestAttachments: (body, { evidence }) => evidence.request(body),
  transparentDown: ({ kind, data }, { member, later }) => {
    const answer = answerPeripherals(kind, data, member.terminalNo);
    if (answer) later(answer);
    return OK;
  },
};

const recordingsReply = (serial: number, items: BodyOf<0x1205>['items']): Content => ({
  type: 'recordings',
  body: { serial, count: items.length, items },
});

/** Nothing is answered to an answer. */
const ANSWERS = new Set([0x8001, 0x8100, 0x8003, 0x8004, 0x8800]);

/** The reply to a message of the server; null for an answer. */
export function answerTo({ id, serial }: Header, message: Message, context: AnswerContext): Content | null {
  if (ANSWERS.has(id)) return null;
  const handler = HANDLERS[message.type as MessageType] as Handler<MessageType> | undefined;
  const reply = handler
    ? handler(message.body as never, context, serial)
    : !message.encrypted && context.areas.take(message)
      ? OK
      : UNSUPPORTED;
  return typeof reply === 'number' ? { id: 0x0001, body: { serial, id, result: reply } } : reply;
}

const toSearch = ({ kind, channel, event, startTime, endTime }: BodyOf<0x8802>) => ({
  kind,
  channel,
  event,
  from: timeOfDigits(startTime),
  to: timeOfDigits(endTime),
});

/** Their ids; null where there is no such camera. A film is none. */
function takePhotos({ channel, command, intervalS, save }: BodyOf<0x8801>, { uploads, now }: AnswerContext): number[] | null {
  if (channel < 1 || channel > CHANNELS) return null;
  const count = command === RECORD ? 0 : Math.min(command, PHOTOS_AT_ONCE);
  return uploads.take(count, { channel, intervalS, upload: save !== KEEP }, now());
}

/** 0x0201 and 0x0500: the answered serial, then a 0x0200 body. */
function afterSerial(serial: number, location: Uint8Array): Uint8Array {
  return Uint8Array.from([serial >> 8, serial & 0xff, ...location]);
}

// JT/T 808-2019 8.14: bits of what the terminal is fit for
const FOR_PASSENGERS = 1 << 0;
const FOR_FREIGHT = 1 << 2;

function buildAttributes(member: Member, firmware: string) {
  return {
    typeBits: FOR_PASSENGERS | FOR_FREIGHT,
    maker: member.maker.slice(0, 5),
    model: member.model,
    terminalId: member.terminalNo,
    iccid: `8986${member.phone.padStart(16, '0').slice(-16)}`,
    hardware: 'V2.1',
    firmware,
    gnss: { gps: true, beidou: true, glonass: false, galileo: false },
    network: { gprs: true, cdma: false, tdScdma: false, wcdma: false, cdma2000: false, tdLte: true, other: false },
  };
}
