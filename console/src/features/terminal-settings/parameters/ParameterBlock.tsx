import { useTranslation } from 'react-i18next';
import { parameterName } from '../fields/parameter-text.ts';
import { MaskMatrix } from './MaskMatrix.tsx';
import { ParameterRows, type RowsProps } from './ParameterRows.tsx';
import styles from './Parameters.module.css';
import type { ParameterRow, RowBlock } from './parameter-rows.ts';

/** Bits of alarms, which are columns of one table. */
const isMask = ({ field }: ParameterRow) => field.kind === 'bits' && field.of === 'alarm';

/** Rows below their heading; masks of alarms are one table. */
export function ParameterBlock({ block: { heading, rows }, ...common }: { block: RowBlock } & Omit<RowsProps, 'rows'>) {
  const { t } = useTranslation();
  const masks = rows.filter(isMask);
  return (
    <>
      {heading.length > 0 && <h3 className={styles['heading']}>{heading.map((key) => parameterName(t, key)).join(' · ')}</h3>}
      {masks.length > 0 && <MaskMatrix rows={masks} {...common} />}
      <ParameterRows rows={rows.filter((row) => !isMask(row))} {...common} />
    </>
  );
}
