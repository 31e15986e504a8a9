import type { Resource } from '@fleetwarden/contract/resources/resource';
import { Form, Radio } from 'antd';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { NetworkError, Refusal } from '../../../api/client.ts';
import { notify } from '../../../api/feedback.ts';
import { encryptPasswords, KeyError } from '../../../shared/encrypt.ts';
import { FormDrawer } from '../../../ui/FormDrawer.tsx';
import styles from '../../../ui/OneTimePassword.module.css';
import { NewPasswordField } from '../NewPasswordField.tsx';
import { peopleCall } from '../people-calls.ts';

type Filled = { readonly kind: 'random' | 'typed'; readonly password?: string };

/** Sets a user's password: a random one, passed to `onDone`, or one typed here (null). */
export function ResetPassword(props: {
  resource: Resource;
  id: string;
  loginName: string;
  onClose: () => void;
  onDone: (password: string | null) => void;
}) {
  const { resource, id, loginName, onClose, onDone } = props;
  const { t } = useTranslation();
  const made = useRef<{ readonly password: string | null } | null>(null);

  async function reset({ kind, password = '' }: Filled) {
    try {
      const [vPasswd] = kind === 'typed' ? await encryptPasswords([password]) : [];
      const reply = await call(peopleCall(resource, 'resetPasswd'), { id, ...(vPasswd ? { vPasswd } : {}) }, { quiet: true });
      made.current = reply;
    } catch (failure) {
      if (failure instanceof KeyError) notify('error', t('login.keyFailed'));
      else if (failure instanceof Refusal || failure instanceof NetworkError) notify('error', failure.message);
      throw failure;
    }
    notify('success', t('user.done'));
  }

  return (
    <FormDrawer<Filled>
      open
      title={t('user.resetTitle', { name: loginName })}
      submitText={t('user.reset')}
      initialValues={{ kind: 'random' }}
      onSubmit={reset}
      onClose={() => (made.current ? onDone(made.current.password) : onClose())}
    >
      <p className={styles['note']}>{t('user.resetHint')}</p>
      <Form.Item name="kind" label={t('user.newPassword')}>
        <Radio.Group
          options={[
            { value: 'random', label: t('user.random') },
            { value: 'typed', label: t('user.typed') },
          ]}
        />
      </Form.Item>
      <Form.Item noStyle dependencies={['kind']}>
        {({ getFieldValue }) => getFieldValue('kind') === 'typed' && <NewPasswordField label={t('user.typed')} />}
      </Form.Item>
    </FormDrawer>
  );
}
