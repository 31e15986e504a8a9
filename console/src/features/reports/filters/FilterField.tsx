import { filterTypes, MAX_REPORT_COMPANIES, MAX_REPORT_VEHICLES } from '@fleetwarden/contract/reports/report-filters';
import { Input, InputNumber, Space } from 'antd';
import { type ComponentType, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { DivisionInput } from '../../../shared/resource/DivisionInput.tsx';
import { lazyComponent } from '../../../ui/lazy-component.ts';
import { inputUnit } from '../../../ui/units.ts';
import { MAX_SPEED_KMH, MAX_TEXT_LENGTH } from '../report-types.ts';
import {
  AlarmTypesField,
  ChannelsField,
  CheckField,
  MultiField,
  RadioField,
  SelectField,
  VehicleTypesField,
} from './ChoiceFields.tsx';
import {
  ClosedDayField,
  DayField,
  DaysField,
  MonthField,
  MonthsField,
  TimeOfDayField,
  TimesField,
  WeekField,
  YearField,
} from './DateFields.tsx';
import type { FieldProps } from './field-props.ts';
import { SearchSelect } from './SearchSelect.tsx';
import { companies, othersOf, vehiclesOf } from './sources.tsx';

// loaded with the map
const DrawnField = lazyComponent(async () => (await import('./DrawnField.tsx')).DrawnField);

const FULL = { width: '100%' } as const;

/** A control that may depend on the chosen company; '': none is chosen. */
type Field = ComponentType<FieldProps & { readonly company: string }>;

const TextField = ({ id, value, onChange }: FieldProps) => (
  <Input
    id={id}
    allowClear
    autoComplete="off"
    maxLength={MAX_TEXT_LENGTH}
    value={value}
    onChange={({ target }) => onChange(target.value)}
  />
);

/** A number with its unit. Filters are metric, as their calls are. */
function NumberField(props: FieldProps & { min?: string; max?: string; step?: string; unit?: 'kmh' }) {
  const { t, i18n } = useTranslation();
  const { id, filter, value, onChange, min, max, step } = props;
  const entered = value === '' ? null : Number(value);
  const unit = props.unit ? inputUnit(i18n.language, props.unit, entered, t(`unit.${props.unit}`)) : filter.unit;
  return (
    <InputNumber<string>
      id={id}
      style={FULL}
      stringMode
      {...(min === undefined ? {} : { min })}
      {...(max === undefined ? {} : { max })}
      {...(step === undefined ? {} : { step })}
      {...(unit ? { suffix: unit } : {})}
      value={value === '' ? null : value}
      onChange={(next) => onChange(next === null ? '' : String(next))}
    />
  );
}

/** Minimum and maximum; one of them may be open. */
function RangeField({ id, value, filter, onChange }: FieldProps) {
  const { t } = useTranslation();
  const [low = '', high = ''] = value.split(',');
  const put = (from: string, to: string) => onChange(from === '' && to === '' ? '' : `${from},${to}`);
  const ends = [
    { key: 'low', value: low, label: t('reports.least'), change: (next: string) => put(next, high) },
    { key: 'high', value: high, label: t('reports.most'), change: (next: string) => put(low, next) },
  ];
  return (
    <Space.Compact block>
      {ends.map((end, at) => (
        <InputNumber<string>
          key={end.key}
          {...(at === 0 ? { id } : {})}
          style={FULL}
          stringMode
          placeholder={end.label}
          aria-label={`${filter.colCname}: ${end.label}`}
          value={end.value === '' ? null : end.value}
          onChange={(next) => end.change(next === null ? '' : String(next))}
        />
      ))}
    </Space.Compact>
  );
}

const RegionField = ({ id, value, onChange }: FieldProps) => (
  <DivisionInput
    id={id}
    value={/^\d{6}$/.test(value) ? value : null}
    onChange={(next) => onChange(typeof next === 'string' ? next : '')}
  />
);

function OthersField({ company, kind, ...props }: FieldProps & { company: string; kind: Parameters<typeof othersOf>[0] }) {
  return <SearchSelect {...props} source={othersOf(kind, company)} most={MAX_REPORT_VEHICLES} />;
}

const FIELDS: Readonly<Record<number, Field>> = {
  [filterTypes.text]: TextField,
  [filterTypes.number]: NumberField,
  [filterTypes.select]: SelectField,
  [filterTypes.multi]: MultiField,
  [filterTypes.radio]: RadioField,
  [filterTypes.check]: CheckField,
  [filterTypes.days]: DaysField,
  [filterTypes.times]: TimesField,
  [filterTypes.day]: DayField,
  [filterTypes.month]: MonthField,
  [filterTypes.year]: YearField,
  [filterTypes.company]: (props) => <SearchSelect {...props} source={companies} most={1} />,
  [filterTypes.vehicle]: ({ company, ...props }) => <SearchSelect {...props} source={vehiclesOf(company)} most={1} />,
  [filterTypes.vehicles]: ({ company, ...props }) => (
    <SearchSelect {...props} source={vehiclesOf(company)} most={MAX_REPORT_VEHICLES} />
  ),
  [filterTypes.drivers]: (props) => <OthersField {...props} kind="driver" />,
  [filterTypes.areas]: (props) => <OthersField {...props} kind="area" />,
  [filterTypes.region]: RegionField,
  [filterTypes.range]: RangeField,
  [filterTypes.alarmTypes]: AlarmTypesField,
  [filterTypes.speed]: (props) => <NumberField {...props} min="0" max={String(MAX_SPEED_KMH)} unit="kmh" />,
  [filterTypes.minutes]: (props) => <NumberField {...props} min="0" step="0.5" />,
  [filterTypes.timeOfDay]: TimeOfDayField,
  [filterTypes.vehicleTypes]: VehicleTypesField,
  [filterTypes.users]: (props) => <OthersField {...props} kind="user" />,
  [filterTypes.closedDay]: ClosedDayField,
  [filterTypes.week]: WeekField,
  [filterTypes.months]: MonthsField,
  [filterTypes.platforms]: (props) => <OthersField {...props} kind="platform" />,
  [filterTypes.companies]: (props) => <SearchSelect {...props} source={companies} most={MAX_REPORT_COMPANIES} />,
  [filterTypes.channels]: ChannelsField,
  [filterTypes.drawn]: (props) => (
    <Suspense fallback={null}>
      <DrawnField {...props} />
    </Suspense>
  ),
};

/** The control for a filter type; a text field for unknown types. */
export function FilterField(props: FieldProps & { company: string }) {
  const Field = FIELDS[props.filter.filterType] ?? TextField;
  return <Field {...props} />;
}
