import { monitorCalls } from '@fleetwarden/contract/monitor/routes';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { useRested } from '../../../hooks/use-debounced.ts';

/** Fewer letters match too much. */
const MIN_LETTERS = 2;

/** Selects a vehicle by plate, terminal phone number, terminal ID or driver. */
export function VehicleSelect({ label, onChoose }: { label: string; onChoose: (targId: string) => void }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const searched = useRested(typed.trim());
  const { data, isFetching } = useQuery({
    queryKey: ['monitor', 'byCarNo', searched],
    enabled: searched.length >= MIN_LETTERS,
    queryFn: ({ signal }) => call(monitorCalls.getTreeByCarNo, { carNo: searched }, { signal }),
  });
  const matches = searched.length >= MIN_LETTERS ? (data?.list ?? []) : [];
  return (
    <Select<string>
      aria-label={label}
      placeholder={label}
      style={{ width: 240, maxWidth: '100%' }}
      value={null}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      loading={isFetching}
      notFoundContent={searched.length < MIN_LETTERS || isFetching ? null : t('vehiclePicker.noMatch')}
      options={matches.flatMap(({ targId, ltName }) => (targId ? [{ value: targId, label: ltName }] : []))}
      onChange={onChoose}
      // antd's list has no accessible name of its own
      popupRender={(list) => (
        <div ref={(box) => box?.querySelector('[role=listbox]')?.setAttribute('aria-label', label)}>{list}</div>
      )}
    />
  );
}
