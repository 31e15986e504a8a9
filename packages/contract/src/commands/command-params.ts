import { ALARM_BITS } from '@fleetwarden/domain/alarm-bits';
import { rules } from '@fleetwarden/domain/form-rules';
import { z } from 'zod';
import { AreaNo, TerminalCircle, TerminalPolygon, TerminalRectangle, TerminalRoute } from '../geofences/terminal-areas.ts';
import { inputSchema, toFieldFault } from '../resources/field-schemas.ts';
import { Instant } from '../values/instant.ts';
import { RecordId } from '../values/record-id.ts';
import { replayControls } from '../video/replay.ts';
import type { CommandList } from './command-forms.ts';
import { type CommandCode, type TerminalCommand, terminalCommands } from './terminal-commands.ts';

/** Parameters of a command as the gateway gets them: checked, with defaults. */
export type CommandParams = z.ZodType<Readonly<Record<string, unknown>>>;

const mapValues = <T>(record: Readonly<Record<string, T>>, schema: (value: T) => z.ZodType) =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, schema(value)]));

const ofEach = (fields: TerminalCommand['fields']) =>
  mapValues(fields, (field) => {
    const { initial } = field;
    const schema = inputSchema(field);
    return initial === undefined ? schema : z.preprocess((sent) => sent ?? initial, schema);
  });

/** Schema of a list of rows. */
const ofList = ({ fields, min, max, unique }: CommandList) =>
  z
    .array(z.strictObject(ofEach(fields)))
    .min(min)
    .max(max)
    .default([])
    .superRefine((rows: readonly Readonly<Record<string, unknown>>[], context) => {
      if (unique === undefined) return;
      const values = rows.map((row) => row[unique]);
      const repeated = values.findIndex((value, i) => values.indexOf(value) !== i);
      if (repeated >= 0) context.addIssue({ ...toFieldFault({ key: 'rule.taken' }), path: [repeated, unique] });
    });

/** Schema of a command's fields; absent ones get the initial value of the form. `more`: parameters that no form has. */
function ofFields({ fields, lists, rules, fixed }: TerminalCommand, more: z.ZodRawShape = {}): CommandParams {
  const shape = {
    ...ofEach(fields),
    ...mapValues(lists, ofList),
    ...mapValues(fixed, (value) => z.literal(value).default(value)),
  };
  return z.strictObject({ ...shape, ...more }).superRefine((values, context) => {
    for (const { field, check } of rules) {
      const problem = check(values);
      if (problem) context.addIssue({ ...toFieldFault(problem), path: [field] });
    }
  });
}

/** Alarms that last until a person confirms them: the terminal reports them once. */
const CONFIRMABLE = ALARM_BITS.reduce((bits, { bit, event }) => (event ? bits + 2 ** bit : bits), 0);

/** Number of ids that fit in one frame. */
const MAX_AREAS = 125;
/** Areas of one message. */
const MAX_SENT = 20;
const action = z.literal([0, 1, 2]).default(1);
const deletion = z.strictObject({ areaNos: z.array(AreaNo).max(MAX_AREAS) });

/** A text without the separator of the parameters of 0x8105. */
const part = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[^;]*$/);
const MAX_PORT = 65_535;
const MAX_MINUTES = 65_535;
const port = z.int().min(0).max(MAX_PORT);
/** Live video: a channel of JT/T 1076; 0 main, 1 sub stream. */
const channel = z.int().min(1).max(127);
const streamType = z.literal([0, 1]);
/** 0x9302 to 0x9306. */
const camera = z.strictObject({ channel, action: z.literal([0, 1]) });
/** Recorded video, as 0x9205: kinds of media, stream and storage. */
const recorded = { mediaType: z.literal([0, 1, 2, 3]), streamType: z.literal([0, 1, 2]), storage: z.literal([0, 1, 2]) };
const alarmBits = z.int().min(0).max(0xffff_ffff);

/** Data commands of the driving recorder (GB/T 19056); those from 8 on need a time range. */
const RECORDER = [0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15] as const;
const FIRST_TIMED = 0x08;
const MAX_BLOCKS = 65_535;

/** Ids of parameters in one message. */
const MAX_PARAMETERS = 200;
/** Values by decimal id; module terminal-settings checks them. */
const parameterValues = z.strictObject({
  values: z
    .record(z.string().regex(/^[1-9]\d{0,9}$/), z.unknown())
    .refine((values) => Object.keys(values).length > 0 && Object.keys(values).length <= MAX_PARAMETERS),
});
/** A text of the recorder, whose fields have a width in bytes. */
const recorderText = (max: number) =>
  z.string().superRefine((text, context) => {
    const problem = rules.gbkBytes(max).check(text);
    if (problem) context.addIssue(toFieldFault(problem));
  });
const setsRecorder = <const C extends number>(command: C, shape: z.ZodRawShape) =>
  z.strictObject({ command: z.literal(command), ...shape });
const MAX_PULSES = 65_535;
const MAX_MILEAGE_KM = 999_999.9;
/** Status names of the recorder. */
const STATUS_NAMES = 8;

/** Parameters that are no form, or more than one. */
const SPECIAL: Partial<Readonly<Record<CommandCode, CommandParams>>> = {
  '8103': parameterValues,
  '8103server': parameterValues,
  '8106': z.strictObject({ ids: z.array(z.int().min(1).max(4_294_967_295)).min(1).max(MAX_PARAMETERS) }),
  // the package is in the files of the server
  '8108': z.strictObject({ firmwareId: RecordId }),
  '8701': z.discriminatedUnion('command', [
    setsRecorder(0x82, { vin: recorderText(17), plate: recorderText(12), plateClass: recorderText(12) }),
    setsRecorder(0x83, { at: Instant }),
    setsRecorder(0x84, { names: z.array(recorderText(10)).length(STATUS_NAMES) }),
    // without a time: that of the server when it is sent
    setsRecorder(0xc2, { at: Instant.optional() }),
    setsRecorder(0xc3, { pulsesPerKm: z.int().min(1).max(MAX_PULSES) }),
    setsRecorder(0xc4, { at: Instant.optional(), initialKm: z.number().min(0).max(MAX_MILEAGE_KM) }),
  ]),
  '8105': z.strictObject({
    authCode: part(20),
    accessPoint: part(20),
    user: part(49),
    server: part(32).min(1),
    /** The encrypted password. */
    sealedPassword: z.string().max(500).default(''),
    tcpPort: port,
    udpPort: port,
    /** Duration; an open end is not possible. */
    minutes: z.int().min(1).max(MAX_MINUTES),
  }),
  // superior platforms ask for urgent texts
  '8300': ofFields(terminalCommands['8300'], { urgent: z.boolean().optional() }),
  '8203': ofFields(terminalCommands['8203']).refine(({ alarmBits }) => (Number(alarmBits) & ~CONFIRMABLE) === 0, {
    path: ['alarmBits'],
    params: { key: 'command.notConfirmable', texts: {} },
  }),
  '8600': z.strictObject({ action, areas: z.array(TerminalCircle).min(1).max(MAX_SENT) }),
  '8601': deletion,
  '8602': z.strictObject({ action, areas: z.array(TerminalRectangle).min(1).max(MAX_SENT) }),
  '8603': deletion,
  '8604': z.strictObject({ area: TerminalPolygon }),
  '8605': deletion,
  '8606': z.strictObject({ area: TerminalRoute }),
  '8607': deletion,
  '8700': z
    .strictObject({
      command: z.literal(RECORDER),
      start: Instant.optional(),
      end: Instant.optional(),
      /** Blocks of the recorder's memory. */
      most: z.int().min(1).max(MAX_BLOCKS).default(MAX_BLOCKS),
    })
    .refine(({ command, start, end }) => command < FIRST_TIMED || (start !== undefined && end !== undefined && start <= end), {
      path: ['end'],
      params: { key: 'rule.order', texts: {} },
    }),
  '9101': z.strictObject({
    server: z.string().min(1).max(255),
    tcpPort: port,
    udpPort: port,
    channel,
    /** 0 video and sound, 1 video only, 2 two-way talk, 4 broadcast. */
    dataType: z.literal([0, 1, 2, 4]),
    /** 0 main, 1 sub. */
    streamType,
  }),
  // control 0: close, 4: end the talk; close kind 0: video and sound
  '9102': z.strictObject({ channel, control: z.literal([0, 4]), closeKind: z.literal(0), streamType }),
  '9201': z.strictObject({
    server: z.string().min(1).max(255),
    tcpPort: port,
    udpPort: port,
    channel,
    ...recorded,
    // normal; 9202 changes it
    mode: z.literal(0),
    speed: z.literal(0),
    startTime: Instant,
    endTime: Instant,
  }),
  '9202': z.strictObject({
    channel,
    control: z.literal(Object.values(replayControls)),
    /** 1 to 5: 1 to 16 times; 0 where it has no meaning. */
    speed: z.int().min(0).max(5),
    /** Of a seek. */
    position: Instant.nullable(),
  }),
  // channel 0: all
  '9205': z.strictObject({
    channel: z.int().min(0).max(127),
    startTime: Instant,
    endTime: Instant,
    videoAlarmBits: alarmBits,
    alarmBits,
    ...recorded,
  }),
  '9206': z.strictObject({
    server: z.string().min(1).max(255),
    port,
    user: z.string().max(64),
    /** The encrypted password. */
    sealedPassword: z.string().max(500),
    path: z.string().max(64),
    channel,
    startTime: Instant,
    endTime: Instant,
    videoAlarmBits: z.int().min(0).max(4_294_967_295),
    alarmBits: z.int().min(0).max(4_294_967_295),
    mediaType: z.literal([0, 1, 2, 3]),
    streamType: z.literal([0, 1, 2]),
    storage: z.literal([0, 1, 2]),
    conditionBits: z.int().min(1).max(7),
  }),
  // of the message 0x9206
  '9207': z.strictObject({ serial: z.int().min(0).max(65_535), control: z.literal([0, 1, 2]) }),
  '9208': z.strictObject({
    server: z.string().min(1).max(255),
    tcpPort: port,
    udpPort: port,
    /** As the terminal sent it. */
    identification: z.string().regex(/^([0-9a-f]{2}){16,40}$/),
    alarmNo: z.string().length(32),
  }),
  // direction 0 stop, 1 up, 2 down, 3 left, 4 right
  '9301': z.strictObject({ channel, direction: z.int().min(0).max(4), speed: z.int().min(0).max(255) }),
  '9302': camera,
  '9303': camera,
  '9304': camera,
  '9305': camera,
  '9306': camera,
  '8608': z.strictObject({ kind: z.literal([1, 2, 3, 4]), areaNos: z.array(AreaNo).max(MAX_AREAS).default([]) }),
};

const PARAMS = Object.fromEntries(
  Object.entries(terminalCommands).map(([code, command]) => [code, SPECIAL[code as CommandCode] ?? ofFields(command)]),
) as Readonly<Record<CommandCode, CommandParams>>;

/** The schema of a command's parameters. */
export const commandParams = (code: CommandCode): CommandParams => PARAMS[code];
