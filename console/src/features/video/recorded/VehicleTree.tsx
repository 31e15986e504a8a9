import { Input } from 'antd';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { PlateTag } from '../../../shared/PlateTag.tsx';
import { type PickedVehicle, VehicleCandidates } from '../../../shared/vehicle-candidates.ts';
import { vehicleSource } from '../../../shared/vehicle-source.ts';
import { formatNumber } from '../../../ui/format.ts';
import { SkeletonRows, State } from '../../../ui/States.tsx';
import { VirtualTree } from '../../../ui/VirtualTree.tsx';
import styles from './Recorded.module.css';

const MAX_PLATE = 12;

/** Departments and vehicles; a click or Enter chooses a vehicle, whose `ltId` is its number here. */
export function VehicleTree({ onChoose }: { onChoose: (vehicle: PickedVehicle) => void }) {
  const { t, i18n } = useTranslation();
  const [candidates] = useState(() => new VehicleCandidates(vehicleSource));
  const [active, setActive] = useState(-1);
  useSyncExternalStore(candidates.subscribe, () => candidates.version);
  useEffect(() => void candidates.search(''), [candidates]);

  function choose(index: number) {
    const { node } = candidates.at(index);
    if (node?.carNo === undefined || node.targId === undefined) return;
    onChoose({ ltId: node.targId, carId: node.carId ?? '', carNo: node.carNo, color: node.color ?? 0 });
  }
  function renderRow(index: number) {
    const { node, deptId } = candidates.at(index);
    if (!node) return <More key={deptId} onMore={() => void candidates.more(deptId)} />;
    if (node.carNo !== undefined) return <PlateTag plate={node.carNo} colour={node.color ?? 0} />;
    return (
      <>
        <span className={styles['rowName']}>{node.ltName}</span>
        <span className={styles['rowNote']}>{formatNumber(i18n.language, node.total ?? 0)}</span>
      </>
    );
  }
  return (
    <>
      <Input.Search
        allowClear
        maxLength={MAX_PLATE}
        placeholder={t('vehiclePicker.findPlate')}
        aria-label={t('vehiclePicker.findPlate')}
        onSearch={(text) => void candidates.search(text)}
      />
      {candidates.length > 0 ? (
        <VirtualTree
          label={t('recordedVideo.vehicles')}
          model={candidates}
          active={active}
          selected={null}
          renderRow={renderRow}
          onActive={setActive}
          onSelect={choose}
          onRun={(index) => {
            const { open } = candidates.row(index);
            if (open === undefined) choose(index);
            else candidates.setOpen(index, !open);
          }}
        />
      ) : candidates.failed ? (
        <State
          live="alert"
          title={t('vehiclePicker.failed')}
          action={{ label: t('common.retry'), onClick: () => void candidates.search('') }}
        />
      ) : candidates.loading ? (
        <SkeletonRows label={t('recordedVideo.vehicles')} />
      ) : (
        <State title={t('vehiclePicker.noMatch')} />
      )}
    </>
  );
}

/** Loads more vehicles when it becomes visible. */
function More({ onMore }: { onMore: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a row
  useEffect(onMore, []);
  return <span className={styles['rowNote']}>…</span>;
}
