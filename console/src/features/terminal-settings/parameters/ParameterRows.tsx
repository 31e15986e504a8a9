import { hasParameter } from '@fleetwarden/contract/terminal-settings/parameter-table';
import { Checkbox } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ParameterInput } from '../fields/ParameterInput.tsx';
import { formatParameter, parameterLimits, parameterName } from '../fields/parameter-text.ts';
import styles from './Parameters.module.css';
import { isSame, type ParameterRow } from './parameter-rows.ts';
import type { ParameterForm } from './use-parameter-form.ts';

export type RowsProps = {
  readonly rows: readonly ParameterRow[];
  readonly form: ParameterForm;
  /** Protocol version of the one chosen terminal; null: unknown, or several are chosen. */
  readonly version: number | null;
  /** Whether the terminal's values are shown: for one chosen vehicle. */
  readonly compares: boolean;
  readonly disabled: boolean;
};

/** The revision that many terminals do not have yet. */
const LATEST = 2019;
/** Kinds of controls that take the width of the form. */
const WIDE: ReadonlySet<string> = new Set(['bits', 'packed', 'list']);

/** Whether a row is one line with its columns. */
export const isLine = ({ field }: ParameterRow): boolean => !WIDE.has(field.kind);

/** A line for each value: box, name, input, the terminal's value. */
export const ParameterRows = ({ rows, ...others }: RowsProps) =>
  rows.map((row) => <ParameterLine key={row.path} row={row} {...others} />);

function ParameterLine(props: Omit<RowsProps, 'rows'> & { row: ParameterRow }) {
  const { row, form, version, compares, disabled } = props;
  const { parameter, field } = row;
  const { t, i18n } = useTranslation();
  const id = useId();
  const { value, current, ticked, problem } = form.stateOf(row);
  const name = parameterName(t, row.keys.at(-1) ?? parameter.key);
  const shown = row.keys.length === 0 ? parameter.shown : undefined;
  const lacking = version !== null && !hasParameter(parameter, version);
  const off = disabled || lacking;
  const unusual = !problem && value != null ? parameter.usual?.check(String(value)) : null;
  const notes = [
    parameterLimits(t, field, shown),
    lacking ? t('terminalSetup.notInVersion', { version: String(version) }) : '',
    // what the one chosen terminal has needs no note
    version === null && parameter.since === LATEST ? t('terminalSetup.since', { version: String(LATEST) }) : '',
    version === null && parameter.until !== undefined ? t('terminalSetup.until', { version: String(parameter.until) }) : '',
  ].filter((note) => note !== '');
  return (
    <div className={styles['parameter']} data-wide={!isLine(row) || undefined} data-line data-ticked={ticked || undefined}>
      <span className={styles['tick']}>
        <Checkbox
          checked={ticked}
          disabled={off}
          aria-label={t('terminalSetup.sendThis', { name })}
          onChange={({ target }) => form.tick(row, target.checked)}
        />
      </span>
      <div className={styles['name']}>
        <label htmlFor={id}>{name}</label>
        {notes.length > 0 && <p className={styles['note']}>{notes.join(' · ')}</p>}
      </div>
      <div className={styles['control']} data-invalid={problem !== undefined || undefined}>
        <ParameterInput
          // a password is not shown
          field={field}
          secret={parameter.secret === true}
          shown={shown}
          id={id}
          label={name}
          value={value}
          disabled={off}
          onChange={(next) => form.change(row, next)}
        />
        {unusual && (
          <p className={styles['unusual']} role="status">
            {t('terminalSetup.unusualPort', { rule: t(unusual.key, unusual.params ?? {}) })}
          </p>
        )}
        {problem && (
          <p className={styles['problem']} role="alert">
            {t(problem.key as 'field.required', problem.params ?? {})}
          </p>
        )}
      </div>
      {compares && (
        <CurrentValue
          text={parameter.secret && current ? t('terminalSetup.secretSet') : formatParameter(i18n, field, current, shown)}
          read={current !== undefined}
          ticked={ticked}
          same={isSame(value, current)}
        />
      )}
    </div>
  );
}

/** Names of the columns of the lines. */
export function ParameterTitles({ compares }: { compares: boolean }) {
  const { t } = useTranslation();
  return (
    <div className={`${styles['parameter']} ${styles['titles']}`} aria-hidden>
      <span />
      <span>{t('terminalSetup.parameter')}</span>
      <span>{t('terminalSetup.wantedValue')}</span>
      {compares && <span>{t('terminalSetup.terminalValue')}</span>}
    </div>
  );
}

/** The terminal's value, and whether what is sent differs from it. */
function CurrentValue({ text, read, ticked, same }: { text: string; read: boolean; ticked: boolean; same: boolean }) {
  const { t } = useTranslation();
  if (!read) return <p className={`${styles['current']} ${styles['note']}`}>{t('terminalSetup.notRead')}</p>;
  return (
    <p className={styles['current']}>
      <span>{text}</span>
      {ticked && <Difference same={same} />}
    </p>
  );
}

/** Whether a value equals the terminal's, or that of a template. */
export function Difference({ same, template = false }: { same: boolean; template?: boolean }) {
  const { t } = useTranslation();
  return (
    <span className={styles['mark']} data-different={!same}>
      {t(same ? 'terminalSetup.same' : template ? 'terminalSetup.differentTemplate' : 'terminalSetup.different')}
    </span>
  );
}
