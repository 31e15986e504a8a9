import { DAY_MS, SECOND_MS } from '@fleetwarden/domain/durations';
import { describe, expect, it } from 'vitest';
import type { Field } from '../resources/resource.ts';
import { MAX_CONTACTS, MAX_PHOTOS, MIN_TRACK_S, PHOTO_RECORD, PHOTO_STOP } from './command-forms.ts';
import { commandParams } from './command-params.ts';
import {
  COMMAND_KEPT_MS,
  COMMAND_LIMIT_MS,
  type CommandCode,
  type TerminalCommand,
  terminalCommands,
} from './terminal-commands.ts';

type Limits = readonly [field: string, min: number, max: number, initial?: number, unit?: string];

/** Numbers of the forms of commands: screen catalogue 3.5 and 8.3. */
const NUMBERS: Readonly<Partial<Record<CommandCode, readonly Limits[]>>> = {
  '8105upgrade': [
    ['tcpPort', 0, 65_535, 0],
    ['udpPort', 0, 65_535, 0],
    ['minutes', 1, 65_535, 60, 'min'],
  ],
  '8105connect': [
    ['tcpPort', 0, 65_535, 0],
    ['udpPort', 0, 65_535, 0],
    ['minutes', 1, 65_535, 60, 'min'],
  ],
  '8202': [
    ['interval', 0, 300, 10, 's'],
    ['validMinutes', 1, 1_440, 30, 'min'],
  ],
  '8801': [
    ['channel', 1, 255, 1],
    ['command', 0, 65_535, 1],
    ['interval', 0, 65_535, 0, 's'],
    ['quality', 1, 10, 5],
    ['brightness', 0, 255, 127],
    ['contrast', 0, 127, 64],
    ['saturation', 0, 127, 64],
    ['chroma', 0, 255, 127],
  ],
  // channel 0: all
  '8802': [['channel', 0, 255, 0]],
  '8803': [['channel', 0, 255, 0]],
  // 0: until it is stopped
  '8804': [['seconds', 0, 3_600, 0, 's']],
  '8805': [['mediaId', 0, 4_294_967_295]],
  '8900': [['dataKind', 0, 255]],
};
/** Longest texts there, in characters. */
const TEXTS: readonly (readonly [CommandCode, field: string, max: number])[] = [
  ['8105relayCut', 'reason', 100],
  ['8302', 'question', 100],
  ['8900', 'data', 2_000],
];
/** Lists there: most rows, and the longest text of a row. */
const LISTS: readonly (readonly [CommandCode, list: string, rows: number, field: string, max: number])[] = [
  ['8301', 'events', 50, 'eventText', 50],
  ['8302', 'answers', 10, 'answerText', 50],
  ['8303', 'menu', 50, 'infoName', 50],
  ['8401', 'contacts', 50, 'contactName', 10],
];

const hex = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, i) => (first + i).toString(16));
const commandOf = (code: string): TerminalCommand => terminalCommands[code as CommandCode];
const maxOf = (field: Field | undefined) => field?.kind === 'text' && (field.max ?? field.rule?.maxChars);

describe('the forms of commands', () => {
  it.each(Object.entries(NUMBERS))('%s: numbers have the limits, defaults and units of the catalogue', (code, limits) => {
    const { fields } = commandOf(code);
    const numbers = Object.entries(fields).filter(([, { kind }]) => kind === 'integer');
    expect(
      numbers.map(([key, field]) => field.kind === 'integer' && [key, field.min, field.max, field.initial, field.unit]),
    ).toEqual(limits.map(([key, min, max, initial, unit]) => [key, min, max, initial, unit]));
  });

  it.each(TEXTS)('%s: %s has at most %d characters', (code, field, max) => {
    expect(maxOf(commandOf(code).fields[field])).toBe(max);
  });

  it.each(LISTS)('%s: %s have at most %d rows, and %s %d characters', (code, list, rows, field, max) => {
    expect(commandOf(code).lists[list]!.max).toBe(rows);
    expect(maxOf(commandOf(code).lists[list]!.fields[field])).toBe(max);
  });

  it('have the special values of the standard', () => {
    expect({ PHOTO_STOP, MAX_PHOTOS, PHOTO_RECORD, MIN_TRACK_S, MAX_CONTACTS }).toEqual({
      PHOTO_STOP: 0,
      MAX_PHOTOS: 10,
      PHOTO_RECORD: 65_535,
      MIN_TRACK_S: 5,
      MAX_CONTACTS: 50,
    });
  });
});

/** Choices there: their values (specified-enumerations) and the first one. */
const CHOICES: readonly (readonly [CommandCode, field: string, of: string, initial: unknown])[] = [
  ['8105connect', 'connectTo', 'CONNECT_TO', 0],
  ['8301', 'action', 'EVENT_ACTION', 1],
  ['8303', 'action', 'LIST_ACTION', 1],
  ['8400', 'kind', 'CALL_KIND', 1],
  ['8401', 'action', 'LIST_ACTION', 1],
  ['8500door', 'door', 'DOOR_CONTROL', 1],
  ['8801', 'save', 'PHOTO_SAVE', 0],
  ['8801', 'resolution', 'PHOTO_RESOLUTION', 2],
  ['8802', 'mediaKind', 'STORED_MEDIA', 0],
  ['8802', 'mediaEvent', 'MEDIA_EVENT', 0],
  ['8803', 'remove', 'AFTER_UPLOAD', 0],
  ['8804', 'recording', 'RECORDING', 1],
  ['8804', 'save', 'PHOTO_SAVE', 0],
  ['8804', 'samplingRate', 'RECORDING_RATE', 0],
  ['8805', 'remove', 'AFTER_UPLOAD', 0],
  ['8900', 'dataFormat', 'DATA_FORMAT', 0],
];
/** Numbers of messages and answers, and words of 0x8105: 0.5, 8.2, 8.3 and 8.5. */
const MESSAGES: readonly (readonly [CommandCode, fixed: Readonly<Record<string, number>>])[] = [
  ['8105upgrade', { command: 1 }],
  ['8105connect', { command: 2 }],
  ['8105powerOff', { command: 3 }],
  ['8105reset', { command: 4 }],
  ['8105factoryReset', { command: 5 }],
  ['8105dataOff', { command: 6 }],
  ['8105radioOff', { command: 7 }],
  ['8900status', { dataKind: 0xf7 }],
  ['8900system', { dataKind: 0xf8 }],
];
/** Codes of the pages there: the leaf 09 sends. */
const CODES: Readonly<Record<string, readonly CommandCode[]>> = {
  '7040509': ['8701'],
  '7010209': ['8201', '8202', '8204'],
  '7010409': ['8300', '8301', '8302', '8303', '8304'],
  '7010509': ['8400'],
  '7010609': ['8801'],
  '7010909': ['8107', '8108', '8105reset'],
  '7010910': ['8105upgrade', '8105powerOff', '8105factoryReset', '8105dataOff', '8105radioOff'],
  '7011009': ['8500door'],
  '7011010': ['8105relayCut', '8105relayRestore'],
  '7011109': ['8401'],
  '7011209': ['8601', '8603', '8605', '8607', '8608'],
  '7011309': ['8700'],
  '7011409': ['8802', '8803', '8805'],
  '7011509': ['8804'],
  '7011609': ['8900'],
  '7011709': ['8104', '8106'],
  '70309': ['8900status', '8900system'],
};

describe('the choices of commands', () => {
  it.each(CHOICES)('%s: %s is a choice of %s, initially %s', (code, field, of, initial) => {
    expect(commandOf(code).fields[field]).toMatchObject({ kind: 'choice', of, initial, required: true });
  });

  it.each(MESSAGES)('%s has the fixed values %o', (code, fixed) => expect(commandOf(code).fixed).toEqual(fixed));

  it.each(Object.entries(CODES))('permission %s allows sending %o', (code, commands) => {
    expect(commands.filter((each) => !commandOf(each).permissions.some((right) => right === code))).toEqual([]);
  });

  it('require valid phone numbers, and contact names of Chinese characters, letters and digits', () => {
    const { contacts } = commandOf('8401').lists;
    for (const field of [commandOf('8400').fields['phone'], contacts?.fields['phone']])
      expect(field).toMatchObject({ required: true, rule: { name: 'phone' } });
    expect(maxOf(contacts?.fields['phone'])).toBeLessThanOrEqual(20);
    expect(contacts?.fields['contactName']).toMatchObject({ required: true, rule: { name: 'zhLetterDigitLength' } });
  });
});

/** 0x8700 and 0x8701: commands of the recorder and their limits. */
describe('the recorder', () => {
  const accepts = (code: '8700' | '8701', values: object) => commandParams(code).safeParse(values).success;
  const VEHICLE = { vin: 'LFV2A21K8A4012345', plate: '京A12345', plateClass: '大型汽车' };

  it('accepts queries 00 to 09 and 10 to 15, and requires a time range from 08 on', () => {
    const all = Array.from({ length: 256 }, (_, command) => command);
    const timed = all.filter((command) => accepts('8700', { command, start: 0, end: 1, most: 10 }));
    expect(timed.map((command) => command.toString(16))).toEqual([...hex(0x00, 0x09), ...hex(0x10, 0x15)]);
    const untimed = all.filter((command) => accepts('8700', { command }));
    expect(untimed.map((command) => command.toString(16))).toEqual(hex(0x00, 0x07));
  });

  it.each([
    [
      { command: 0x82, ...VEHICLE },
      { command: 0x82, ...VEHICLE, vin: 'LFV2A21K8A40123456' },
    ],
    [{ command: 0x83, at: 0 }, { command: 0x83 }],
    [
      { command: 0x84, names: Array.from({ length: 8 }, () => '左转向灯亮') },
      { command: 0x84, names: Array.from({ length: 7 }, () => '') },
    ],
    [{ command: 0xc2 }, { command: 0xc2, at: 'now' }],
    [
      { command: 0xc3, pulsesPerKm: 1 },
      { command: 0xc3, pulsesPerKm: 0 },
    ],
    [
      { command: 0xc3, pulsesPerKm: 65_535 },
      { command: 0xc3, pulsesPerKm: 65_536 },
    ],
    [
      { command: 0xc4, initialKm: 999_999.9 },
      { command: 0xc4, initialKm: 1_000_000 },
    ],
  ])('accepts the setting %o and refuses %o', (good, bad) => {
    expect([accepts('8701', good), accepts('8701', bad)]).toEqual([true, false]);
  });

  it('accepts no verification mode', () => {
    expect([0xe0, 0xe1, 0xe2, 0xe3, 0xe4].filter((command) => accepts('8701', { command }))).toEqual([]);
  });
});

describe('the delivery of commands', () => {
  it('waits 20 s for an answer, resends twice or never, and retains a command for a day', () => {
    expect([COMMAND_LIMIT_MS, COMMAND_KEPT_MS]).toEqual([20 * SECOND_MS, DAY_MS]);
    expect([...new Set(Object.values<TerminalCommand>(terminalCommands).map(({ resends }) => resends))].sort()).toEqual([0, 2]);
  });
});
