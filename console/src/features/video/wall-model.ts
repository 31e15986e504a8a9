/** Tiles of the wall (screen catalogue 5.1, and six with a large one). */
export const LAYOUTS = [1, 4, 6, 9, 16] as const;
export type Layout = (typeof LAYOUTS)[number];
export const MAX_TILES: Layout = 16;

/** A channel of a vehicle in a tile. */
export type Channel = {
  readonly targId: string;
  readonly plate: string;
  /** PLATE_COLOR. */
  readonly colour: number;
  readonly channel: number;
  /** '' without a recorded name. */
  readonly name: string;
  /** A rotation shows it. */
  readonly patrol?: boolean;
};

/** 0 main, 1 sub; `auto`: by the size of the tile. */
export type StreamChoice = 'auto' | 0 | 1;

type Tile = { readonly channel: Channel; readonly stream: StreamChoice };

/** `tiles` has an entry for each place of the layout. `enlarged` alone is shown; `sound` is heard. */
export type Wall = {
  readonly layout: Layout;
  readonly tiles: readonly (Tile | null)[];
  readonly selected: number;
  readonly sound: number | null;
  readonly enlarged: number | null;
};

export type WallAction =
  | { readonly kind: 'layout'; readonly layout: Layout }
  /** Opens channels from a tile on, or in free tiles; the layout grows if they do not fit. */
  | { readonly kind: 'open'; readonly channels: readonly Channel[]; readonly at?: number }
  /** Replaces all tiles. */
  | { readonly kind: 'show'; readonly channels: readonly (Channel | null)[] }
  | { readonly kind: 'close'; readonly at: number }
  | { readonly kind: 'closeAll' }
  | { readonly kind: 'select'; readonly at: number }
  | { readonly kind: 'swap'; readonly from: number; readonly to: number }
  | { readonly kind: 'sound'; readonly at: number | null }
  | { readonly kind: 'stream'; readonly at: number; readonly stream: StreamChoice }
  | { readonly kind: 'enlarge'; readonly at: number | null };

export const emptyWall = (layout: Layout): Wall => ({
  layout,
  tiles: Array<null>(layout).fill(null),
  selected: 0,
  sound: null,
  enlarged: null,
});

export const tileKey = ({ targId, channel }: Pick<Channel, 'targId' | 'channel'>): string => `${targId}-${channel}`;

const indexOf = (wall: Wall, channel: Channel): number =>
  wall.tiles.findIndex((tile) => tile !== null && tileKey(tile.channel) === tileKey(channel));

export function changeWall(wall: Wall, action: WallAction): Wall {
  switch (action.kind) {
    case 'layout':
      return withLayout(wall, action.layout);
    case 'open':
      return openChannels(wall, action.channels, action.at);
    case 'show':
      return { ...emptyWall(wall.layout), tiles: emptyWall(wall.layout).tiles.map((_, at) => tileFor(action.channels[at])) };
    case 'close':
      return { ...withTile(wall, action.at, null), ...without(wall, action.at) };
    case 'closeAll':
      return { ...emptyWall(wall.layout), selected: wall.selected };
    case 'select':
      return { ...wall, selected: action.at };
    case 'swap':
      return swapTiles(wall, action.from, action.to);
    case 'sound':
      return { ...wall, sound: action.at };
    case 'stream':
      return withTile(wall, action.at, { ...wall.tiles[action.at]!, stream: action.stream });
    case 'enlarge':
      return { ...wall, enlarged: action.at, selected: action.at ?? wall.selected };
  }
}

/** Sub stream (1) in small tiles, main stream (0) in large ones, if the user may see it. */
export function streamOf(wall: Wall, at: number, mayMain: boolean): 0 | 1 {
  const choice = wall.tiles[at]?.stream ?? 'auto';
  if (!mayMain) return 1;
  if (choice !== 'auto') return choice;
  const isLarge = wall.enlarged === at || wall.layout === 1 || (wall.layout === 6 && at === 0);
  return isLarge ? 0 : 1;
}

const tileFor = (channel: Channel | null | undefined): Tile | null => (channel ? { channel, stream: 'auto' } : null);

const withTile = (wall: Wall, at: number, tile: Tile | null): Wall => ({ ...wall, tiles: wall.tiles.with(at, tile) });

/** A tile that closes is neither heard nor enlarged. */
const without = ({ sound, enlarged }: Wall, at: number): Pick<Wall, 'sound' | 'enlarged'> => ({
  sound: sound === at ? null : sound,
  enlarged: enlarged === at ? null : enlarged,
});

/** Open tiles stay in order; those that do not fit close. */
function withLayout(wall: Wall, layout: Layout): Wall {
  const moved = [...wall.tiles.keys()];
  const fits = wall.tiles.slice(layout).every((tile) => tile === null);
  // gaps close only if tiles would be lost
  const order = fits ? moved : moved.toSorted((a, b) => Number(wall.tiles[a] === null) - Number(wall.tiles[b] === null));
  const places = Array.from({ length: layout }, (_, at) => order[at] ?? -1);
  const placeOf = (at: number | null) => (at === null || !places.includes(at) ? null : places.indexOf(at));
  return {
    layout,
    tiles: places.map((from) => wall.tiles[from] ?? null),
    selected: placeOf(wall.selected) ?? 0,
    sound: placeOf(wall.sound),
    enlarged: null,
  };
}

function swapTiles(wall: Wall, from: number, to: number): Wall {
  const moved = (at: number | null) => (at === from ? to : at === to ? from : at);
  const tiles = wall.tiles.with(from, wall.tiles[to]!).with(to, wall.tiles[from]!);
  return { ...wall, tiles, selected: to, sound: moved(wall.sound), enlarged: moved(wall.enlarged) };
}

function openChannels(wall: Wall, channels: readonly Channel[], from?: number): Wall {
  const fresh = channels.filter((channel) => indexOf(wall, channel) < 0);
  const [first] = channels;
  if (fresh.length === 0) return first ? { ...wall, selected: indexOf(wall, first) } : wall;
  const free = wall.tiles.filter((tile) => tile === null).length;
  const taken = wall.tiles.length - free;
  const grown =
    LAYOUTS.find((layout) => layout >= Math.max(wall.layout, fresh.length > 1 ? taken + fresh.length : 0)) ?? MAX_TILES;
  let next: Wall = { ...(grown === wall.layout ? wall : withLayout(wall, grown)), enlarged: null };
  for (const [index, channel] of fresh.entries()) {
    const at = index === 0 && from !== undefined ? from : placeFor(next, index === 0 ? next.selected : next.selected + 1);
    const { sound } = without(next, at);
    next = { ...withTile(next, at, { channel, stream: 'auto' }), selected: at, sound };
  }
  return next;
}

/** The selected tile if it is free, else the first free one, else the tile at `full`. */
function placeFor({ tiles, selected }: Wall, full: number): number {
  if (tiles[selected] === null) return selected;
  const free = tiles.indexOf(null);
  return free >= 0 ? free : full % tiles.length;
}
