import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { CandidateSearch, CandidateTree } from '../../../shared/CandidateTree.tsx';
import { type PickedVehicle, VehicleCandidates } from '../../../shared/vehicle-candidates.ts';
import { vehicleSource } from '../../../shared/vehicle-source.ts';

/** Departments and vehicles; a click or Enter chooses a vehicle, whose `ltId` is its number here. */
export function VehicleTree({ onChoose }: { onChoose: (vehicle: PickedVehicle) => void }) {
  const { t } = useTranslation();
  const [candidates] = useState(() => new VehicleCandidates(vehicleSource, { checks: false }));
  useSyncExternalStore(candidates.subscribe, () => candidates.version);
  useEffect(() => void candidates.search(''), [candidates]);

  function choose(index: number) {
    const { node } = candidates.at(index);
    if (node?.carNo === undefined || node.targId === undefined) return;
    onChoose({ ltId: node.targId, carId: node.carId ?? '', carNo: node.carNo, color: node.color ?? 0 });
  }
  return (
    <>
      <CandidateSearch candidates={candidates} />
      <CandidateTree candidates={candidates} label={t('recordedVideo.vehicles')} onChoose={choose} />
    </>
  );
}
