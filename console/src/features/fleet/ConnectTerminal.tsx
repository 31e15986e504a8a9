import CheckCircleFilled from '@ant-design/icons/CheckCircleFilled';
import ClockCircleOutlined from '@ant-design/icons/ClockCircleOutlined';
import CopyOutlined from '@ant-design/icons/CopyOutlined';
import { fleetCalls } from '@fleetwarden/contract/fleet/routes';
import type { TerminalConnection } from '@fleetwarden/contract/fleet/terminals';
import { MINUTE_MS, SECOND_MS } from '@fleetwarden/domain/durations';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { copyText } from '../../ui/copy-text.ts';
import { DetailDrawer } from '../../ui/FormDrawer.tsx';
import { formatTime } from '../../ui/format.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { LoadFailed, SkeletonRows } from '../../ui/States.tsx';
import { TimeCell } from '../../ui/TimeCell.tsx';
import styles from './ConnectTerminal.module.css';
import { CONNECTION_STEPS, isConnected, type StepState, stepStates } from './connection-steps.ts';
import { mayAllowRegistration, useAllowRegistration } from './use-allow-registration.tsx';

const POLL_MS = 2 * SECOND_MS;
const PROTOCOLS = 'JT/T 808-2011, 808-2013, 808-2019; TCP, UDP';
/** Refusals that end when an operator allows another device. */
const ALLOWABLE: ReadonlySet<string> = new Set(['terminalId', 'otherDevice', 'unproved']);

/** What to enter into a vehicle's terminal, and each step of its connection as it happens. */
export function ConnectTerminal({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const { t } = useTranslation();
  const { data, dataUpdatedAt, error, refetch } = useQuery({
    queryKey: ['terminalConnection', id],
    queryFn: ({ signal }) => call(fleetCalls.getTerminalConnection, { id }, { signal, quiet: true }),
    gcTime: 0,
    refetchInterval: ({ state }) => (state.data && isConnected(state.data) ? false : POLL_MS),
  });
  return (
    <DetailDrawer open title={t('vehicle.connectTitle', { name })} onClose={onClose}>
      {data ? (
        <Connection id={id} name={name} connection={data} readAt={dataUpdatedAt} />
      ) : error ? (
        <LoadFailed reason={error.message} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows label={t('resource.loading')} />
      )}
    </DetailDrawer>
  );
}

type Shown = { readonly id: string; readonly name: string; readonly connection: TerminalConnection; readonly readAt: number };

function Connection({ id, name, connection, readAt }: Shown) {
  const { t } = useTranslation();
  const { host, port, phone, session } = connection;
  if (phone === null) return <Alert type="warning" title={t('vehicle.noTerminal')} description={t('vehicle.connectNoPhone')} />;
  const values = [
    ['connectAddress', host ?? window.location.hostname],
    ['connectPort', String(port)],
    ['phone', phone],
    ['connectProtocols', PROTOCOLS],
  ] as const;
  return (
    <div className={styles['panel']}>
      <p>{t('vehicle.connectHint')}</p>
      <dl className={styles['values']}>
        {values.map(([key, value]) => (
          <div key={key}>
            <dt>{t(`vehicle.${key}`)}</dt>
            <dd>{value}</dd>
            <IconButton
              label={t('vehicle.copyValue', { name: t(`vehicle.${key}`) })}
              icon={<CopyOutlined />}
              onClick={() => void copyText(value)}
            />
          </div>
        ))}
      </dl>
      <Steps connection={connection} />
      <Problem id={id} name={name} connection={connection} />
      {session === null && <Strangers connection={connection} />}
      <Hints connection={connection} readAt={readAt} />
    </div>
  );
}

function Steps({ connection }: { connection: TerminalConnection }) {
  const { t } = useTranslation();
  const states = stepStates(connection);
  const { session, registeredAt, authenticatedAt, location } = connection;
  const from = session && (
    <>
      <TimeCell at={session.loginAt} />{' '}
      {t('vehicle.connectedFrom', {
        address: session.peerIp ?? '',
        transport: session.transport.toUpperCase(),
        version: session.version ?? '',
      })}
    </>
  );
  const details: Record<(typeof CONNECTION_STEPS)[number], ReactNode> = {
    connected: from,
    registered: <TimeCell at={registeredAt} />,
    authenticated: <TimeCell at={authenticatedAt} />,
    located: states.located === 'done' && location && <TimeCell at={location.at} />,
  };
  return (
    <ol className={styles['steps']} aria-label={t('vehicle.connectSteps')} aria-live="polite">
      {CONNECTION_STEPS.map((step) => (
        <li key={step} data-state={states[step]}>
          <StepIcon state={states[step]} />
          <span>
            {t(`vehicle.step_${step}`)}
            <small>{states[step] === 'done' ? details[step] : t('vehicle.stepWaiting')}</small>
          </span>
        </li>
      ))}
    </ol>
  );
}

const StepIcon = ({ state }: { state: StepState }) =>
  state === 'done' ? <CheckCircleFilled className={styles['done']} aria-hidden /> : <ClockCircleOutlined aria-hidden />;

/** The refusal since the last success, or what is wrong with the locations. */
function Problem({ id, name, connection }: Omit<Shown, 'readAt'>) {
  const { t } = useTranslation();
  const [allow, question] = useAllowRegistration();
  const { refusal, location } = connection;
  if (isConnected(connection)) return <Alert type="success" title={t('vehicle.connectDone')} />;
  if (refusal) {
    const { reason, peerIp, times, lastAt } = refusal;
    const action = ALLOWABLE.has(reason) && mayAllowRegistration() && (
      <Button size="small" onClick={() => void allow(id, name).catch(() => undefined)}>
        {t('vehicle.allowRegistration')}
      </Button>
    );
    return (
      <>
        {question}
        <Alert
          type="error"
          title={t(`vehicle.refused_${reason}`)}
          description={t('vehicle.refusedFrom', { peerIp, time: formatTime(lastAt), count: times })}
          action={action}
        />
      </>
    );
  }
  if (location === null) return null;
  return <Alert type="warning" title={t(location.hasFix ? 'vehicle.connectBadTime' : 'vehicle.connectNoFix')} />;
}

/** Devices that came just now and may be this terminal. */
function Strangers({ connection: { unknown, unreadable } }: { connection: TerminalConnection }) {
  const { t } = useTranslation();
  return (
    <>
      {unknown.map(({ phone, peerIp, lastAt }) => (
        <Alert
          key={phone}
          type="warning"
          title={t('vehicle.connectUnknown', { phone })}
          description={t('vehicle.connectUnknownHint', { peerIp, time: formatTime(lastAt) })}
        />
      ))}
      {unreadable.map(({ peerIp, lastAt }) => (
        <Alert
          key={peerIp}
          type="warning"
          title={t('vehicle.connectUnreadable', { peerIp })}
          description={t('vehicle.connectUnreadableHint', { time: formatTime(lastAt) })}
        />
      ))}
    </>
  );
}

/** What to check after a minute without a step. */
function Hints({ connection, readAt }: Pick<Shown, 'connection' | 'readAt'>) {
  const { t } = useTranslation();
  const states = stepStates(connection);
  const done = CONNECTION_STEPS.filter((step) => states[step] === 'done').length;
  const [last, setLast] = useState({ done, at: readAt });
  if (last.done !== done) setLast({ done, at: readAt });
  if (isConnected(connection) || readAt - last.at < MINUTE_MS) return null;
  const checks = done === 0 ? (['power', 'address', 'firewall', 'phone'] as const) : (['phone', 'sky'] as const);
  return (
    <section aria-label={t('vehicle.connectQuiet')}>
      <h3>{t('vehicle.connectQuiet')}</h3>
      <ul>
        {checks.map((key) => (
          <li key={key}>{t(`vehicle.check_${key}`)}</li>
        ))}
      </ul>
    </section>
  );
}
