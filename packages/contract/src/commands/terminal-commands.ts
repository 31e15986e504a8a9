import { DAY_MS, MINUTE_MS, SECOND_MS } from '@fleetwarden/domain/durations';
import type { PermissionCode } from '../call.ts';
import { choices, type Field, integer, type RowRule, text } from '../resources/resource.ts';
import { RECORDING_LIMIT_MS } from '../video/replay.ts';
import { type CommandList, commandForms } from './command-forms.ts';

/** Default timeout of an answer. */
export const COMMAND_LIMIT_MS = 20_000;
/** Time after which a queued command for an offline terminal expires. */
export const COMMAND_KEPT_MS = DAY_MS;

/**
 * `confirm`: the user confirms the command and the number of vehicles. `dangerous`: the user enters the password as well, and a second
 * user may have to approve (platform setting). For one vehicle, the confirmation includes its plate.
 */
export type Danger = 'none' | 'confirm' | 'dangerous';

/** Until when a moving vehicle may get it: at any speed; up to the platform setting; after standing for some minutes. */
export type WhileMoving = 'allowed' | 'slow' | 'standing';

/** One terminal command: form fields, message and answer. */
export type TerminalCommand = {
  /** JT/T 808 id of the message. */
  readonly messageId: number;
  /** Any of these permits sending it and seeing its results; empty: only the platform sends it. */
  readonly permissions: readonly PermissionCode[];
  /** Fields of the form; empty for parameters without a form (areas). */
  readonly fields: Readonly<Record<string, Field>>;
  /** Lists of rows, below the fields. */
  readonly lists: Readonly<Record<string, CommandList>>;
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
  readonly since: 2011 | 2013 | 2019;
  /** Terminals of this version and later do not have it any more. */
  readonly until?: 2019;
  /** Parameters with one value: several commands share a message. */
  readonly fixed: Readonly<Record<string, number>>;
  readonly danger: Danger;
  readonly whileMoving: WhileMoving;
  /** What the vehicle's terminal model must define: maker-specific values of the message. */
  readonly byModel?: 'relay' | 'door';
  /** A module of the server sends it, on a call of its own; users cannot send it directly. */
  readonly byModule?: true;
  /** Keys in `locale` of its name, and of those of its fields. */
  readonly nameKey: string;
  readonly labels: Readonly<Record<string, string>>;
};

type Stated = Pick<TerminalCommand, 'messageId' | 'permissions'> &
  Partial<Omit<TerminalCommand, 'messageId' | 'permissions' | 'nameKey' | 'labels'>>;

const fieldNames = ({ fields = {}, lists = {} }: Stated): string[] => [
  ...Object.keys(fields),
  ...Object.entries(lists).flatMap(([name, list]) => [name, ...Object.keys(list.fields)]),
];

const define = <const C extends Readonly<Record<string, Stated>>>(rows: C) =>
  Object.fromEntries(
    Object.entries<Stated>(rows).map(([code, row]): [string, TerminalCommand] => [
      code,
      {
        fields: {},
        lists: {},
        rules: [],
        answerId: null,
        limitMs: COMMAND_LIMIT_MS,
        resends: 0,
        queueable: false,
        since: 2011,
        fixed: {},
        danger: 'none',
        whileMoving: 'allowed',
        nameKey: `command.name_${code}`,
        labels: Object.fromEntries(fieldNames(row).map((field) => [field, `command.field_${field}`])),
        ...row,
      },
    ]),
  ) as Readonly<Record<keyof C & string, TerminalCommand>>;

/** A GBK character has at most two bytes, and a text at most 1,024. */
const TEXT_MAX = 499;
/** Time in which a driver answers a question. */
const QUESTION_LIMIT_MS = 5 * MINUTE_MS;
/** Time in which a terminal searches its storage. */
const SEARCH_LIMIT_MS = MINUTE_MS;

const sendAreas = { permissions: ['20309'], resends: 2, queueable: true } as const;
const deleteAreas = { permissions: ['20310', '7011209'], resends: 2, queueable: true } as const;

const readParameters = { permissions: ['7011709', '7040109'], answerId: 0x0104, resends: 2, queueable: true } as const;

/** 0x8105: terminal control. */
const control = { messageId: 0x8105, permissions: ['7010909'] } as const;
const dangerousControl = { messageId: 0x8105, permissions: ['7010910'], danger: 'dangerous' } as const;
/** 0x8105 with a word of the terminal's maker, which its model defines. */
const relay = { messageId: 0x8105, permissions: ['7011010'], danger: 'dangerous', byModel: 'relay' } as const;
const media = { permissions: ['7011409'] } as const;
/** Answered within ten seconds, and meaningless later. */
const liveVideo = { permissions: ['20401', '20404', '20407'], byModule: true, limitMs: 10 * SECOND_MS } as const;
const camera = { ...liveVideo, permissions: ['20403'] } as const;
const playback = { ...liveVideo, permissions: ['302'] } as const;
/** Sent and controlled by the queue of downloads. */
const recordedVideo = { permissions: ['303'], byModule: true } as const;
const peripherals = { messageId: 0x8900, permissions: ['70309'], answerId: 0x0900, resends: 2, since: 2013 } as const;
/** Messages that 2019 removed. */
const information = { permissions: ['7010409'], until: 2019 } as const;

/** Every command by its code: the message's id, with a word behind it where one message carries several. */
export const terminalCommands = define({
  // the permission depends on the parameters: module terminal-settings checks each of them
  '8103': { messageId: 0x8103, permissions: [], resends: 2, queueable: true, byModule: true },
  // parameters of the platform's address: a wrong one loses the terminal
  '8103server': { messageId: 0x8103, permissions: ['7040609'], resends: 2, queueable: true, danger: 'dangerous', byModule: true },
  '8104': { messageId: 0x8104, ...readParameters },
  // connects to another server for a time; only superior platforms request it
  '8105': { messageId: 0x8105, permissions: [], danger: 'dangerous', byModule: true },
  '8105upgrade': { ...dangerousControl, fixed: { command: 1 }, whileMoving: 'slow', ...commandForms['8105upgrade'] },
  '8105connect': { ...dangerousControl, fixed: { command: 2 }, ...commandForms['8105connect'] },
  '8105powerOff': { ...dangerousControl, fixed: { command: 3 }, whileMoving: 'slow' },
  '8105reset': { ...control, fixed: { command: 4 }, danger: 'confirm' },
  '8105factoryReset': { ...dangerousControl, fixed: { command: 5 }, whileMoving: 'slow' },
  '8105dataOff': { ...dangerousControl, fixed: { command: 6 } },
  '8105radioOff': { ...dangerousControl, fixed: { command: 7 } },
  '8105relayCut': { ...relay, fixed: { relay: 1 }, whileMoving: 'standing', ...commandForms['8105relayCut'] },
  '8105relayRestore': { ...relay, fixed: { relay: 0 }, ...commandForms['8105relayCut'] },
  '8106': { messageId: 0x8106, ...readParameters, since: 2013 },
  '8107': { messageId: 0x8107, permissions: ['61209', '7010909'], answerId: 0x0107, resends: 2, queueable: true, since: 2013 },
  '8108': {
    messageId: 0x8108,
    permissions: ['7010909', '70310'],
    since: 2013,
    danger: 'dangerous',
    whileMoving: 'slow',
    byModule: true,
    limitMs: MINUTE_MS,
  },
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
  '8204': { messageId: 0x8204, permissions: ['7010209'], resends: 2, since: 2019 },
  '8300': {
    messageId: 0x8300,
    permissions: ['20201', '20208', '7010409'],
    resends: 2,
    queueable: true,
    fields: { channels: choices('MESSAGE_CHANNEL', { required: true }), text: text({ required: true, max: TEXT_MAX, lines: 3 }) },
  },
  '8301': { messageId: 0x8301, ...information, resends: 2, ...commandForms['8301'] },
  '8302': { messageId: 0x8302, ...information, answerId: 0x0302, limitMs: QUESTION_LIMIT_MS, ...commandForms['8302'] },
  '8303': { messageId: 0x8303, ...information, resends: 2, ...commandForms['8303'] },
  '8304': { messageId: 0x8304, ...information, resends: 2, ...commandForms['8304'] },
  '8400': {
    messageId: 0x8400,
    permissions: ['20202', '7010509'],
    ...commandForms['8400'],
  },
  '8401': { messageId: 0x8401, permissions: ['7011109'], resends: 2, queueable: true, ...commandForms['8401'] },
  // the value of version 2019 is disputed, so the model defines it
  '8500door': {
    messageId: 0x8500,
    permissions: ['7011009', '7011011'],
    answerId: 0x0500,
    danger: 'confirm',
    whileMoving: 'slow',
    byModel: 'door',
    ...commandForms['8500door'],
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
  '8701': { messageId: 0x8701, permissions: ['7040509'], resends: 2 },
  '8702': { messageId: 0x8702, permissions: ['7011309'], answerId: 0x0702, resends: 2, since: 2013 },
  '8801': {
    messageId: 0x8801,
    permissions: ['20203', '7010609'],
    answerId: 0x0805,
    ...commandForms['8801'],
  },
  '8802': {
    messageId: 0x8802,
    ...media,
    answerId: 0x0802,
    resends: 2,
    limitMs: SEARCH_LIMIT_MS,
    ...commandForms['8802'],
  },
  '8803': { messageId: 0x8803, ...media, ...commandForms['8803'] },
  '8804': { messageId: 0x8804, permissions: ['7011509'], ...commandForms['8804'] },
  '8805': { messageId: 0x8805, ...media, ...commandForms['8805'] },
  '8900': { messageId: 0x8900, permissions: ['7011609'], ...commandForms['8900'] },
  // T/JSATL 12: state of peripherals, and what they are
  '8900status': { ...peripherals, fixed: { dataKind: 0xf7 }, ...commandForms['8900status'] },
  '8900system': { ...peripherals, fixed: { dataKind: 0xf8 }, ...commandForms['8900system'] },
  '9003': { messageId: 0x9003, permissions: ['20401'], byModule: true, answerId: 0x1003, resends: 2 },
  // live video: the server sends its media address, and stops a stream without viewers
  '9101': { messageId: 0x9101, ...liveVideo },
  '9102': { messageId: 0x9102, ...liveVideo },
  // recorded video: terminals answer a request to play with 0x1205 or with 0x0001
  '9201': { messageId: 0x9201, ...playback, answerId: 0x1205 },
  '9202': { messageId: 0x9202, ...playback },
  '9205': { messageId: 0x9205, ...playback, permissions: ['301'], answerId: 0x1205, limitMs: RECORDING_LIMIT_MS },
  // recordings by FTP, with an account of the task
  '9206': { messageId: 0x9206, ...recordedVideo },
  '9207': { messageId: 0x9207, ...recordedVideo, permissions: ['305'] },
  // attachments of an alarm: the server sends its own address
  '9208': { messageId: 0x9208, permissions: ['17030112'], byModule: true },
  '9301': { messageId: 0x9301, ...camera },
  '9302': { messageId: 0x9302, ...camera },
  '9303': { messageId: 0x9303, ...camera },
  '9304': { messageId: 0x9304, ...camera },
  '9305': { messageId: 0x9305, ...camera },
  '9306': { messageId: 0x9306, ...camera },
});

export type CommandCode = keyof typeof terminalCommands;

/** Whether a text is the code of a command. */
export const isCommandCode = (text: string): text is CommandCode => Object.hasOwn(terminalCommands, text);
