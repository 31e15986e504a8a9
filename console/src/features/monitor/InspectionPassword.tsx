import KeyOutlined from '@ant-design/icons/KeyOutlined';
import { permission } from '@fleetwarden/contract/permissions';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/session.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { lazyComponent } from '../../ui/lazy-component.ts';

const Dialog = lazyComponent(async () => (await import('./InspectionPasswordDialog.tsx')).InspectionPasswordDialog);

/** 查验口令: sets a vehicle's inspection password; for users who may edit vehicles. */
export function InspectionPassword(props: { carId: string; plate: string }) {
  const { t } = useTranslation();
  const may = useMay(permission.editVehicle);
  const [open, setOpen] = useState(false);
  if (!may) return null;
  return (
    <>
      <IconButton label={t('inspection.makePassword')} icon={<KeyOutlined />} onClick={() => setOpen(true)} />
      {open && (
        <Suspense fallback={null}>
          <Dialog {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
