import AuditOutlined from '@ant-design/icons/AuditOutlined';
import { spotKinds } from '@fleetwarden/contract/follow-ups/follow-up-rules';
import { permission } from '@fleetwarden/contract/permissions';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.ts';
import { SpotCheckDialog } from '../../shared/SpotCheckDialog.tsx';

/** Records that the user has checked the vehicle by its track. */
export function CheckButton({ targId, plate }: { targId: string; plate: string }) {
  const { t } = useTranslation();
  const may = useSession(({ rights }) => rights?.includes(permission.spotCheck) ?? false);
  const [open, setOpen] = useState(false);
  if (!may) return null;
  return (
    <>
      <Button size="small" icon={<AuditOutlined />} onClick={() => setOpen(true)}>
        {t('followUps.spotCheck')}
      </Button>
      {open && <SpotCheckDialog vehicle={{ carId: targId, plate }} kind={spotKinds.track} onClose={() => setOpen(false)} />}
    </>
  );
}
