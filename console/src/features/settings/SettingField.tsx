import { Button } from 'antd';
import i18next from 'i18next';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { formatAlarmType } from '../../shared/alarm-texts.ts';
import { inputUnit } from '../../ui/units.ts';
import { SettingControl, unitKey } from './SettingControl.tsx';
import styles from './SettingField.module.css';
import type { ShownRow } from './shown-settings.ts';

/** A setting: label, control, description, inherited value, and a button to restore it. */
export function SettingField(props: {
  row: ShownRow;
  value: unknown;
  fallback: unknown;
  /** Whether the scope has its own value, stored or edited. */
  own: boolean;
  ofDepartment: boolean;
  /** A test of the value. */
  extra: ReactNode;
  problem: string | undefined;
  disabled: boolean;
  onChange: (value: unknown) => void;
  onLeave: () => void;
  onRestore: () => void;
}) {
  const { row, extra, value, fallback, own, ofDepartment, problem, disabled, onChange, onLeave, onRestore } = props;
  const { t } = useTranslation();
  const id = useId();
  const name = t(`settings.${row.key}`);
  const hintKey = `settings.${row.key}Hint` as const;
  const hint = i18next.exists(hintKey) ? i18next.t(hintKey as 'settings.platNameHint') : null;
  const action = t(ofDepartment ? 'settings.restoreInherited' : 'settings.restore');
  const shownFallback = useViewPart(row, fallback);
  const origin = own
    ? t(ofDepartment ? 'settings.inherited' : 'settings.byDefault', { value: shownFallback })
    : t(ofDepartment ? 'settings.isInherited' : 'settings.isDefault');
  return (
    <div className={styles['field']}>
      <label className={styles['label']} htmlFor={id}>
        {name}
      </label>
      <div className={styles['body']}>
        <div className={styles['control']}>
          <SettingControl
            row={row}
            value={value}
            disabled={disabled}
            ties={{ id, 'aria-describedby': `${id}-note`, ...(problem ? { 'aria-invalid': true } : {}) }}
            onChange={onChange}
            onLeave={onLeave}
          />
        </div>
        <div id={`${id}-note`} className={styles['notes']}>
          {problem && <p className={styles['problem']}>{problem}</p>}
          {hint && <p>{hint}</p>}
        </div>
        {extra !== null && <div className={styles['test']}>{extra}</div>}
      </div>
      <p className={styles['origin']}>
        {origin}
        {own && !disabled && (
          <Button type="link" size="small" aria-label={t('settings.restoreOf', { action, name })} onClick={onRestore}>
            {action}
          </Button>
        )}
      </p>
    </div>
  );
}

/** Formats a value as text. */
function useViewPart(row: ShownRow, value: unknown): string {
  const { t, i18n } = useTranslation();
  if (row.kind === 'bool') return t(value === true ? 'settings.on' : 'settings.off');
  if (row.kind === 'choices')
    return (value as string[]).map((id) => formatAlarmType(t, Number(id))).join(', ') || t('settings.none');
  if (row.kind === 'choice') return t(`settings.${value as (typeof row.options)[number]}`);
  if (row.kind === 'secret') return t(value === true ? 'settings.secretSet' : 'settings.none');
  if (value === '' || (Array.isArray(value) && value.length === 0)) return t('settings.none');
  if (row.kind === 'lines') return (value as string[]).join(', ');
  return 'unit' in row ? `${value} ${inputUnit(i18n.language, row.unit, value, t(unitKey[row.unit]))}` : String(value);
}
