import type { ReactNode } from 'react';
import { Link } from 'react-router';
import styles from './Safety.module.css';

export type FigureCard = {
  readonly key: string;
  readonly label: string;
  readonly value: string;
  /** Below the value. */
  readonly note?: ReactNode;
  /** Whether the value asks for attention. */
  readonly bad?: boolean;
  /** The page with what is counted. */
  readonly to?: string | undefined;
};

/** Key figures in cards of one size. */
export function FigureCards({ label, cards }: { label: string; cards: readonly FigureCard[] }) {
  return (
    <section aria-label={label}>
      <dl className={styles['figures']}>
        {cards.map(({ key, label: name, value, note, bad = false, to }) => (
          <div key={key} data-figure={key} data-bad={bad}>
            <dt>{name}</dt>
            <dd>{to === undefined ? value : <Link to={to}>{value}</Link>}</dd>
            <dd className={styles['note']}>{note}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** A change with its direction. `moreIsBad`: an increase is coloured as bad; undefined: no colour. */
export function Change({ value, text, moreIsBad }: { value: number; text: string; moreIsBad?: boolean }) {
  const bad = moreIsBad === undefined || value === 0 ? undefined : value > 0 === moreIsBad;
  return (
    <span className={styles['change']} data-bad={bad}>
      {value === 0 ? '=' : value > 0 ? '↑' : '↓'} {text}
    </span>
  );
}
