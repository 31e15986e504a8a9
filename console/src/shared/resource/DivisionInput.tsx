import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Cascader } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { below, type Division, loadChain } from '../divisions.ts';
import type { FieldInputProps } from './FieldInput.tsx';

type Option = { value: string; label: string; isLeaf: boolean; children?: Option[] };

/** Provinces, cities, counties. */
const LEVELS = 3;

/** Selects a division of any of the three levels. The value is its six-digit code. */
export function DivisionInput(props: Omit<FieldInputProps, 'field'>) {
  const { id, value, onChange, disabled = false } = props;
  const { t } = useTranslation();
  const queries = useQueryClient();
  const code = typeof value === 'string' ? value : '';
  const [lists, setLists] = useState<ReadonlyMap<string, readonly Division[]>>(new Map());
  const open = async (path: readonly string[]) => {
    const list = await below(queries, path);
    setLists((known) => new Map(known).set(path.join(), list));
  };
  // the chosen division shows its names and opens at its place
  const { data: chain = [] } = useQuery({
    queryKey: ['division', code, 'opened'],
    queryFn: async () => {
      const chain = code === '' ? [] : await loadChain(queries, code);
      const path = chain.map(({ areaId }) => areaId);
      for (let level = 0; level < LEVELS && level <= path.length; level++) await open(path.slice(0, level));
      return path;
    },
    gcTime: 0,
  });
  const listOptions = (path: readonly string[]): Option[] =>
    (lists.get(path.join()) ?? []).map(({ areaId, areaName }) => {
      const here = [...path, areaId];
      const isLeaf = here.length === LEVELS;
      return { value: areaId, label: areaName, isLeaf, ...(lists.has(here.join()) ? { children: listOptions(here) } : {}) };
    });

  return (
    <Cascader<Option>
      {...(id ? { id } : {})}
      disabled={disabled}
      style={{ width: '100%' }}
      changeOnSelect
      allowClear
      placeholder={t('vehicle.choosePlace')}
      options={listOptions([])}
      value={code === '' ? [] : chain.at(-1) === code ? [...chain] : [code]}
      loadData={(chosen) => void open(chosen.map(({ value: each }) => each)).catch(() => undefined)}
      onChange={(path) => onChange?.(path?.at(-1) ?? null)}
    />
  );
}
