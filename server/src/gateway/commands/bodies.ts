import {
  asksForTime,
  type CircleInput,
  type Content,
  circleOf,
  type PolygonInput,
  polygonOf,
  type RecorderSpan,
  type RectangleInput,
  type RouteInput,
  recorderRequest,
  rectangleOf,
  routeOf,
  TEXT_BITS,
  type Version,
} from '@fleetwarden/protocol/jt808';

/** Parameters of a command as its row of the contract checked them. */
type Params = Readonly<Record<string, unknown>>;

const SECONDS_A_MINUTE = 60;
/** console.md 9: the flag is 3 plus the sum of the chosen channels. */
const FLAG_BASE = 3;

/**
 * The flag of 0x8300. Until 2013 it goes out as the console's send flag is. 2019 reads bits 0-1 as the number 3, a notice, and reserves
 * the bit of the advertising screen: there it is left out, unless the text would be shown nowhere.
 */
function textFlag(channels: readonly number[], version: Version): number {
  const flag = channels.reduce((bits, channel) => bits | channel, FLAG_BASE);
  const others = flag & (TEXT_BITS.display | TEXT_BITS.tts);
  return version >= 2019 && others !== 0 ? flag & ~TEXT_BITS.screen : flag;
}

/** Of 0x8105: the terminal is to connect to a server, and to another one than its own. */
const CONNECT = 2;
const TO_ANOTHER = 0;

const list = <T>(value: unknown): readonly T[] => value as readonly T[];

type Body = (params: Params, version: Version) => Content;

const ids = (areaNos: unknown) => ({ ids: [...list<number>(areaNos)] });

/** Messages whose body is not their parameters by the same names. */
const BODIES: ReadonlyMap<number, Body> = new Map<number, Body>([
  [
    0x8202,
    ({ interval, validMinutes }) => ({
      type: 'trackLocation',
      body: { intervalS: Number(interval), validityS: Number(validMinutes) * SECONDS_A_MINUTE },
    }),
  ],
  [
    0x8300,
    ({ channels, text }, version) => ({
      type: 'sendText',
      body: { flag: textFlag(list<number>(channels), version), text: String(text) },
    }),
  ],
  [
    0x8600,
    ({ action, areas }) => ({
      type: 'setCircles',
      body: { action: Number(action), items: list<CircleInput>(areas).map(circleOf) },
    }),
  ],
  [0x8601, ({ areaNos }) => ({ type: 'deleteCircles', body: ids(areaNos) })],
  [
    0x8602,
    ({ action, areas }) => ({
      type: 'setRectangles',
      body: { action: Number(action), items: list<RectangleInput>(areas).map(rectangleOf) },
    }),
  ],
  [0x8603, ({ areaNos }) => ({ type: 'deleteRectangles', body: ids(areaNos) })],
  [0x8604, ({ area }) => ({ type: 'setPolygon', body: polygonOf(area as PolygonInput) })],
  [0x8605, ({ areaNos }) => ({ type: 'deletePolygons', body: ids(areaNos) })],
  [0x8606, ({ area }) => ({ type: 'setRoute', body: routeOf(area as RouteInput) })],
  [0x8607, ({ areaNos }) => ({ type: 'deleteRoutes', body: ids(areaNos) })],
  [0x8608, ({ kind, areaNos }) => ({ type: 'queryAreas', body: { kind: Number(kind), ...ids(areaNos) } })],
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
      const asked = Number(command);
      const span: RecorderSpan = { startAt: Number(start), endAt: Number(end), most: Number(most) };
      const block = recorderRequest(asked, asksForTime(asked) ? span : null);
      return { type: 'collectRecorder', body: { command: asked, block } };
    },
  ],
  [0x8801, ({ interval, ...photo }) => ({ id: 0x8801, body: { ...photo, intervalS: interval } as never })],
]);

/** The message of a command. Writing it throws CodecError where a value does not fit its field. */
export const contentOf = (messageId: number, params: Params, version: Version): Content =>
  // a message without a row here has parameters named like its fields
  BODIES.get(messageId)?.(params, version) ?? ({ id: messageId, body: params } as unknown as Content);
