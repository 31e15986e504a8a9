import { resourceRoute } from '@fleetwarden/contract/resources/resource-routes';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { useRested } from '../../hooks/use-debounced.ts';
import { resourceCallRows } from './resource-call-rows.ts';

const NONE: ReadonlyMap<string, string> = new Map();

/** Loads records of a resource by `option<Noun>`. */
function useOptions(to: string, data: { readonly text?: string; readonly ids?: readonly string[] }, enabled: boolean) {
  const route = resourceRoute(to);
  return useQuery({
    queryKey: ['options', to, data],
    queryFn: ({ signal }) => (route ? call(resourceCallRows(route).option, data, { signal }) : { list: [] }),
    enabled: enabled && route !== undefined,
    placeholderData: keepPreviousData,
    networkMode: 'always',
  });
}

/** Selects a record of another resource by part of its name, or several with `multiple`. The value is the ID or IDs. */
export function LinkSelect(props: {
  id?: string;
  to: string;
  value?: string | readonly string[] | null;
  onChange?: (value: string | readonly string[] | undefined) => void;
  multiple?: boolean;
  disabled?: boolean;
  placeholder?: string;
  /** Known names of selected records. */
  names?: ReadonlyMap<string, string>;
}) {
  const { id, to, value, onChange, multiple = false, disabled = false, placeholder, names = NONE } = props;
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const text = useRested(typed.trim());
  const matches = useOptions(to, text === '' ? {} : { text }, open);
  const chosen = [value ?? []].flat();
  const unnamed = chosen.filter((each) => !names.has(each));
  const named = useOptions(to, { ids: unnamed }, unnamed.length > 0);

  const labels = new Map([...(named.data?.list ?? []).map(({ id: key, name }) => [key, name] as const), ...names]);
  const list = matches.data?.list ?? [];
  const listed = new Set(list.map(({ id: key }) => key));
  // selected records keep their labels, but are not offered while searching
  const unmatched = chosen.filter((key) => !listed.has(key) && labels.has(key));
  const options = [
    ...unmatched.map((key) => ({
      value: key,
      label: labels.get(key) ?? key,
      ...(text === '' ? {} : { style: { display: 'none' } }),
    })),
    ...list.map(({ id: key, name }) => ({ value: key, label: name })),
  ];
  return (
    <Select<string | readonly string[]>
      {...(id ? { id } : {})}
      {...(placeholder ? { placeholder } : {})}
      {...(multiple ? { mode: 'multiple' as const } : {})}
      {...(value === undefined || value === null ? {} : { value })}
      {...(onChange ? { onChange } : {})}
      disabled={disabled}
      allowClear
      showSearch={{ filterOption: false, onSearch: setTyped, searchValue: typed }}
      loading={matches.isFetching && open}
      options={options}
      onOpenChange={(now) => {
        setOpen(now);
        if (!now) setTyped('');
      }}
    />
  );
}
