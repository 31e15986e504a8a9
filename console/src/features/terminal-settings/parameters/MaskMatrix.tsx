import { readPart } from '@fleetwarden/contract/terminal-settings/parameter-fields';
import { ALARM_BITS } from '@fleetwarden/domain/alarm-bits';
import { Checkbox } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatAlarmType } from '../../../shared/alarm-texts.ts';
import { ScrollRegion } from '../../../ui/ScrollRegion.tsx';
import { parameterName } from '../fields/parameter-text.ts';
import { Difference, type RowsProps } from './ParameterRows.tsx';
import styles from './Parameters.module.css';
import { isSame } from './parameter-rows.ts';

const has = (value: unknown, bit: number) => typeof value === 'number' && readPart(value, { shift: bit, width: 1 }) === 1;

/** Several parameters with a bit for each alarm, as one table: a line for each alarm, a column for each parameter. */
export function MaskMatrix({ rows, form, compares, disabled }: RowsProps) {
  const { t } = useTranslation();
  return (
    <ScrollRegion className={styles['matrix']} label={t('terminalSetup.masks')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('terminalSetup.alarm')}</th>
            {rows.map((row) => {
              const { value, current, ticked } = form.stateOf(row);
              return (
                <th key={row.path} scope="col">
                  <Checkbox checked={ticked} disabled={disabled} onChange={({ target }) => form.tick(row, target.checked)}>
                    {parameterName(t, row.parameter.key)}
                  </Checkbox>
                  {compares && current === undefined && <span className={styles['note']}>{t('terminalSetup.notRead')}</span>}
                  {compares && current !== undefined && ticked && <Difference same={isSame(value, current)} />}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {ALARM_BITS.map(({ bit }) => (
            <tr key={bit}>
              <th scope="row">{formatAlarmType(t, bit)}</th>
              {rows.map((row) => {
                const { value, current } = form.stateOf(row);
                const on = has(value, bit);
                const differs = compares && current !== undefined && on !== has(current, bit);
                const number = typeof value === 'number' ? value : 0;
                return (
                  <td key={row.path} className={differs ? styles['different'] : undefined}>
                    <Checkbox
                      checked={on}
                      disabled={disabled}
                      aria-label={t('terminalSetup.maskOf', {
                        name: parameterName(t, row.parameter.key),
                        alarm: formatAlarmType(t, bit),
                      })}
                      onChange={({ target }) => form.change(row, target.checked ? number + 2 ** bit : number - 2 ** bit)}
                    />
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
