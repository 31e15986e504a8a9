import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSize } from '../../hooks/use-size.ts';
import layout from '../../ui/theme/layout.module.css';
import { AxisChart } from './AxisChart.tsx';
import styles from './Charts.module.css';
import { type Colours, type Drawing, formatValue, type Series } from './drawing.ts';
import { PieChart, RadarChart } from './RoundChart.tsx';

/** Size before layout, and maximum height, px. */
const USUAL = { width: 360, height: 280 } as const;

/** Width on paper, px; the drawing scales to it. */
const PAPER_WIDTH = 960;

/** A chart with its legend; hovering shows figures. Screen readers get the data as a table. `paper`: for printing. */
export function Chart(props: { drawing: Drawing; title: string; colours: Colours; paper?: boolean }) {
  const { drawing, title, colours, paper = false } = props;
  const { t, i18n } = useTranslation();
  const [area, size] = useSize();
  const [pointed, setPointed] = useState<number | null>(null);
  const { type, x, series } = drawing;
  // on paper the layout follows the drawing's size, not the other way round
  const width = paper ? PAPER_WIDTH : size.width || USUAL.width;
  const height = paper ? USUAL.height : Math.min(size.height || USUAL.height, USUAL.height);
  const round = type === 'pie' || type === 'radar';
  const square = Math.min(width, height);
  const figure = ({ type: of, values }: Series, at: number) => {
    const value = values[at] ?? null;
    return value === null ? '-' : formatValue(of, value, i18n.language);
  };
  const parts = type === 'pie';
  const legend = parts
    ? x.map((name, at) => ({
        key: `${at}`,
        name,
        colour: colours[at % colours.length]!,
        figure: series[0] ? figure(series[0], at) : '-',
      }))
    : series.filter(({ dashed }) => !dashed).map(({ key, name, colour }) => ({ key, name, colour, figure: '' }));
  const shape = { drawing, pointed, onPoint: setPointed };

  return (
    <figure className={styles['chart']} data-round={round}>
      <div ref={area} className={styles['picture']} onPointerLeave={() => setPointed(null)}>
        <svg
          role="img"
          aria-label={title}
          width={round ? square : width}
          height={round ? square : height}
          viewBox={round ? `0 0 ${square} ${square}` : `0 0 ${width} ${height}`}
        >
          {type === 'pie' && <PieChart {...shape} size={square} colours={colours} />}
          {type === 'radar' && <RadarChart {...shape} size={square} />}
          {!round && <AxisChart {...shape} width={width} height={height} language={i18n.language} />}
        </svg>
        {pointed !== null && (
          <div className={styles['tip']} role="status">
            <dl>
              <dt>{x[pointed]}</dt>
              {series.map((each) => (
                <dd key={each.key}>
                  {each.name} <b>{figure(each, pointed)}</b>
                </dd>
              ))}
            </dl>
          </div>
        )}
      </div>
      <ul className={styles['legend']} aria-hidden>
        {legend.map(({ key, name, colour, figure: value }) => (
          <li key={key}>
            <span style={{ background: colour }} />
            {name}
            {value !== '' && <b>{value}</b>}
          </li>
        ))}
      </ul>
      <table className={layout['visuallyHidden']}>
        <caption>{t('reports.chartTable')}</caption>
        <thead>
          <tr>
            <th>{title}</th>
            {series.map(({ key, name }) => (
              <th key={key}>{name}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {x.map((name, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: names may be alike, places are not
            <tr key={at}>
              <th>{name}</th>
              {series.map((each) => (
                <td key={each.key}>{figure(each, at)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}
