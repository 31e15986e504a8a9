import {
  asksForTime,
  type CircleInput,
  type Content,
  encodeCircle,
  encodePolygon,
  encodeRectangle,
  encodeRoute,
  type PolygonInput,
  type RecorderSpan,
  type RectangleInput,
  type RouteInput,
  recorderRequest,
  TEXT_BITS,
  type Version,
} from '@fleetwarden/protocol/jt808';

/** Parameters of a command, validated by the contract. */
type Params = Readonly<Record<string, unknown>>;

const SECONDS_A_MINUTE = 60;
/** Bit 0 of a flag up to 2013. */
const URGENT = 1;
/** Bits 0-1 of a flag of 2019. */
const URGENT_2019 = 2;
const NOTICE_2019 = 3;

/**
 * The flag of 0x8300 (the number of the console, 3 plus channels, is not the flag). Up to 2013, bit 0 means urgent. Version 2019 has a
 * value in bits 0-1, and reserves the bit of the advertising screen, so it is removed unless it is the only channel.
 */
function textFlag(channels: readonly number[], urgent: boolean, version: Version): number {
  const bits = channels.reduce((sum, channel) => sum | channel, 0);
  if (version < 2019) return bits | (urgent ? URGENT : 0);
  const others = bits & (TEXT_BITS.display | TEXT_BITS.tts);
  return (urgent ? URGENT_2019 : NOTICE_2019) | (others !== 0 ? bits & ~TEXT_BITS.screen : bits);
}

/** 0x8105: connect to a server; the server is another one than the terminal's own. */
const CONNECT = 2;
const TO_ANOTHER = 0;

const list = <T>(value: unknown): readonly T[] => value as readonly T[];

type Encoder = (params: Params, version: Version) => Content;

const encodeIds = (areaNos: unknown) => ({ ids: [...list<number>(areaNos)] });

/** Messages whose fields differ from the parameters of the command. */
const ENCODERS: ReadonlyMap<number, Encoder> = new Map<number, Encoder>([
  [
    0x8202,
    ({ interval, validMinutes }) => ({
      type: 'trackLocation',
      body: { intervalS: Number(interval), validityS: Number(validMinutes) * SECONDS_A_MINUTE },
    }),
  ],
  [
    0x8300,
    ({ channels, text, urgent }, version) => ({
      type: 'sendText',
      body: { flag: textFlag(list<number>(channels), urgent === true, version), text: String(text) },
    }),
  ],
  [
    0x8600,
    ({ action, areas }) => ({
      type: 'setCircles',
      body: { action: Number(action), items: list<CircleInput>(areas).map(encodeCircle) },
    }),
  ],
  [0x8601, ({ areaNos }) => ({ type: 'deleteCircles', body: encodeIds(areaNos) })],
  [
    0x8602,
    ({ action, areas }) => ({
      type: 'setRectangles',
      body: { action: Number(action), items: list<RectangleInput>(areas).map(encodeRectangle) },
    }),
  ],
  [0x8603, ({ areaNos }) => ({ type: 'deleteRectangles', body: encodeIds(areaNos) })],
  [0x8604, ({ area }) => ({ type: 'setPolygon', body: encodePolygon(area as PolygonInput) })],
  [0x8605, ({ areaNos }) => ({ type: 'deletePolygons', body: encodeIds(areaNos) })],
  [0x8606, ({ area }) => ({ type: 'setRoute', body: encodeRoute(area as RouteInput) })],
  [0x8607, ({ areaNos }) => ({ type: 'deleteRoutes', body: encodeIds(areaNos) })],
  [0x8608, ({ kind, areaNos }) => ({ type: 'queryAreas', body: { kind: Number(kind), ...encodeIds(areaNos) } })],
  [
    0x8105,
    ({ authCode, accessPoint, user, password, server, tcpPort, udpPort, minutes }) => ({
      type: 'terminalControl',
      body: {
        command: CONNECT,
        parameters: [TO_ANOTHER, authCode, accessPoint, user, password, server, tcpPort, udpPort, minutes].join(';'),
      },
    }),
  ],
  [
    0x8700,
    ({ command, start, end, most }) => {
      const commandNo = Number(command);
      const span: RecorderSpan = { startAt: Number(start), endAt: Number(end), most: Number(most) };
      const block = recorderRequest(commandNo, asksForTime(commandNo) ? span : null);
      return { type: 'collectRecorder', body: { command: commandNo, block } };
    },
  ],
  [0x8801, ({ interval, ...photo }) => ({ id: 0x8801, body: { ...photo, intervalS: interval } as never })],
]);

/** Makes the message of a command. Encoding it throws CodecError if a value does not fit its field. */
export const encodeCommand = (messageId: number, params: Params, version: Version): Content =>
  // without an encoder, the parameters have the names of the message fields
  ENCODERS.get(messageId)?.(params, version) ?? ({ id: messageId, body: params } as unknown as Content);
