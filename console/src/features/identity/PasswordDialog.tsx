import { useTranslation } from 'react-i18next';
import { FormDrawer } from '../../ui/FormDrawer.tsx';
import { AntdProvider } from '../../ui/theme/AntdProvider.tsx';
import type { Passwords } from './change-password.ts';
import { changePassword } from './change-password.ts';
import { PasswordFields } from './PasswordFields.tsx';

/** 修改密码, by the user's own choice. */
export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const title = t('account.changePassword');
  return (
    <AntdProvider>
      <FormDrawer<Passwords> open overPages title={title} submitText={title} onSubmit={changePassword} onClose={onClose}>
        <PasswordFields />
      </FormDrawer>
    </AntdProvider>
  );
}
