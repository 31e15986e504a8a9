import { Input, InputNumber, Select, Switch } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatAlarmType } from '../../shared/alarm-texts.ts';
import { inputUnit } from '../../ui/units.ts';
import type { ShownRow } from './shown-settings.ts';

/** Width of four digits and a unit, px. */
const NUMBER_WIDTH = 128;

/** Attributes that link a control to its label and notes. */
export type ControlTies = {
  readonly id: string;
  readonly 'aria-describedby': string;
  readonly 'aria-invalid'?: true;
};

/** Entries of a text of lines. */
const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** One entry a line. What is typed stays as it is, until the value changes from outside. */
function LinesInput(props: { value: readonly string[]; onChange: (value: readonly string[]) => void; common: object }) {
  const { value, onChange, common } = props;
  const [text, setText] = useState('');
  const shown = linesOf(text).join('\n') === value.join('\n') ? text : value.join('\n');
  return (
    <Input.TextArea
      {...common}
      autoSize={{ minRows: 2, maxRows: 10 }}
      value={shown}
      onChange={({ target }) => {
        setText(target.value);
        onChange(linesOf(target.value));
      }}
    />
  );
}

/**
 * The control of a setting by its type. The compiler requires a control for each type in use. An emptied number is '', which no
 * setting accepts.
 */
export function SettingControl(props: {
  row: ShownRow;
  value: unknown;
  disabled: boolean;
  ties: ControlTies;
  onChange: (value: unknown) => void;
  onLeave: () => void;
}) {
  const { row, value, disabled, ties, onChange, onLeave } = props;
  const { t, i18n } = useTranslation();
  const common = { ...ties, disabled, onBlur: onLeave };
  const status = ties['aria-invalid'] ? ({ status: 'error' } as const) : {};
  switch (row.kind) {
    case 'text':
    case 'url':
    case 'lngLat':
      return (
        <Input
          {...common}
          {...status}
          value={String(value)}
          inputMode={row.kind === 'url' ? 'url' : 'text'}
          onChange={({ target }) => onChange(target.value)}
        />
      );
    case 'lines':
      return <LinesInput value={value as readonly string[]} onChange={onChange} common={{ ...common, ...status }} />;
    case 'secret':
      // The server never sends a secret, only true. Typed text replaces it.
      return (
        <Input.Password
          {...common}
          {...status}
          autoComplete="off"
          value={typeof value === 'string' ? value : ''}
          placeholder={value === true ? t('settings.secretSet') : undefined}
          onChange={({ target }) => onChange(target.value)}
        />
      );
    case 'int':
    case 'number':
      return (
        <InputNumber
          {...common}
          {...status}
          style={{ width: NUMBER_WIDTH }}
          value={value as number | ''}
          suffix={'unit' in row ? inputUnit(i18n.language, row.unit, value, t(unitKey[row.unit])) : undefined}
          onChange={(number) => onChange(number ?? '')}
        />
      );
    case 'bool':
      return <Switch {...common} checked={value === true} onChange={onChange} />;
    case 'choice':
      return (
        <Select
          {...common}
          {...status}
          virtual={false}
          value={String(value)}
          options={row.options.map((option) => ({ value: option, label: t(`settings.${option}`) }))}
          onChange={onChange}
        />
      );
    case 'choices':
      return (
        <Select
          {...common}
          {...status}
          mode="multiple"
          virtual={false}
          style={{ width: '100%' }}
          value={value as string[]}
          options={row.options.map((option) => ({ value: option, label: formatAlarmType(t, Number(option)) }))}
          // in the order of the options, so that undoing a choice is no change
          onChange={(chosen) => onChange(row.options.filter((option) => chosen.includes(option)))}
        />
      );
  }
}

type Unit = Extract<ShownRow, { unit: string }>['unit'];
export const unitKey = {
  seconds: 'settings.unitSeconds',
  minutes: 'settings.unitMinutes',
  hours: 'settings.unitHours',
  days: 'settings.unitDays',
  times: 'settings.unitTimes',
  metres: 'unit.mName',
  km: 'unit.kmName',
  kmh: 'unit.kmh',
  litres: 'settings.unitLitres',
  percent: 'settings.unitPercent',
  GB: 'settings.unitGB',
} as const satisfies Record<Unit, string>;
