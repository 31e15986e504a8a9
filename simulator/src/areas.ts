import { type BodyOf, type Content, encodeBody, type Message } from '@fleetwarden/protocol/jt808';

/** Kinds of 0x8608: 1 circle, 2 rectangle, 3 polygon, 4 route. */
type Kind = 1 | 2 | 3 | 4;
type Items = {
  1: BodyOf<0x8600>['items'][number];
  2: BodyOf<0x8602>['items'][number];
  3: BodyOf<0x8604>;
  4: BodyOf<0x8606>;
};

/** Replaces what there is; the others (1 append, 2 modify) leave the rest as it is. */
const REPLACE = 0;
const ADD = 1;

/** The areas stored in a terminal. */
export type Areas = {
  /** Handles messages that set or delete areas; false for other messages. */
  readonly take: (message: Message) => boolean;
  /** The answer to 0x8608: the areas of a kind, all of them or those of these ids. */
  readonly list: (kind: number, ids: readonly number[]) => Content;
};

export function createAreas(): Areas {
  const kept: { readonly [K in Kind]: Map<number, Items[K]> } = { 1: new Map(), 2: new Map(), 3: new Map(), 4: new Map() };

  const put = <K extends Kind>(kind: K, items: readonly Items[K][], action: number) => {
    const areas = kept[kind] as Map<number, Items[K]>;
    if (action === REPLACE) areas.clear();
    for (const item of items) areas.set(item.id, item);
  };
  const remove = (kind: Kind, ids: readonly number[]) => {
    if (ids.length === 0) kept[kind].clear();
    for (const id of ids) kept[kind].delete(id);
  };

  /** An area as the body that set it. */
  const encodeItem = (kind: Kind, id: number): Uint8Array => {
    const circle = kept[1].get(id);
    if (kind === 1 && circle) return encodeBody({ type: 'setCircles', body: { action: ADD, items: [circle] } }, 2019);
    const rectangle = kept[2].get(id);
    if (kind === 2 && rectangle) return encodeBody({ type: 'setRectangles', body: { action: ADD, items: [rectangle] } }, 2019);
    const polygon = kept[3].get(id);
    if (kind === 3 && polygon) return encodeBody({ type: 'setPolygon', body: polygon }, 2019);
    const route = kept[4].get(id);
    return kind === 4 && route ? encodeBody({ type: 'setRoute', body: route }, 2019) : new Uint8Array();
  };

  return {
    take: (message) => {
      switch (message.type) {
        case 'setCircles':
          put(1, message.body.items, message.body.action);
          return true;
        case 'setRectangles':
          put(2, message.body.items, message.body.action);
          return true;
        case 'setPolygon':
          put(3, [message.body], ADD);
          return true;
        case 'setRoute':
          put(4, [message.body], ADD);
          return true;
        case 'deleteCircles':
          remove(1, message.body.ids);
          return true;
        case 'deleteRectangles':
          remove(2, message.body.ids);
          return true;
        case 'deletePolygons':
          remove(3, message.body.ids);
          return true;
        case 'deleteRoutes':
          remove(4, message.body.ids);
          return true;
        default:
          return false;
      }
    },
    list: (kind, ids) => {
      const areas = kept[kind as Kind] as ReadonlyMap<number, unknown> | undefined;
      const wanted = [...(areas?.keys() ?? [])].filter((id) => ids.length === 0 || ids.includes(id));
      const bodies = wanted.map((id) => encodeItem(kind as Kind, id));
      return { type: 'areasReply', body: { kind, count: wanted.length, data: joined(bodies) } };
    },
  };
}

function joined(bodies: readonly Uint8Array[]): Uint8Array {
  const out = new Uint8Array(bodies.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const body of bodies) {
    out.set(body, at);
    at += body.length;
  }
  return out;
}
