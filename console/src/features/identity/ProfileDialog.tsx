import { identityCalls } from 'virtual:calls/identity';
import type { CallReply } from '@fleetwarden/contract/call';
import type { identityCalls as table } from '@fleetwarden/contract/identity';
import { useQuery } from '@tanstack/react-query';
import { Button, Drawer, Form, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AntdProvider } from '../../ui/AntdProvider.tsx';
import { call } from '../../ui/api/call.ts';
import { notify } from '../../ui/feedback.ts';
import { formatList } from '../../ui/format.ts';
import { SkeletonRows, State } from '../../ui/States.tsx';
import { knowUser, useSession } from '../../ui/session.ts';
import { useLeaveGuard } from './use-leave-guard.tsx';

type Profile = CallReply<typeof table.getUserDetail>;
type Values = Pick<Profile, 'loginName' | 'userName' | 'mobile'>;

const WIDTH = 480;
/** Mobile numbers of the mainland: 11 digits, the first a 1. */
const MOBILE = /^1\d{10}$/;

/** The caller's own profile (specification 5.2). Not closed by a click beside it. */
export function ProfileDialog({ onClose }: { onClose: () => void }) {
  return (
    <AntdProvider>
      <ProfileDrawer onClose={onClose} />
    </AntdProvider>
  );
}

function ProfileDrawer({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useTranslation();
  const [form] = Form.useForm<Values>();
  const [busy, setBusy] = useState(false);
  const [leave, question] = useLeaveGuard(() => form.isFieldsTouched(), onClose);
  const profile = useQuery({
    queryKey: ['identity', 'profile'],
    queryFn: ({ signal }) => call(identityCalls.getUserDetail, {}, { signal, quiet: true }),
    // Read each time the drawer opens, never under the hands of whoever edits it.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

  async function handleFinish({ userName, mobile }: Values) {
    if (!profile.data || busy) return;
    setBusy(true);
    try {
      const { id, loginName } = profile.data;
      await call(identityCalls.updateUserDetail, { id, loginName, userName: userName.trim(), mobile });
      const { userInfo, rights } = useSession.getState();
      if (userInfo && rights) knowUser({ ...userInfo, username: userName.trim() }, rights);
      notify('success', t('account.saved'));
      onClose();
    } catch {
      // Said by the client; what was typed stays.
    } finally {
      setBusy(false);
    }
  }

  return (
    <Drawer
      open
      title={t('account.profile')}
      size={WIDTH}
      mask={{ closable: false }}
      onClose={leave}
      footer={
        <div style={{ display: 'flex', justifyContent: 'flex-end', gap: 8 }}>
          <Button onClick={leave}>{t('account.cancel')}</Button>
          <Button type="primary" loading={busy} disabled={!profile.data} onClick={() => form.submit()}>
            {t('account.save')}
          </Button>
        </div>
      }
    >
      {profile.isPending && <SkeletonRows label={t('account.loading')} rows={5} />}
      {profile.isError && (
        <State
          live="alert"
          title={t('account.profileFailed')}
          hint={profile.error.message}
          action={{ label: t('common.retry'), onClick: () => void profile.refetch() }}
        />
      )}
      {profile.data && (
        <Form<Values>
          form={form}
          layout="vertical"
          requiredMark={false}
          initialValues={profile.data}
          onFinish={(values) => void handleFinish(values)}
        >
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
            rules={[
              { required: true, message: t('account.mobileRequired') },
              { pattern: MOBILE, message: t('account.mobileInvalid') },
            ]}
          >
            <Input maxLength={11} inputMode="numeric" autoComplete="tel-national" />
          </Form.Item>
          <Form.Item label={t('account.department')}>
            <span>{profile.data.deptName}</span>
          </Form.Item>
          <Form.Item label={t('account.roles')}>
            <span>{formatList(i18n.language, profile.data.roles)}</span>
          </Form.Item>
        </Form>
      )}
      {question}
    </Drawer>
  );
}
