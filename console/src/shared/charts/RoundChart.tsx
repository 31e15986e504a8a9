import styles from './Charts.module.css';
import { type Colours, computeAxisSteps, type Drawing, findExtent, onCircle } from './drawing.ts';
import type { Pointed } from './Pointing.ts';

/** Margin around a circle, px; a radar has labels there. */
const MARGIN = { pie: 12, radar: 34 } as const;
/** Radius of a ring's hole, as share of the outer radius. */
const HOLE = 0.55;
const RINGS = 4;

type Props = {
  readonly drawing: Drawing;
  readonly size: number;
  readonly colours: Colours;
  readonly pointed: number | null;
  readonly onPoint: Pointed;
};

/** A pie of the first series. */
export function PieChart({ drawing: { x, series }, size, colours, pointed, onPoint }: Props) {
  const values = x.map((_, at) => Math.max(0, series[0]?.values[at] ?? 0));
  const whole = values.reduce((sum, value) => sum + value, 0);
  if (whole === 0) return null;
  const middle = size / 2;
  const outer = middle - MARGIN.pie;
  let begun = 0;
  return values.map((value, at) => {
    const from = begun;
    begun += value / whole;
    if (value === 0) return null;
    return (
      <path
        // biome-ignore lint/suspicious/noArrayIndexKey: names may be alike, parts are not
        key={at}
        className={styles['part']}
        data-faded={pointed !== null && pointed !== at}
        fill={colours[at % colours.length]}
        d={ringPart(middle, outer, from, begun)}
        onPointerEnter={() => onPoint(at)}
      />
    );
  });
}

/** SVG path of a ring sector. A full ring takes two halves, because an arc cannot end at its start. */
function ringPart(middle: number, outer: number, from: number, to: number): string {
  const half = (from + to) / 2;
  const arcs = (radius: number, path: readonly number[], sweep: 0 | 1) =>
    path.map((share) => `A${radius} ${radius} 0 0 ${sweep} ${onCircle(middle, radius, share).join(' ')}`).join('');
  const inner = outer * HOLE;
  return [
    `M${onCircle(middle, outer, from).join(' ')}`,
    arcs(outer, [half, to], 1),
    `L${onCircle(middle, inner, to).join(' ')}`,
    arcs(inner, [half, from], 0),
    'Z',
  ].join('');
}

/** A radar: several figures around a circle, on one scale. */
export function RadarChart({ drawing: { x, series }, size, pointed, onPoint }: Omit<Props, 'colours'>) {
  const middle = size / 2;
  const radius = middle - MARGIN.radar;
  const most = computeAxisSteps(...findExtent(series), RINGS).at(-1)!;
  const at = (value: number, nth: number) => onCircle(middle, (radius * Math.max(0, value)) / most, nth / x.length);
  const closed = (points: readonly (readonly [number, number])[]) => points.map((point) => point.join()).join(' ');
  return (
    <>
      {Array.from({ length: RINGS }, (_, ring) => (
        <polygon
          // biome-ignore lint/suspicious/noArrayIndexKey: rings from the inside out
          key={ring}
          className={styles['grid']}
          points={closed(x.map((_, nth) => at((most * (ring + 1)) / RINGS, nth)))}
        />
      ))}
      {series.map(({ key, colour, values }) => (
        <polygon
          key={key}
          className={styles['area']}
          stroke={colour}
          fill={colour}
          points={closed(x.map((_, nth) => at(values[nth] ?? 0, nth)))}
        />
      ))}
      {x.map((name, nth) => {
        const [left, top] = onCircle(middle, radius + MARGIN.radar / 3, nth / x.length);
        // labels point away from the shape
        const side = Math.round(left - middle);
        return (
          <text
            // biome-ignore lint/suspicious/noArrayIndexKey: names may be alike, directions are not
            key={nth}
            className={styles['scale']}
            data-pointed={pointed === nth}
            x={left}
            y={top}
            textAnchor={side === 0 ? 'middle' : side > 0 ? 'start' : 'end'}
            dominantBaseline="middle"
            onPointerEnter={() => onPoint(nth)}
          >
            {name}
          </text>
        );
      })}
    </>
  );
}
