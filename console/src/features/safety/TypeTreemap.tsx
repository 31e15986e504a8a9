import type { SafetyOverview } from '@fleetwarden/contract/reports/named-reports/safety-overview';
import { getWireNumbers } from '@fleetwarden/domain/alarm-types';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSize } from '../../hooks/use-size.ts';
import { formatAlarmType } from '../../shared/alarm-texts.ts';
import { formatNumber, formatShare } from '../../ui/format.ts';
import { useMainTypes } from './main-types.ts';
import styles from './Parts.module.css';
import { squarify } from './squarify.ts';

/** The aspect ratio before layout. */
const USUAL = 1.4;
/** A smaller tile, in percent of the width and height, has no text. */
const MIN_TEXT = { width: 14, height: 9 } as const;
const PERCENT = 100;
/** Height of a line of text, and of the padding of a tile, px. */
const LINE = 17;
const PADDING = 10;

/** Alarm types as tiles in the colours of their main types. */
export function TypeTreemap({ types }: { types: SafetyOverview['types'] }) {
  const { t, i18n } = useTranslation();
  const mainType = useMainTypes();
  const [area, { width, height }] = useSize();
  const whole = types.reduce((sum, { count }) => sum + count, 0);
  const tiles = useMemo(
    () =>
      squarify(
        types.map(({ count }) => count),
        height > 0 ? width / height : USUAL,
      ),
    [types, width, height],
  );
  return (
    <ul ref={area} className={styles['treemap']} aria-label={t('safety.types')}>
      {types.map(({ warnId, count }, nth) => {
        const { left, top, width: wide, height: high } = tiles[nth]!;
        const name = formatAlarmType(t, warnId);
        const figure = `${formatNumber(i18n.language, count)} (${formatShare(i18n.language, count, whole)})`;
        // the last line is the figure's
        const lines = Math.max(1, Math.floor(((high / PERCENT) * height - PADDING) / LINE) - 1);
        const { colour } = mainType(getWireNumbers(warnId).mainType);
        return (
          <li
            key={warnId}
            title={`${name} ${figure}`}
            aria-label={`${name} ${figure}`}
            style={{ left: `${left}%`, top: `${top}%`, width: `${wide}%`, height: `${high}%`, background: colour }}
          >
            {wide >= MIN_TEXT.width && high >= MIN_TEXT.height && (
              <>
                <span style={{ WebkitLineClamp: lines }}>{name}</span>
                <b>{formatNumber(i18n.language, count)}</b>
              </>
            )}
          </li>
        );
      })}
    </ul>
  );
}
