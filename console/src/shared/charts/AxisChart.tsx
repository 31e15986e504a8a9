import { textWidth } from '../../ui/table/text-width.ts';
import styles from './Charts.module.css';
import { computeAxis, type Drawing, formatStep, sumSeries } from './drawing.ts';
import type { Pointed } from './Pointing.ts';

const MARGIN = { left: 52, right: 12, top: 12, bottom: 28 } as const;
/** Most width of an axis label and the gap between two, px. */
const [NAME, APART] = [96, 8];
/** Share of an axis step that bars fill. */
const FILLED = 0.7;
const WIDEST_BAR = 28;

type Props = {
  readonly drawing: Drawing;
  readonly width: number;
  readonly height: number;
  readonly language: string;
  readonly pointed: number | null;
  readonly onPoint: Pointed;
};

/** Shortens a name to a width in px. */
function short(name: string, most: number): string {
  if (textWidth(name) <= most) return name;
  let prefix = '';
  for (const letter of name) {
    if (textWidth(`${prefix}${letter}…`) > most) break;
    prefix += letter;
  }
  return `${prefix}…`;
}

/** Bars or lines over an axis of names. A dashed series among bars is a line. */
export function AxisChart({ drawing: { type, x, series }, width, height, language, pointed, onPoint }: Props) {
  const { type: unit, steps } = computeAxis(type === 'stack' ? [sumSeries(series)] : series);
  const [low, high] = [steps[0]!, steps.at(-1)!];
  const plot = { width: width - MARGIN.left - MARGIN.right, height: height - MARGIN.top - MARGIN.bottom };
  const y = (value: number) => MARGIN.top + plot.height * (1 - (value - low) / (high - low));
  const place = plot.width / x.length;
  const middle = (at: number) => MARGIN.left + place * (at + 0.5);
  const names = x.map((name) => short(name, NAME));
  const widest = Math.max(...names.map(textWidth));
  const every = Math.max(1, Math.ceil((widest + APART) / place));
  // the first and last label must not overflow the edge
  const within = (at: number) => {
    const half = textWidth(names[at]!) / 2;
    return Math.max(half, Math.min(middle(at), width - half));
  };
  const bars = type === 'bar' ? series.filter(({ dashed }) => !dashed) : [];
  const lines = type === 'bar' ? series.filter(({ dashed }) => dashed) : type === 'stack' ? [] : series;
  const bar = Math.min((place * FILLED) / Math.max(1, bars.length), WIDEST_BAR);

  return (
    <>
      {steps.map((step) => (
        <g key={step}>
          <line className={styles['grid']} x1={MARGIN.left} x2={width - MARGIN.right} y1={y(step)} y2={y(step)} />
          <text className={styles['scale']} x={MARGIN.left - 6} y={y(step)} textAnchor="end" dominantBaseline="middle">
            {formatStep(unit, step, language)}
          </text>
        </g>
      ))}
      {names.map((name, at) =>
        at % every === 0 ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: names may be alike, places are not
          <text key={at} className={styles['scale']} x={within(at)} y={height - 8} textAnchor="middle">
            {name}
          </text>
        ) : null,
      )}
      {pointed !== null && (
        <rect className={styles['pointed']} x={middle(pointed) - place / 2} y={MARGIN.top} width={place} height={plot.height} />
      )}
      {type === 'stack' && <Stacks series={series} bar={bar} middle={middle} y={y} />}
      {bars.map(({ key, colour, values }, nth) =>
        values.map((value, at) =>
          value === null ? null : (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: a place of the axis
              key={`${key}${at}`}
              fill={colour}
              x={middle(at) + (nth - bars.length / 2) * bar}
              y={Math.min(y(value), y(0))}
              width={Math.max(1, bar - 1)}
              height={Math.abs(y(value) - y(0))}
            />
          ),
        ),
      )}
      {lines.map(({ key, colour, values, dashed = false }) => (
        <g key={key} stroke={colour} fill={colour}>
          <path className={styles['line']} data-dashed={dashed} d={linePath(values, middle, y)} />
          {values.map((value, at) =>
            value !== null && (values.length === 1 || at === pointed) ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: a place of the axis
              <circle key={at} cx={middle(at)} cy={y(value)} r={3.5} />
            ) : null,
          )}
        </g>
      ))}
      {x.map((_, at) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: a place of the axis
          key={at}
          className={styles['catch']}
          x={middle(at) - place / 2}
          y={MARGIN.top}
          width={place}
          height={plot.height}
          onPointerEnter={() => onPoint(at)}
        />
      ))}
    </>
  );
}

/** Bars on top of each other, the first series at the bottom. */
function Stacks(props: { series: Drawing['series']; bar: number; middle: (at: number) => number; y: (value: number) => number }) {
  const { series, bar, middle, y } = props;
  const tops = new Map<number, number>();
  return series.map(({ key, colour, values }) =>
    values.map((value, at) => {
      if (!value) return null;
      const below = tops.get(at) ?? 0;
      tops.set(at, below + value);
      return (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: a place of the axis
          key={`${key}${at}`}
          fill={colour}
          x={middle(at) - bar / 2}
          y={y(below + value)}
          width={Math.max(1, bar - 1)}
          height={y(below) - y(below + value)}
        />
      );
    }),
  );
}

/** SVG path of a line, with a gap at each missing value. */
function linePath(values: readonly (number | null)[], x: (at: number) => number, y: (value: number) => number): string {
  let down = false;
  return values
    .flatMap((value, at) => {
      if (value === null) {
        down = false;
        return [];
      }
      const part = `${down ? 'L' : 'M'}${x(at).toFixed(1)} ${y(value).toFixed(1)}`;
      down = true;
      return [part];
    })
    .join('');
}
