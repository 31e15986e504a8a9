import {
  type CircleInput,
  type Content,
  circleOf,
  type PolygonInput,
  polygonOf,
  type RectangleInput,
  type RouteInput,
  rectangleOf,
  routeOf,
  TEXT_BITS,
  type Version,
} from '@fleetwarden/protocol/jt808';

/** Parameters of a command as its row of the contract checked them. */
export type Params = Readonly<Record<string, unknown>>;

const SECONDS_A_MINUTE = 60;
/** console.md 9: the flag is 3 plus the sum of the chosen channels. */
const FLAG_BASE = 3;

/**
 * The flag of 0x8300. Until 2013 it goes out as the console's send flag is. 2019 reads bits 0-1 as the number 3, a notice, and reserves
 * the bit of the advertising screen: there it is left out, unless the text would be shown nowhere.
 */
export function textFlag(channels: readonly number[], version: Version): number {
  const flag = channels.reduce((bits, channel) => bits | channel, FLAG_BASE);
  const others = flag & (TEXT_BITS.display | TEXT_BITS.tts);
  return version >= 2019 && others !== 0 ? flag & ~TEXT_BITS.screen : flag;
}

const list = <T>(value: unknown): readonly T[] => value as readonly T[];

/** Messages whose body is not their parameters by the same names. */
const BODIES: Readonly<Record<number, (params: Params, version: Version) => Content>> = {
  33282: ({ interval, validMinutes }) => ({
    type: 'trackLocation',
    body: { intervalS: Number(interval), validityS: Number(validMinutes) * SECONDS_A_MINUTE },
  }),
  33536: ({ channels, text }, version) => ({
    type: 'sendText',
    body: { flag: textFlag(list<number>(channels), version), text: String(text) },
  }),
  34304: ({ action, areas }) => ({
    type: 'setCircles',
    body: { action: Number(action), items: list<CircleInput>(areas).map(circleOf) },
  }),
  34306: ({ action, areas }) => ({
    type: 'setRectangles',
    body: { action: Number(action), items: list<RectangleInput>(areas).map(rectangleOf) },
  }),
  34308: ({ area }) => ({ type: 'setPolygon', body: polygonOf(area as PolygonInput) }),
  34310: ({ area }) => ({ type: 'setRoute', body: routeOf(area as RouteInput) }),
  34305: ({ areaNos }) => ({ type: 'deleteCircles', body: { ids: [...list<number>(areaNos)] } }),
  34307: ({ areaNos }) => ({ type: 'deleteRectangles', body: { ids: [...list<number>(areaNos)] } }),
  34309: ({ areaNos }) => ({ type: 'deletePolygons', body: { ids: [...list<number>(areaNos)] } }),
  34311: ({ areaNos }) => ({ type: 'deleteRoutes', body: { ids: [...list<number>(areaNos)] } }),
  34312: ({ kind, areaNos }) => ({ type: 'queryAreas', body: { kind: Number(kind), ids: [...list<number>(areaNos)] } }),
  34817: ({ interval, ...photo }) => ({ id: 0x8801, body: { ...photo, intervalS: interval } as never }),
};

/** The message of a command. Writing it throws CodecError where a value does not fit its field. */
export const contentOf = (messageId: number, params: Params, version: Version): Content =>
  // a message without a row here has parameters named like its fields
  BODIES[messageId]?.(params, version) ?? ({ id: messageId, body: params } as unknown as Content);
