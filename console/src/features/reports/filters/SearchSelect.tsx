import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notify } from '../../../api/feedback.ts';
import { useRested } from '../../../hooks/use-debounced.ts';
import { splitList } from '../conditions.ts';
import type { FieldProps } from './field-props.ts';

type Option = { readonly value: string; readonly label: ReactNode };

/** Source of a select's options: finds them by part of the name, or by ID. */
export type Source = {
  /** Query key, unique per source. */
  readonly key: readonly unknown[];
  readonly find: (
    query: { readonly text: string; readonly ids?: readonly string[] },
    signal: AbortSignal,
  ) => Promise<readonly Option[]>;
};

/** Selects IDs of options that the server finds by name. `most`: limit of chosen options; 1: a single choice. */
export function SearchSelect({ id, filter, value, onChange, source, most }: FieldProps & { source: Source; most: number }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const text = useRested(typed.trim());
  const single = most === 1;
  const chosen = splitList(value);
  const matches = useQuery({
    queryKey: ['report', 'options', ...source.key, text],
    queryFn: ({ signal }) => source.find({ text }, signal),
    enabled: open,
    placeholderData: keepPreviousData,
    networkMode: 'always',
  });
  const names = useQuery({
    queryKey: ['report', 'names', ...source.key, chosen],
    queryFn: ({ signal }) => source.find({ text: '', ids: chosen }, signal),
    enabled: chosen.length > 0,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
  });

  const list = matches.data ?? [];
  const listed = new Set(list.map((each) => each.value));
  // Chosen options keep their labels. While the user searches, they are hidden unless they match.
  const unmatched = (names.data ?? []).filter((each) => chosen.includes(each.value) && !listed.has(each.value));
  const options = [...(text === '' || !open ? unmatched : []), ...list];
  const unlisted = text === '' || !open ? [] : unmatched.map((each) => ({ ...each, style: { display: 'none' } }));

  function choose(next: string | readonly string[] | undefined) {
    const ids = [next ?? []].flat();
    if (ids.length > most) notify('warning', t('reports.atMost', { count: most }));
    onChange(ids.slice(0, most).join());
  }

  return (
    <Select<string | readonly string[]>
      id={id}
      style={{ width: '100%' }}
      {...(single ? {} : { mode: 'multiple' as const, maxTagCount: 'responsive' as const })}
      {...(single ? (chosen[0] === undefined ? {} : { value: chosen[0] }) : { value: chosen })}
      allowClear
      placeholder={t(filter.required ? 'reports.choose' : 'table.all')}
      showSearch={{ filterOption: false, onSearch: setTyped, searchValue: typed }}
      loading={open && matches.isFetching}
      notFoundContent={matches.isError ? t('reports.optionsFailed') : undefined}
      options={[...unlisted, ...options].map(({ label, ...rest }) => ({ ...rest, label }))}
      onChange={choose}
      onOpenChange={(now) => {
        setOpen(now);
        if (!now) setTyped('');
      }}
    />
  );
}
