import { DAY_MS, SECOND_MS } from '@fleetwarden/domain/durations';
import { describe, expect, it } from 'vitest';
import type { Field } from '../resources/resource.ts';
import { MAX_CONTACTS, MAX_PHOTOS, MIN_TRACK_S, PHOTO_RECORD, PHOTO_STOP } from './command-forms.ts';
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

const commandOf = (code: string): TerminalCommand => terminalCommands[code as CommandCode];
const maxOf = (field: Field | undefined) => field?.kind === 'text' && (field.max ?? field.rule?.maxChars);

describe('the forms of commands', () => {
  it.each(Object.entries(NUMBERS))('%s have the limits of the catalogue', (code, limits) => {
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

describe('the delivery of commands', () => {
  it('waits 20 s for an answer, resends twice or never, and keeps a command for a day', () => {
    expect([COMMAND_LIMIT_MS, COMMAND_KEPT_MS]).toEqual([20 * SECOND_MS, DAY_MS]);
    expect([...new Set(Object.values<TerminalCommand>(terminalCommands).map(({ resends }) => resends))].sort()).toEqual([0, 2]);
  });
});
