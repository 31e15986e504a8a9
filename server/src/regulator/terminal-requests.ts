import { DAY_MS, MINUTE_MS } from '@fleetwarden/domain/durations';
import { asksForTime, timeOfDigits } from '@fleetwarden/protocol/jt808';
import type { BodyOf, Content } from '@fleetwarden/protocol/jt809';
import { type Queryable, sql } from '../platform/db/database.ts';
import { encodePosition, POSITION_COLUMNS, type StoredPosition } from './positions.ts';
import type { Superior } from './superiors.ts';

/** Commands to terminals, for superior platforms. */
export type Terminals = {
  /** Sends a command to a vehicle's terminal; returns its id, or null if that is not possible. */
  ask(vehicleId: number, cmdCode: string, params: Readonly<Record<string, unknown>>): Promise<number | null>;
  /** Reads an uploaded file; null if it is deleted. */
  file(name: string): Promise<Uint8Array | null>;
};

/** A stored request to a terminal. */
export type RequestRow = {
  readonly id: number;
  readonly message_id: number;
  readonly serial: number;
  readonly vehicle_id: number | null;
  readonly plate: string;
  readonly plate_colour: number;
  readonly body: unknown;
  /** null: no command was sent. */
  readonly command_id: number | null;
  readonly received_at: number;
};

/** The result of a request. `late`: no answer in time. */
export type Outcome = {
  readonly result: 'done' | 'failed' | 'late' | 'unsupported';
  readonly data: unknown;
  readonly photo: Photo | null;
};
type Photo = { readonly channel: number; readonly extension: string; readonly data: Uint8Array };

type Row = {
  /** The command of the request, with its parameters. */
  readonly command: (body: never, now: number) => readonly [cmdCode: string, params: Readonly<Record<string, unknown>>];
  readonly answer: (request: RequestRow, outcome: Outcome, superior: Superior, position: StoredPosition) => Content;
};

const LISTEN = 1;
/** Priority of 0x9503. */
const URGENT = 0;
const TTS_AND_DISPLAY = [4, 8];
const MAX_CHARACTERS = 499;
/** The image sizes of 0x8801 that the product offers; 0x9502 uses the same numbers. */
const SIZES = 8;
const FORMATS: Readonly<Record<string, number>> = { jpg: 1, gif: 2, tif: 3, png: 4 };
/** Flags of 0x1502. */
const FLAGS = { unsupported: 0, done: 1, late: 2, failed: 3 } as const;

/** Results of 0x1505 besides 0: unknown vehicle, other error. */
const NO_VEHICLE = 1;
const OTHER_FAULT = 2;
const MAX_MINUTES = 65_535;

const toSource = ({ message_id, serial }: RequestRow) => ({ sourceType: message_id, sourceSerial: serial });
const toResult = ({ result }: Outcome): number => (result === 'done' ? 0 : 1);
const toVehicle = ({ plate, plate_colour }: RequestRow) => ({ plate, colour: plate_colour });
const defineRow = (row: Row): Row => row;

const ROWS: Readonly<Record<number, Row>> = {
  38145: defineRow({
    command: ({ phone }: BodyOf<'listen'>) => ['8400', { kind: LISTEN, phone }],
    answer: (request, outcome) => ({
      type: 'listenReply',
      body: { ...toSource(request), result: toResult(outcome) },
      vehicle: toVehicle(request),
    }),
  }),
  38146: defineRow({
    command: ({ channel, size }: BodyOf<'photoRequest'>) => [
      '8801',
      {
        channel: Math.max(1, channel),
        command: 1,
        interval: 0,
        save: 0,
        resolution: Math.min(Math.max(1, size), SIZES),
        quality: 5,
        brightness: 127,
        contrast: 64,
        saturation: 64,
        chroma: 127,
      },
    ],
    answer: (request, { result, photo }, superior, position) => {
      const photoRequest = request.body as BodyOf<'photoRequest'>;
      const image = {
        size: photoRequest.size,
        format: FORMATS[photo?.extension ?? ''] ?? 1,
        data: photo?.data ?? new Uint8Array(),
      };
      const flag = result === 'done' && photo === null ? FLAGS.late : FLAGS[result];
      const body = {
        ...toSource(request),
        flag,
        position: encodePosition(position, superior),
        channel: photoRequest.channel,
        image,
      };
      return { type: 'photo', body, vehicle: toVehicle(request) };
    },
  }),
  38147: defineRow({
    command: ({ text, priority }: BodyOf<'text'>) => [
      '8300',
      { channels: TTS_AND_DISPLAY, text: text.slice(0, MAX_CHARACTERS), urgent: priority === URGENT },
    ],
    answer: (request, outcome) => ({
      type: 'textReply',
      body: { serial: (request.body as BodyOf<'text'>).serial, ...toSource(request), result: toResult(outcome) },
      vehicle: toVehicle(request),
    }),
  }),
  38148: defineRow({
    command: ({ command, start, end, span }: BodyOf<'recorderRequest'>) => [
      '8700',
      asksForTime(command)
        ? {
            command,
            start: span ? timeOfDigits(span.start) : (start ?? 0) * 1000,
            end: span ? timeOfDigits(span.end) : (end ?? 0) * 1000,
            ...(span?.most ? { most: span.most } : {}),
          }
        : { command },
    ],
    answer: (request, { data }) => {
      const { command } = request.body as BodyOf<'recorderRequest'>;
      // no block: the recorder has no data
      const { block = '' } = (data ?? {}) as { readonly block?: string };
      return {
        type: 'recorderReply',
        body: { ...toSource(request), command, data: Buffer.from(block, 'hex') },
        vehicle: toVehicle(request),
      };
    },
  }),
  38149: defineRow({
    command: ({ authCode, accessPoint, user, password, server, tcpPort, udpPort, end }: BodyOf<'emergencyLink'>, now) => [
      '8105',
      {
        authCode,
        accessPoint,
        user,
        sealedPassword: password,
        server,
        tcpPort,
        udpPort,
        minutes: Math.min(MAX_MINUTES, Math.ceil((end * 1000 - now) / MINUTE_MS)),
      },
    ],
    answer: (request, { result }) => ({
      type: 'emergencyLinkReply',
      body: { ...toSource(request), result: result === 'done' ? 0 : request.vehicle_id === null ? NO_VEHICLE : OTHER_FAULT },
      vehicle: toVehicle(request),
    }),
  }),
};

/** The command of a request. */
export const toCommand = ({ message_id, body }: RequestRow, now: number) => ROWS[message_id]!.command(body as never, now);

/** Encodes the answer to a request. */
export async function encodeAnswer(db: Queryable, request: RequestRow, outcome: Outcome, superior: Superior): Promise<Content> {
  return ROWS[request.message_id]!.answer(request, outcome, superior, await loadLastPosition(db, request));
}

/** Loads the last position of the last day; zeros if there is none. */
async function loadLastPosition(db: Queryable, { vehicle_id, received_at }: RequestRow): Promise<StoredPosition> {
  const since = new Date(received_at - DAY_MS);
  const row = await db.first<StoredPosition>(sql`
    select p.vehicle_id, p.gnss_at, ${POSITION_COLUMNS}
    from position p where p.vehicle_id = ${vehicle_id} and p.gnss_at > ${since} order by p.gnss_at desc limit 1`);
  return (
    row ?? {
      vehicle_id: vehicle_id ?? 0,
      gnss_at: received_at,
      lng: 0,
      lat: 0,
      altitude_m: 0,
      speed_kmh: 0,
      heading: 0,
      alarm_bits: 0,
      status_bits: 0,
      odometer_km: null,
      recorder_kmh: null,
      fuel_l: null,
      io_bits: null,
      signal: null,
      satellites: null,
      extra: null,
    }
  );
}

type Media = { readonly channel: number; readonly extension: string; readonly file: string };

const SUCCEEDED = 2;
const TIMED_OUT = 4;
const WITH_DATA = 6;
const UNSUPPORTED_CODES: ReadonlySet<number | null> = new Set([3, 4023]);
const PHOTO = 0x9502;

/** Command id of a request for which no command can be sent. */
export const NO_COMMAND = 0;

/** Loads the outcome of a request; null while it is open. A request without vehicle or command failed. */
export async function loadOutcome(
  db: Queryable,
  { file }: Pick<Terminals, 'file'>,
  request: RequestRow,
  photoUntil: number,
): Promise<Outcome | null> {
  const createOutcome = (result: Outcome['result']): Outcome => ({ result, data: null, photo: null });
  if (!request.command_id) return createOutcome('failed');
  const command = await db.first<{
    state: number;
    result_code: number | null;
    result_data: { mediaIds?: readonly number[] } | null;
    sent_at: number | null;
  }>(sql`select state, result_code, result_data, sent_at from command where id = ${request.command_id}`);
  if (!command) return createOutcome('late');
  const { state, result_code, result_data } = command;
  if (state < SUCCEEDED) return null;
  if (state !== SUCCEEDED && state !== WITH_DATA)
    return createOutcome(state === TIMED_OUT ? 'late' : UNSUPPORTED_CODES.has(result_code) ? 'unsupported' : 'failed');
  if (request.message_id !== PHOTO) return { ...createOutcome('done'), data: result_data };
  const numbers = result_data?.mediaIds;
  const media = await db.first<Media>(sql`
    select channel, extension, file from media where vehicle_id = ${request.vehicle_id} and kind = 0
      and received_at >= ${new Date(command.sent_at ?? request.received_at)}
      ${numbers ? sql`and media_no = any(${[...numbers]}::bigint[])` : sql`and event = 0`}
    order by id limit 1`);
  const data = media ? await file(media.file) : null;
  if (media && data) return { ...createOutcome('done'), photo: { channel: media.channel, extension: media.extension, data } };
  return Date.now() > photoUntil ? createOutcome('late') : null;
}
