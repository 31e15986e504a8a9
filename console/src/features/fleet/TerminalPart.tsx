import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { ResourceRecord } from '../../shared/resource/resource-record.ts';
import { PastTerminals } from './PastTerminals.tsx';
import { openVehicleDialog } from './vehicle-dialog.ts';

/** Below the form of a vehicle: the connection of its terminal, and earlier terminals. */
export function TerminalPart({ record }: { record: ResourceRecord | null }) {
  const { t } = useTranslation();
  if (record === null) return null;
  const { id, carNo, phone } = record;
  return (
    <>
      {phone !== null && (
        <Button onClick={() => openVehicleDialog({ kind: 'connect', id, name: String(carNo) })}>{t('vehicle.connect')}</Button>
      )}
      <PastTerminals record={record} />
    </>
  );
}
