import { DAY_MS } from '@fleetwarden/domain/durations';
import type { PermissionCode } from '../call.ts';
import { choices, type Field, integer, type RowRule, text } from '../resources/resource.ts';
import { commandForms } from './command-forms.ts';

/** Default timeout of an answer. */
export const COMMAND_LIMIT_MS = 20_000;
/** Time after which a queued command for an offline terminal expires. */
export const COMMAND_KEPT_MS = DAY_MS;

/** One terminal command: form fields, message and answer. */
export type TerminalCommand = {
  /** JT/T 808 id of the message. */
  readonly messageId: number;
  /** Any of these permits sending it and seeing its results; empty: only the platform sends it. */
  readonly permissions: readonly PermissionCode[];
  /** Fields of the form; empty for parameters without a form (areas). */
  readonly fields: Readonly<Record<string, Field>>;
  /** Rules across several fields. */
  readonly rules: readonly RowRule[];
  /** Id of the specific answer, in addition to the general answer (0x0001). */
  readonly answerId: number | null;
  /** Timeout of an answer, ms. */
  readonly limitMs: number;
  /** Number of retries without an answer; only idempotent commands have them. */
  readonly resends: 0 | 2;
  /** May wait for an offline terminal. Not for commands that act on the vehicle or matter only now. */
  readonly queueable: boolean;
  /** Terminals of earlier versions do not have it. */
  readonly since: 2011 | 2019;
  /** Keys in `locale` of its name, and of those of its fields. */
  readonly nameKey: string;
  readonly labels: Readonly<Record<string, string>>;
};

type Stated = Pick<TerminalCommand, 'messageId' | 'permissions'> &
  Partial<Pick<TerminalCommand, 'fields' | 'rules' | 'answerId' | 'limitMs' | 'resends' | 'queueable' | 'since'>>;

const define = <const C extends Readonly<Record<string, Stated>>>(rows: C) =>
  Object.fromEntries(
    Object.entries<Stated>(rows).map(([code, row]): [string, TerminalCommand] => [
      code,
      {
        fields: {},
        rules: [],
        answerId: null,
        limitMs: COMMAND_LIMIT_MS,
        resends: 0,
        queueable: false,
        since: 2011,
        nameKey: `command.name_${code}`,
        labels: Object.fromEntries(Object.keys(row.fields ?? {}).map((field) => [field, `command.field_${field}`])),
        ...row,
      },
    ]),
  ) as Readonly<Record<keyof C & string, TerminalCommand>>;

/** A GBK character has at most two bytes, and a text at most 1,024. */
const TEXT_MAX = 499;

const sendAreas = { permissions: ['20309'], resends: 2, queueable: true } as const;
const deleteAreas = { permissions: ['20310', '7011209'], resends: 2, queueable: true } as const;

/** Every command by its code: the message's id, with a word behind it where one message carries several. */
export const terminalCommands = define({
  // connects to another server for a time; only superior platforms request it
  '8105': { messageId: 0x8105, permissions: [] },
  '8201': { messageId: 0x8201, permissions: ['20206', '7010209'], answerId: 0x0201 },
  '8202': {
    messageId: 0x8202,
    permissions: ['20104', '7010209'],
    resends: 2,
    ...commandForms['8202'],
  },
  '8203': {
    messageId: 0x8203,
    permissions: ['20207'],
    resends: 2,
    fields: {
      // serial number of the report; 0: any
      serial: integer({ min: 0, max: 65_535, required: true, initial: 0 }),
      alarmBits: integer({ min: 1, max: 4_294_967_295, required: true }),
    },
  },
  '8300': {
    messageId: 0x8300,
    permissions: ['20201', '20208', '7010409'],
    resends: 2,
    queueable: true,
    fields: { channels: choices('MESSAGE_CHANNEL', { required: true }), text: text({ required: true, max: TEXT_MAX, lines: 3 }) },
  },
  '8400': {
    messageId: 0x8400,
    permissions: ['20202', '7010509'],
    ...commandForms['8400'],
  },
  '8600': { messageId: 0x8600, ...sendAreas },
  '8601': { messageId: 0x8601, ...deleteAreas },
  '8602': { messageId: 0x8602, ...sendAreas },
  '8603': { messageId: 0x8603, ...deleteAreas },
  '8604': { messageId: 0x8604, ...sendAreas },
  '8605': { messageId: 0x8605, ...deleteAreas },
  '8606': { messageId: 0x8606, ...sendAreas },
  '8607': { messageId: 0x8607, ...deleteAreas },
  '8608': {
    messageId: 0x8608,
    permissions: ['20311', '7011209'],
    answerId: 0x0608,
    resends: 2,
    since: 2019,
  },
  '8700': { messageId: 0x8700, permissions: ['7011309'], answerId: 0x0700, resends: 2 },
  '8801': {
    messageId: 0x8801,
    permissions: ['20203', '7010609'],
    answerId: 0x0805,
    ...commandForms['8801'],
  },
});

export type CommandCode = keyof typeof terminalCommands;

/** Whether a text is the code of a command. */
export const isCommandCode = (text: string): text is CommandCode => Object.hasOwn(terminalCommands, text);
