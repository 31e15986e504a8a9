import AuditOutlined from '@ant-design/icons/AuditOutlined';
import { permission } from '@fleetwarden/contract/permissions';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/session.ts';
import { useMobile } from '../../hooks/use-mobile.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { openSupervisions, useDesk } from './desk-store.ts';

/** Opens the supervisions again while any waits. In narrow windows the user menu does. */
export function DeskButton() {
  const { t } = useTranslation();
  const may = useMay(permission.viewSupervision);
  const narrow = useMobile();
  const waiting = useDesk(({ tasks }) => tasks.filter(({ supervise_jg }) => supervise_jg === null).length);
  if (!may || narrow || waiting === 0) return null;
  return <IconButton label={t('regulators.deskOpen', { count: waiting })} icon={<AuditOutlined />} onClick={openSupervisions} />;
}
