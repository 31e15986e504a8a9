import { isLandscape } from '@fleetwarden/contract/reports/documents/document-paper';
import type { DocumentSection } from '@fleetwarden/contract/reports/documents/report-documents';
import { figureText } from '@fleetwarden/contract/reports/figures';
import { type CSSProperties, useEffect, useId, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Chart } from '../../shared/charts/Chart.tsx';
import type { Drawing } from '../../shared/charts/drawing.ts';
import { usePreferences } from '../../ui/preferences.ts';
import { State } from '../../ui/States.tsx';
import { vehicleColours } from '../../ui/theme/theme.ts';
import styles from './Documents.module.css';
import type { ReportDocument } from './document-calls.ts';

type Of<Kind extends DocumentSection['kind']> = Extract<DocumentSection, { kind: Kind }>;

/** A document with title and sections. `pending`: the previous document, while the next one loads. */
export function DocumentSections({
  document: { title, company, about, sections },
  pending,
  paper,
}: {
  document: ReportDocument;
  pending: boolean;
  /** Whether the page is printed. */
  paper: boolean;
}) {
  const article = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other sections scroll elsewhere
  useEffect(() => keepReachable(article.current), [sections]);
  return (
    <article
      ref={article}
      className={styles['document']}
      aria-label={title}
      aria-busy={pending}
      data-pending={pending}
      data-lying={isLandscape(sections)}
    >
      <header>
        <h2>{title}</h2>
        <p>{company}</p>
        {about.map((line) => (
          <p key={line} className={styles['about']}>
            {line}
          </p>
        ))}
      </header>
      {sections.map((section) => (
        <Section key={`${section.kind} ${section.title}`} section={section} paper={paper} />
      ))}
    </article>
  );
}

/** Makes scrolling parts reachable by the Tab key while they overflow. Returns the function that stops observing. */
function keepReachable(article: HTMLElement | null): (() => void) | undefined {
  if (!article || typeof ResizeObserver === 'undefined') return undefined;
  const observer = new ResizeObserver(() => {
    for (const each of [article, ...article.querySelectorAll<HTMLElement>(`.${styles['wide']}, .${styles['strip']}`)]) {
      if (each.scrollWidth > each.clientWidth || each.scrollHeight > each.clientHeight) each.tabIndex = 0;
      else each.removeAttribute('tabindex');
    }
  });
  observer.observe(article);
  return () => observer.disconnect();
}

function Section({ section, paper }: { section: DocumentSection; paper: boolean }) {
  const name = useId();
  return (
    <section aria-labelledby={name}>
      <h3 id={name}>{section.title}</h3>
      <Content section={section} paper={paper} />
    </section>
  );
}

function Content({ section, paper }: { section: DocumentSection; paper: boolean }) {
  switch (section.kind) {
    case 'figures':
      return <Figures section={section} />;
    case 'table':
      return <Rows section={section} />;
    case 'chart':
      return <Drawn section={section} paper={paper} />;
    case 'strip':
      return <Strip section={section} />;
    case 'words':
      return section.lines.map((line) => <p key={line}>{line}</p>);
  }
}

const Figures = ({ section: { figures } }: { section: Of<'figures'> }) => (
  <dl className={styles['figures']}>
    {figures.map(({ label, text }) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{text === '' ? '-' : text}</dd>
      </div>
    ))}
  </dl>
);

function Rows({ section: { title, columns, rows, foot, note } }: { section: Of<'table'> }) {
  return (
    <div className={styles['wide']}>
      {rows.length > 0 && (
        <table aria-label={title}>
          <thead>
            <tr>
              {columns.map(({ title: name, figure }) => (
                <th key={name} scope="col" data-figure={figure}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((cells, nth) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows may be alike, their places are not
              <Row key={nth} columns={columns} cells={cells} />
            ))}
          </tbody>
          {foot && (
            <tfoot>
              <Row columns={columns} cells={foot} />
            </tfoot>
          )}
        </table>
      )}
      {note !== undefined && <p className={styles['about']}>{note}</p>}
    </div>
  );
}

const Row = ({ columns, cells }: Pick<Of<'table'>, 'columns'> & { cells: readonly string[] }) => (
  <tr>
    {cells.map((text, at) => (
      <td key={columns[at]?.title} data-figure={columns[at]?.figure ?? false}>
        {text}
      </td>
    ))}
  </tr>
);

function Drawn({ section: { title, type, labels, series }, paper }: { section: Of<'chart'>; paper: boolean }) {
  const { t } = useTranslation();
  const mode = usePreferences((state) => state.mode);
  const colours = useMemo(() => ['var(--brand)', ...vehicleColours[mode]], [mode]);
  const drawing = useMemo<Drawing>(() => {
    const drawn = series.map(({ name, values }, at) => ({ key: `${at}`, name, values, colour: colours[at % colours.length]! }));
    return { type, x: labels, series: drawn };
  }, [type, labels, series, colours]);
  if (labels.length === 0) return <State title={t('reports.chartEmpty')} />;
  return <Chart drawing={drawing} title={title} colours={colours} paper={paper} />;
}

/** Figures above this share of the maximum have a dark background. */
const DARK = 0.55;
/** Most decimal places in a strip of figures. */
const DIGITS = 2;

function Strip({ section: { title, cells } }: { section: Of<'strip'> }) {
  const { i18n } = useTranslation();
  const most = Math.max(0, ...cells.map(({ value }) => value));
  const share = (value: number) => (most > 0 ? value / most : 0);
  return (
    <ol className={styles['strip']} aria-label={title}>
      {cells.map(({ label, value }) => (
        <li key={label}>
          <b data-dark={share(value) >= DARK} style={{ '--share': `${Math.round(share(value) * 100)}%` } as CSSProperties}>
            {figureText(i18n.language, value, DIGITS, 0)}
          </b>
          <span>{label}</span>
        </li>
      ))}
    </ol>
  );
}
