import { rules } from '@fleetwarden/domain/form-rules';
import { choice, choices, type Field, inOrder, instant, integer, type RowRule, secret, text } from '../resources/resource.ts';

/** Fields of a command's form, and rules across them; pages need nothing else of a command. */
export type CommandForm = {
  readonly fields: Readonly<Record<string, Field>>;
  readonly lists?: Readonly<Record<string, CommandList>>;
  readonly rules?: readonly RowRule[];
};
/** A parameter that is a list of rows. `unique`: two rows with this value are refused. `fromFile`: rows can be read from a file. */
export type CommandList = {
  readonly fields: Readonly<Record<string, Field>>;
  readonly min: number;
  readonly max: number;
  readonly unique?: string;
  readonly fromFile?: true;
};

/** 0x8801: number of photos, or one of these commands. */
export const PHOTO_STOP = 0;
export const PHOTO_RECORD = 65_535;
export const MAX_PHOTOS = 10;
/** 0x8202: stops tracking; the shortest interval, s. */
export const TRACK_STOP = 0;
export const MIN_TRACK_S = 5;
/** Most bytes of a file with rows of a list. */
export const MAX_ROWS_BYTES = 1_048_576;
/** 0x8401. */
export const MAX_CONTACTS = 50;

/** None: all of them. */
const peripherals = { peripherals: choices('PERIPHERAL', {}) };

/** A text without the separator of the parameters of 0x8105. */
const part = (max: number) => text({ max, rule: rules.noSemicolon });
const MAX_PORT = 65_535;
const port = integer({ min: 0, max: MAX_PORT, required: true, initial: 0, identifier: true });
/** Access to a server, in parameters of 0x8105. */
const access = {
  accessPoint: part(20),
  user: part(49),
  password: secret({ max: 49, rule: rules.noSemicolon }),
};
const reason = { reason: text({ required: true, max: 100 }) };
/** Media items in a terminal's storage. Channel 0: all. */
const searched = {
  mediaKind: choice('STORED_MEDIA', { required: true, initial: 0 }),
  channel: integer({ min: 0, max: 255, required: true, initial: 0 }),
  mediaEvent: choice('MEDIA_EVENT', { required: true, initial: 0 }),
};
const afterUpload = { remove: choice('AFTER_UPLOAD', { required: true, initial: 0 }) };

const number = (max: number) => integer({ min: 0, max, required: true, identifier: true });
/** The first value of LIST_ACTION deletes everything, so that there are no rows. */
const LIST_CLEAR = 0;
const rowsNeeded = (list: string): RowRule => ({
  field: list,
  check: (values) =>
    values['action'] !== LIST_CLEAR && (values[list] as readonly unknown[]).length === 0 ? { key: 'rule.empty' } : null,
});

const evenHex = ({ dataFormat, data }: Readonly<Record<string, unknown>>) =>
  dataFormat === 0 && !/^(?:[0-9a-f]{2})+$/i.test(String(data));

/** Forms of commands that windows of their own draw, by the command's code. */
export const commandForms = {
  '8105upgrade': {
    fields: {
      url: text({ required: true, max: 200, rule: rules.noSemicolon }),
      ...access,
      server: part(100),
      tcpPort: port,
      udpPort: port,
      maker: part(5),
      hardware: part(20),
      firmware: text({ required: true, max: 20, rule: rules.noSemicolon }),
      minutes: integer({ min: 1, max: 65_535, unit: 'min', required: true, initial: 60 }),
    },
  },
  '8105connect': {
    fields: {
      // 0: another server, 1: back to the terminal's own
      connectTo: choice('CONNECT_TO', { required: true, initial: 0 }),
      authCode: part(20),
      ...access,
      server: part(100),
      tcpPort: port,
      udpPort: port,
      minutes: integer({ min: 1, max: 65_535, unit: 'min', required: true, initial: 60 }),
    },
    rules: [
      { field: 'server', check: ({ connectTo, server }) => (connectTo === 0 && server == null ? { key: 'rule.empty' } : null) },
    ],
  },
  '8105relayCut': { fields: reason },
  '8202': {
    fields: {
      interval: integer({ min: TRACK_STOP, max: 300, unit: 's', required: true, initial: 10 }),
      validMinutes: integer({ min: 1, max: 1_440, unit: 'min', required: true, initial: 30 }),
    },
    rules: [
      {
        field: 'interval',
        check: ({ interval }) =>
          interval !== TRACK_STOP && Number(interval) < MIN_TRACK_S ? { key: 'rule.min', params: { min: MIN_TRACK_S } } : null,
      },
    ],
  },
  '8400': {
    fields: {
      kind: choice('CALL_KIND', { required: true, initial: 1 }),
      phone: text({ required: true, rule: rules.phone }),
    },
  },
  '8801': {
    fields: {
      channel: integer({ min: 1, max: 255, required: true, initial: 1 }),
      command: integer({ min: PHOTO_STOP, max: PHOTO_RECORD, required: true, initial: 1 }),
      interval: integer({ min: 0, max: 65_535, unit: 's', required: true, initial: 0 }),
      save: choice('PHOTO_SAVE', { required: true, initial: 0 }),
      resolution: choice('PHOTO_RESOLUTION', { required: true, initial: 2 }),
      // 1 is the best
      quality: integer({ min: 1, max: 10, required: true, initial: 5 }),
      brightness: integer({ min: 0, max: 255, required: true, initial: 127 }),
      contrast: integer({ min: 0, max: 127, required: true, initial: 64 }),
      saturation: integer({ min: 0, max: 127, required: true, initial: 64 }),
      chroma: integer({ min: 0, max: 255, required: true, initial: 127 }),
    },
    rules: [
      {
        field: 'command',
        check: ({ command }) =>
          command !== PHOTO_RECORD && Number(command) > MAX_PHOTOS ? { key: 'rule.max', params: { max: MAX_PHOTOS } } : null,
      },
    ],
  },
  '8301': {
    // 4: deletes the events with these ids
    fields: { action: choice('EVENT_ACTION', { required: true, initial: 1 }) },
    lists: {
      events: {
        min: 0,
        max: 50,
        unique: 'eventId',
        fields: { eventId: number(255), eventText: text({ required: true, max: 50 }) },
      },
    },
    rules: [rowsNeeded('events')],
  },
  '8302': {
    fields: {
      questionChannels: choices('QUESTION_CHANNEL', { required: true }),
      question: text({ required: true, max: 100, lines: 3 }),
    },
    lists: {
      answers: {
        min: 1,
        max: 10,
        unique: 'answerId',
        fields: { answerId: number(255), answerText: text({ required: true, max: 50 }) },
      },
    },
  },
  '8303': {
    fields: { action: choice('LIST_ACTION', { required: true, initial: 1 }) },
    lists: {
      menu: {
        min: 0,
        max: 50,
        unique: 'infoType',
        fields: { infoType: number(255), infoName: text({ required: true, max: 50 }) },
      },
    },
    rules: [rowsNeeded('menu')],
  },
  '8304': {
    fields: {
      infoType: number(255),
      text: text({ required: true, max: 499, lines: 3 }),
    },
  },
  '8401': {
    fields: { action: choice('LIST_ACTION', { required: true, initial: 1 }) },
    lists: {
      contacts: {
        min: 0,
        max: MAX_CONTACTS,
        fromFile: true,
        fields: {
          callDirection: choice('CALL_DIRECTION', { required: true, initial: 3 }),
          phone: text({ required: true, rule: rules.phone }),
          contactName: text({ required: true, rule: rules.zhLetterDigitLength(1, 10) }),
        },
      },
    },
    rules: [rowsNeeded('contacts')],
  },
  '8500door': { fields: { door: choice('DOOR_CONTROL', { required: true, initial: 1 }) } },
  '8802': {
    fields: { ...searched, start: instant({}), end: instant({}) },
    rules: [inOrder('start', 'end')],
  },
  '8803': {
    fields: { ...searched, start: instant({ required: true }), end: instant({ required: true }), ...afterUpload },
    rules: [inOrder('start', 'end')],
  },
  '8804': {
    fields: {
      recording: choice('RECORDING', { required: true, initial: 1 }),
      // 0: until it is stopped
      seconds: integer({ min: 0, max: 3_600, unit: 's', required: true, initial: 0 }),
      save: choice('PHOTO_SAVE', { required: true, initial: 0 }),
      samplingRate: choice('RECORDING_RATE', { required: true, initial: 0 }),
    },
  },
  '8805': {
    fields: { mediaId: number(4_294_967_295), ...afterUpload },
  },
  '8900': {
    fields: {
      dataKind: number(255),
      dataFormat: choice('DATA_FORMAT', { required: true, initial: 0 }),
      data: text({ required: true, max: 2_000, lines: 3 }),
    },
    rules: [{ field: 'data', check: (values) => (evenHex(values) ? { key: 'rule.hex' } : null) }],
  },
  '8900status': { fields: peripherals },
  '8900system': { fields: peripherals },
} as const satisfies Readonly<Record<string, CommandForm>>;
