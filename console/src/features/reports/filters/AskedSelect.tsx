import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notify } from '../../../api/feedback.ts';
import { useRested } from '../../../hooks/use-debounced.ts';
import { listOf } from '../conditions.ts';
import type { FieldProps } from './field-props.ts';

type Found = { readonly value: string; readonly label: ReactNode };

/** Where the options of a condition come from: looked for by a part of their names, and named by their ids. */
export type Source = {
  /** Tells this source's questions from others'. */
  readonly key: readonly unknown[];
  readonly find: (
    asked: { readonly text: string; readonly ids?: readonly string[] },
    signal: AbortSignal,
  ) => Promise<readonly Found[]>;
};

/** Ids of something that is found by its name on the server. `most`: so many at the most; 1: a single one. */
export function AskedSelect({ id, filter, value, onChange, source, most }: FieldProps & { source: Source; most: number }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const text = useRested(typed.trim());
  const single = most === 1;
  const chosen = listOf(value);
  const found = useQuery({
    queryKey: ['report', 'options', ...source.key, text],
    queryFn: ({ signal }) => source.find({ text }, signal),
    enabled: open,
    placeholderData: keepPreviousData,
    networkMode: 'always',
  });
  const named = useQuery({
    queryKey: ['report', 'names', ...source.key, chosen],
    queryFn: ({ signal }) => source.find({ text: '', ids: chosen }, signal),
    enabled: chosen.length > 0,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
  });

  const list = found.data ?? [];
  const listed = new Set(list.map((each) => each.value));
  // what is chosen keeps its name; while one looks for others it is not offered
  const kept = (named.data ?? []).filter((each) => chosen.includes(each.value) && !listed.has(each.value));
  const options = [...(text === '' || !open ? kept : []), ...list];
  const unlisted = text === '' || !open ? [] : kept.map((each) => ({ ...each, style: { display: 'none' } }));

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
      loading={open && found.isFetching}
      notFoundContent={found.isError ? t('reports.optionsFailed') : undefined}
      options={[...unlisted, ...options].map(({ label, ...rest }) => ({ ...rest, label }))}
      onChange={choose}
      onOpenChange={(now) => {
        setOpen(now);
        if (!now) setTyped('');
      }}
    />
  );
}
