import AimOutlined from '@ant-design/icons/AimOutlined';
import { permission } from '@fleetwarden/contract/permissions';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/session.ts';
import { IconButton } from '../../ui/IconButton.tsx';

/** Locates a vehicle; for users with the permission. */
export function LocateButton({ onLocate }: { onLocate: () => void }) {
  const { t } = useTranslation();
  if (!useMay(permission.locateAndFollow)) return null;
  return <IconButton label={t('monitor.locate')} icon={<AimOutlined />} onClick={onLocate} />;
}
