import { useTranslation } from 'react-i18next';
import { enumerationName } from '../../shared/enumeration.ts';
import { formatList, formatNumber } from '../../ui/format.ts';
import styles from './LinkCells.module.css';

/** LINK_STATE, PROBE_RESULT */
const [LINKING, SIGNED_IN, CUT, REACHED] = [1, 2, 3, 0];

const TONES: Readonly<Record<number, string>> = { [LINKING]: 'under way', [SIGNED_IN]: 'good', [CUT]: 'bad' };

/** The state of a link as a word and a mark; the reason on hover. */
export function LinkMark({ state, reason }: { state: number; reason: string | null }) {
  const { i18n } = useTranslation();
  return (
    <span className={styles['mark']} data-tone={TONES[state]} {...(reason ? { title: reason } : {})}>
      {enumerationName(i18n, 'LINK_STATE', state)}
    </span>
  );
}

/** Missing settings of a platform's link, or that it is complete. */
export function LinkGaps({ gaps }: { gaps: readonly number[] }) {
  const { t, i18n } = useTranslation();
  const text = formatList(
    i18n.language,
    gaps.map((gap) => enumerationName(i18n, 'LINK_GAP', gap)),
  );
  if (gaps.length === 0)
    return (
      <span className={styles['mark']} data-tone="good">
        {t('superiorLink.complete')}
      </span>
    );
  return <span title={text}>{text}</span>;
}

/** Result of the last address test; empty without one. */
export function Probe({ result, ms }: { result: number | null; ms: number | null }) {
  const { t, i18n } = useTranslation();
  if (result === null) return null;
  const word = enumerationName(i18n, 'PROBE_RESULT', result);
  return (
    <span className={styles['mark']} data-tone={result === REACHED ? 'good' : 'bad'}>
      {ms === null ? word : t('superiorLink.reachedIn', { result: word, ms: formatNumber(i18n.language, ms, 0) })}
    </span>
  );
}
