import type { Point, Ring } from './topology.ts';

/** Maximum distance between two provinces' drawings of one border, in degrees: about 1 km. */
const APART = 0.01;
/** Shorter pieces, in degrees, are gaps where the two drawings part briefly. */
const MIN_DEGREES = 0.05;

/**
 * Removes border stretches that another province has already drawn: provinces were digitised separately. The first province draws
 * each stretch.
 */
export function withoutDoubles(lines: ReadonlyMap<string, readonly Ring[]>): Ring[] {
  /** Provinces whose lines pass each cell of the grid. */
  const passing = new Map<string, Set<string>>();
  const borders: Ring[] = [];
  for (const [province, rings] of lines) {
    const own = rings.flatMap((line) => pieces(line, (point) => isNear(passing, point, province)));
    for (const line of own) {
      borders.push(line);
      for (const point of walk(line)) note(passing, point, province);
    }
  }
  return borders;
}

/** The stretches of a line that are not near another line at both ends and the middle of an edge. */
function pieces(line: Ring, near: (point: Point) => boolean): Ring[] {
  const at = line.map(near);
  const stretches: Ring[] = [];
  let piece: Point[] = [];
  const end = () => {
    if (piece.length > 1 && (piece.length === line.length || computeLength(piece) >= MIN_DEGREES)) stretches.push(piece);
    piece = [];
  };
  for (let i = 0; i + 1 < line.length; i++) {
    const [a, b] = [line[i]!, line[i + 1]!];
    if (at[i] && at[i + 1] && near([(a[0] + b[0]) / 2, (a[1] + b[1]) / 2])) end();
    else if (piece.length === 0) piece.push(a, b);
    else piece.push(b);
  }
  end();
  return stretches;
}

function isNear(passing: ReadonlyMap<string, ReadonlySet<string>>, [lng, lat]: Point, province: string): boolean {
  const [column, line] = [Math.floor(lng / APART), Math.floor(lat / APART)];
  for (let x = column - 1; x <= column + 1; x++) {
    for (let y = line - 1; y <= line + 1; y++) {
      const there = passing.get(`${x} ${y}`);
      if (there && (there.size > 1 || !there.has(province))) return true;
    }
  }
  return false;
}

function note(passing: Map<string, Set<string>>, [lng, lat]: Point, province: string): void {
  const key = `${Math.floor(lng / APART)} ${Math.floor(lat / APART)}`;
  const there = passing.get(key);
  if (there) there.add(province);
  else passing.set(key, new Set([province]));
}

/** Points along a line, at most half a cell apart. */
function* walk(line: Ring): Generator<Point> {
  for (let i = 0; i + 1 < line.length; i++) {
    const [a, b] = [line[i]!, line[i + 1]!];
    const steps = Math.max(1, Math.ceil(Math.hypot(b[0] - a[0], b[1] - a[1]) / (APART / 2)));
    for (let k = 0; k < steps; k++) yield [a[0] + ((b[0] - a[0]) * k) / steps, a[1] + ((b[1] - a[1]) * k) / steps];
  }
  yield line.at(-1)!;
}

function computeLength(line: Ring): number {
  let sum = 0;
  for (let i = 0; i + 1 < line.length; i++) sum += Math.hypot(line[i + 1]![0] - line[i]![0], line[i + 1]![1] - line[i]![1]);
  return sum;
}
