import UnorderedListOutlined from '@ant-design/icons/UnorderedListOutlined';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Modal, Select, Space } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notify } from '../../api/feedback.ts';
import { useRested } from '../../hooks/use-debounced.ts';
import { PlateTag } from '../../shared/PlateTag.tsx';
import { VehiclePicker } from '../../shared/VehiclePicker.tsx';
import type { PickedVehicle } from '../../shared/vehicle-candidates.ts';
import { vehicleSource } from '../../shared/vehicle-source.ts';
import { MAX_VEHICLES } from './use-playback-url.ts';
import type { NamedVehicle } from './vehicle-names.ts';

const DIALOG_WIDTH = 860;
const MAX_LISTED = 50;

const NONE: readonly PickedVehicle[] = [];

/** Vehicles whose plate, phone or driver contains a text; empty for a short one. */
function useMatches(text: string): { readonly matches: readonly PickedVehicle[]; readonly looking: boolean } {
  const rested = useRested(text.trim());
  const { data, isFetching } = useQuery({
    queryKey: ['vehicles by text', rested],
    queryFn: async () =>
      (await vehicleSource.byCarNo(rested)).flatMap(({ targId, carId = '', carNo, color = 0 }): PickedVehicle[] =>
        targId !== undefined && carNo !== undefined ? [{ ltId: targId, carId, carNo, color }] : [],
      ),
    enabled: rested !== '',
    placeholderData: keepPreviousData,
    networkMode: 'always',
  });
  return { matches: rested === '' ? NONE : (data ?? NONE).slice(0, MAX_LISTED), looking: isFetching };
}

/** Selects up to eight vehicles by typing or in the tree. The value are their IDs; `onPick` reports their names. */
export function VehicleChoice(props: {
  id: string;
  value: readonly string[];
  names: ReadonlyMap<string, NamedVehicle>;
  onChange: (targIds: readonly string[]) => void;
  onPick: (cars: readonly PickedVehicle[]) => void;
}) {
  const { id, value, names, onChange, onPick } = props;
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [inTree, setInTree] = useState<readonly PickedVehicle[] | null>(null);
  const { matches, looking } = useMatches(typed);

  const listed = new Set(matches.map(({ ltId }) => ltId));
  const options = [
    ...value.filter((key) => !listed.has(key)).map((key) => ({ value: key, label: names.get(key)?.carNo ?? key, hidden: true })),
    ...matches.map(({ ltId, carNo, color }) => ({ value: ltId, label: carNo, color, hidden: false })),
  ];
  const choose = (targIds: readonly string[]) => {
    onPick(matches.filter(({ ltId }) => targIds.includes(ltId)));
    onChange(targIds);
  };

  function takeFromTree() {
    if (!inTree) return;
    // The tree's IDs are node IDs
    const cars = inTree.slice(0, MAX_VEHICLES).map((car) => ({ ...car, ltId: car.carId }));
    if (inTree.length > MAX_VEHICLES) notify('warning', t('tracks.vehicleLimit', { count: MAX_VEHICLES }));
    onPick(cars);
    onChange(cars.map(({ ltId }) => ltId));
    setInTree(null);
  }
  const openTree = () =>
    setInTree(value.map((targId) => ({ ltId: `v${targId}`, carId: targId, carNo: targId, color: 0, ...names.get(targId) })));

  return (
    <>
      <Space.Compact block>
        <Select<string[]>
          id={id}
          mode="multiple"
          style={{ flex: 1, minWidth: 0 }}
          maxCount={MAX_VEHICLES}
          maxTagCount="responsive"
          placeholder={t('monitor.searchHint')}
          value={[...value]}
          onChange={choose}
          showSearch={{ filterOption: false, onSearch: setTyped, searchValue: typed, autoClearSearchValue: true }}
          loading={looking}
          notFoundContent={typed.trim() === '' ? null : t('monitor.noMatch')}
          options={options.map(({ hidden, ...option }) => ({ ...option, ...(hidden ? { style: { display: 'none' } } : {}) }))}
          optionRender={({ label, data }) => <PlateTag plate={String(label)} colour={data.color ?? 0} />}
          onOpenChange={(open) => !open && setTyped('')}
        />
        <Button
          icon={<UnorderedListOutlined />}
          aria-label={t('tracks.chooseInTree')}
          title={t('tracks.chooseInTree')}
          onClick={openTree}
        />
      </Space.Compact>
      {inTree && (
        <Modal
          open
          centered
          width={DIALOG_WIDTH}
          title={t('tracks.chooseInTree')}
          mask={{ closable: false }}
          okText={t('tracks.choose')}
          cancelText={t('form.cancel')}
          onOk={takeFromTree}
          onCancel={() => setInTree(null)}
        >
          <VehiclePicker value={inTree} onChange={setInTree} />
        </Modal>
      )}
    </>
  );
}
