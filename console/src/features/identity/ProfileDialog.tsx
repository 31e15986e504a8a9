import type { CallReply } from '@fleetwarden/contract/call';
import type { identityCalls as table } from '@fleetwarden/contract/identity/routes';
import { identityCalls } from '@fleetwarden/contract/identity/routes';
import { rules } from '@fleetwarden/domain/form-rules';
import { useQuery } from '@tanstack/react-query';
import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { notify } from '../../api/feedback.ts';
import { knowUser, useSession } from '../../api/session.ts';
import { FormDrawer } from '../../ui/FormDrawer.tsx';
import { formRule } from '../../ui/form-rule.ts';
import { formatList } from '../../ui/format.ts';
import { SkeletonRows, State } from '../../ui/States.tsx';
import { AntdProvider } from '../../ui/theme/AntdProvider.tsx';

type Profile = CallReply<typeof table.getUserDetail>;
type Values = Pick<Profile, 'loginName' | 'userName' | 'mobile'>;

/** The user's own profile (specification 5.2). */
export function ProfileDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const { data, isError, error, refetch } = useQuery({
    queryKey: ['identity', 'profile'],
    queryFn: ({ signal }) => call(identityCalls.getUserDetail, {}, { signal, quiet: true }),
    // Loaded when the drawer opens, never while the user edits.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

  async function save(profile: Profile, userName: string, mobile: string) {
    await call(identityCalls.updateUserDetail, { id: profile.id, loginName: profile.loginName, userName, mobile });
    const { userInfo, rights } = useSession.getState();
    if (userInfo && rights) knowUser({ ...userInfo, username: userName }, rights);
    notify('success', t('account.saved'));
  }

  const waiting = () => {
    if (!isError) return <SkeletonRows label={t('account.loading')} rows={5} />;
    const retry = { label: t('common.retry'), onClick: () => void refetch() };
    return <State live="alert" title={t('account.profileFailed')} hint={error.message} action={retry} />;
  };

  return (
    <AntdProvider>
      <FormDrawer<Values>
        open
        overPages
        title={t('account.profile')}
        {...(data ? { initialValues: data } : { waiting: waiting() })}
        onSubmit={async ({ userName, mobile }) => data && save(data, userName.trim(), mobile)}
        onClose={onClose}
      >
        {data && <ProfileFields profile={data} />}
      </FormDrawer>
    </AntdProvider>
  );
}

function ProfileFields({ profile }: { profile: Profile }) {
  const { t, i18n } = useTranslation();
  return (
    <>
      <Form.Item name="loginName" label={t('account.loginName')}>
        <Input readOnly variant="filled" />
      </Form.Item>
      <Form.Item
        name="userName"
        label={t('account.userName')}
        rules={[{ required: true, whitespace: true, message: t('account.userNameRequired') }]}
      >
        <Input maxLength={20} autoComplete="name" />
      </Form.Item>
      <Form.Item
        name="mobile"
        label={t('account.mobile')}
        validateFirst
        rules={[{ required: true, message: t('account.mobileRequired') }, formRule(rules.mobile, t)]}
      >
        <Input maxLength={rules.mobile.maxChars} inputMode={rules.mobile.inputMode} autoComplete="tel-national" />
      </Form.Item>
      <Form.Item label={t('account.department')}>
        <span>{profile.deptName}</span>
      </Form.Item>
      <Form.Item label={t('account.roles')}>
        <span>{formatList(i18n.language, profile.roles)}</span>
      </Form.Item>
    </>
  );
}
