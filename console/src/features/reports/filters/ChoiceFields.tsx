import { fleetCalls } from '@fleetwarden/contract/fleet/routes';
import type { ReportOption } from '@fleetwarden/contract/reports/filter-schemas';
import { useQuery } from '@tanstack/react-query';
import { Checkbox, Radio, Select, TreeSelect } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { NARROW, useMedia } from '../../../hooks/use-media-query.ts';
import { splitList } from '../conditions.ts';
import type { FieldProps } from './field-props.ts';

const FULL = { width: '100%' } as const;
/** Width of the popup, px: names of alarm types are longer than the control. */
const TREE_WIDTH = 300;
/** The value of a condition that selects everything. */
const ALL = 'all';
const NONE: readonly ReportOption[] = [];

const plain = (options: readonly ReportOption[]) => options.map(({ value, label }) => ({ value, label }));

/** Selects one option, or all. */
export function SelectField({ id, filter, value, onChange }: FieldProps) {
  const { t } = useTranslation();
  const options = plain(filter.pullDownVal ?? NONE);
  const known = options.some((option) => option.value === value);
  return (
    <Select<string>
      id={id}
      style={FULL}
      allowClear={!filter.required}
      placeholder={t(filter.required ? 'reports.choose' : 'table.all')}
      showSearch={{ optionFilterProp: 'label' }}
      options={options}
      {...(known ? { value } : {})}
      onChange={(next) => onChange(next ?? '')}
    />
  );
}

/** Selects several options; none means all. */
function SomeOf({
  id,
  value,
  onChange,
  options,
  loading,
}: Omit<FieldProps, 'filter'> & { options: readonly ReportOption[]; loading: boolean }) {
  const { t } = useTranslation();
  return (
    <Select<string[]>
      id={id}
      style={FULL}
      mode="multiple"
      maxTagCount="responsive"
      allowClear
      placeholder={t('table.all')}
      showSearch={{ optionFilterProp: 'label' }}
      loading={loading}
      options={plain(options)}
      value={splitList(value).filter((each) => each !== ALL)}
      onChange={(next) => onChange(next.join())}
    />
  );
}

export const MultiField = ({ filter, ...props }: FieldProps) => (
  <SomeOf {...props} options={filter.pullDownVal ?? NONE} loading={false} />
);

/** Vehicle types, loaded once. */
export function VehicleTypesField({ filter, ...props }: FieldProps) {
  const { i18n } = useTranslation();
  const { data, isPending } = useQuery({
    queryKey: ['report', 'vehicleTypes', i18n.language],
    queryFn: async ({ signal }) => {
      const { list } = await call(fleetCalls.getCarTypes, {}, { signal, quiet: true });
      return list.map(({ value, label }) => ({ value: String(value), label }));
    },
    enabled: filter.pullDownVal === undefined,
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
  });
  const options = filter.pullDownVal ?? data;
  return <SomeOf {...props} options={options ?? NONE} loading={isPending && !options} />;
}

/** Channels of sensors: named by the report, or by number. */
export function ChannelsField(props: FieldProps) {
  const { t } = useTranslation();
  const { id, filter, value, onChange } = props;
  if (filter.pullDownVal && filter.pullDownVal.length > 0) return <MultiField {...props} />;
  return (
    <Select<string[]>
      id={id}
      style={FULL}
      mode="tags"
      open={false}
      tokenSeparators={[',', ' ']}
      placeholder={t('reports.channelNumbers')}
      value={[...splitList(value)]}
      onChange={(next) => onChange(next.filter((each) => /^\d{1,3}$/.test(each)).join())}
    />
  );
}

export const RadioField = ({ id, filter, value, onChange }: FieldProps) => (
  <Radio.Group
    id={id}
    aria-label={filter.colCname}
    optionType="button"
    options={plain(filter.pullDownVal ?? NONE)}
    value={value}
    onChange={({ target }) => onChange(String(target.value))}
  />
);

export const CheckField = ({ id, filter, value, onChange }: FieldProps) => (
  <Checkbox id={id} checked={value === '1'} onChange={({ target }) => onChange(target.checked ? '1' : '0')}>
    {filter.colCname}
  </Checkbox>
);

type Node = { value: string; title: string; children: Node[] };

/** Builds a tree from options and their parents. Options without their parent are roots. */
function buildTree(options: readonly ReportOption[]): Node[] {
  const nodes = new Map(options.map(({ value, label }) => [value, { value, title: label, children: [] as Node[] }]));
  const top: Node[] = [];
  for (const { value, parent } of options) {
    const node = nodes.get(value);
    if (node) (nodes.get(parent ?? '')?.children ?? top).push(node);
  }
  return top;
}

/** Alarm types in groups. The value is a list of types, or `all`. */
export function AlarmTypesField({ id, filter, value, onChange }: FieldProps) {
  const { t } = useTranslation();
  const narrow = useMedia(NARROW);
  const options = filter.pullDownVal?.filter((option) => option.value !== ALL) ?? NONE;
  const groups = new Set(options.flatMap(({ parent }) => parent ?? []));
  const leaves = options.filter((option) => !groups.has(option.value)).map((option) => option.value);
  const chosen = value === ALL ? leaves : splitList(value);
  const everything = leaves.length > 0 && chosen.length >= leaves.length;
  return (
    <TreeSelect<string[]>
      id={id}
      style={FULL}
      treeCheckable
      popupMatchSelectWidth={narrow || TREE_WIDTH}
      showCheckedStrategy={TreeSelect.SHOW_CHILD}
      allowClear
      placeholder={t('reports.choose')}
      showSearch={{ treeNodeFilterProp: 'title' }}
      treeData={buildTree(options)}
      value={[...chosen]}
      maxTagCount={0}
      maxTagPlaceholder={everything ? t('table.all') : t('table.selected', { count: chosen.length })}
      onChange={(next) => onChange(next.length === leaves.length && next.length > 0 ? ALL : next.join())}
    />
  );
}
