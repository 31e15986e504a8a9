import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { usePlatform } from '../../api/platform.ts';
import { oneOf, useUrlState } from '../../hooks/use-url-state.ts';
import { TabBar } from '../../ui/TabBar.tsx';
import { AccountForm } from './AccountForm.tsx';
import { DemoList } from './DemoList.tsx';
import styles from './LoginPanel.module.css';
import type { ClientType } from './sign-in.ts';
import { useCaptcha } from './use-captcha.ts';
import { VehicleForm } from './VehicleForm.tsx';

const TABS = ['account', 'vehicle'] as const;
const URL_STATE = { tab: oneOf(TABS, 'account') };

/** Both ways to sign in as tabs (stored in the URL), a shared captcha, and demo accounts below. */
export function LoginPanel({ clientType }: { clientType: ClientType }) {
  const { t } = useTranslation();
  const id = useId();
  const [{ tab }, change] = useUrlState(URL_STATE);
  const { captcha: required, demo, settled } = usePlatform();
  const [image, refresh] = useCaptcha(settled && required);
  /** `turn` remounts a prefilled form. */
  const [filled, setFilled] = useState<{ turn: number; account: string | null }>({ turn: 0, account: null });
  const captcha = required ? image : null;
  const vehicle = demo?.inspection ?? null;
  const fill = (account: string) => setFilled({ turn: filled.turn + 1, account });

  function choose(next: (typeof TABS)[number]) {
    setFilled({ turn: 0, account: null });
    change({ tab: next });
  }

  return (
    <div className={styles['panel']}>
      <h1 className={styles['heading']}>{t(clientType === 7 ? 'login.headingSF' : 'login.heading')}</h1>
      {clientType === 7 && (
        <p className={styles['note']}>
          {t('login.noteSF')} <Link to="/login">{t('login.toPlatform')}</Link>
        </p>
      )}
      <TabBar
        label={t('login.ways')}
        items={TABS.map((key) => ({ key, label: t(key === 'account' ? 'login.accountTab' : 'login.vehicleTab') }))}
        active={tab}
        onChange={choose}
        id={id}
        panel={`${id}-form`}
      />
      <div role="tabpanel" id={`${id}-form`} aria-labelledby={`${id}-${tab}`}>
        {tab === 'account' ? (
          <AccountForm
            key={`account${filled.turn}`}
            clientType={clientType}
            captcha={captcha}
            onRefresh={refresh}
            filled={filled.account && demo ? { account: filled.account, password: demo.password } : null}
          />
        ) : (
          <VehicleForm
            key={`vehicle${filled.turn}`}
            captcha={captcha}
            onRefresh={refresh}
            filled={filled.turn > 0 ? vehicle : null}
          />
        )}
      </div>
      {demo && tab === 'account' && (
        <DemoList
          title={t('login.demoAccounts')}
          password={demo.password}
          entries={demo.accounts.map(({ account, role }) => ({
            key: account,
            name: account,
            note: role,
            fill: () => fill(account),
          }))}
        />
      )}
      {vehicle && tab === 'vehicle' && (
        <DemoList
          title={t('login.demoVehicle')}
          password={vehicle.password}
          entries={[{ key: vehicle.carNo, name: vehicle.carNo, note: '', fill: () => fill('') }]}
        />
      )}
    </div>
  );
}
