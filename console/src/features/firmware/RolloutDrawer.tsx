import {
  ROLLOUT_ACTIONS,
  ROLLOUT_STAGES,
  ROLLOUT_STATES,
  type RolloutAction,
} from '@fleetwarden/contract/firmware/firmware-limits';
import { firmwareCalls } from '@fleetwarden/contract/firmware/routes';
import type { Rollout, RolloutCar } from '@fleetwarden/contract/firmware/schemas';
import { permission } from '@fleetwarden/contract/permissions';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Input, Progress } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { callPaged } from '../../api/call-paged.ts';
import { notify } from '../../api/feedback.ts';
import { useMay } from '../../api/session.ts';
import { enumerationName } from '../../shared/enumeration.ts';
import { PlateTag } from '../../shared/PlateTag.tsx';
import { DetailDrawer } from '../../ui/FormDrawer.tsx';
import { formatNumber, formatTime } from '../../ui/format.ts';
import { PagedList } from '../../ui/PagedList.tsx';
import { StateWord } from '../../ui/StateLabel.tsx';
import { SkeletonRows } from '../../ui/States.tsx';
import { TimeCell } from '../../ui/TimeCell.tsx';
import { TABLE_QUERY } from '../../ui/table/use-table-query.ts';
import layout from '../../ui/theme/layout.module.css';
import { useConfirm } from '../../ui/use-confirm.tsx';
import { ROLLOUT_CARS, ROLLOUTS } from './query-names.ts';

const PERCENT = 100;

/** One roll-out: its progress by vehicle, its roll-back note, and what a user may do with it. */
export function RolloutDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation();
  const { data } = useQuery({
    queryKey: [ROLLOUT_CARS, 'rollout', id],
    queryFn: async ({ signal }) =>
      (await callPaged(firmwareCalls.listRollout, { id }, { signal, pageModel: { page: 1, limit: 1 } })).list[0] ?? null,
    networkMode: 'always',
  });
  return (
    <DetailDrawer
      open
      size={960}
      title={data ? `${data.fileName} ${data.version}` : t('firmware.details')}
      onClose={onClose}
      footer={data && <Actions rollout={data} />}
    >
      {data ? (
        <div className={layout['stack']}>
          <Overview rollout={data} />
          <Note key={data.id} rollout={data} />
          <Cars id={id} version={data.version} />
        </div>
      ) : (
        <SkeletonRows label={t('firmware.details')} />
      )}
    </DetailDrawer>
  );
}

/** A first group whose vehicles are all done: the user decides about the others. */
const awaitsRelease = ({ state, stage, counts, firstCars, cars }: Rollout) =>
  state === ROLLOUT_STATES.running &&
  stage === ROLLOUT_STAGES.first &&
  counts.succeeded + counts.failed + counts.cancelled >= firstCars &&
  cars > firstCars;

function Overview({ rollout }: { rollout: Rollout }) {
  const { t, i18n } = useTranslation();
  const { state, stage, counts, progress, stopAfter, approveBy } = rollout;
  const figures = Object.entries(counts).filter(([, cars]) => cars > 0);
  return (
    <>
      <p>
        {enumerationName(i18n, 'ROLLOUT_STATE', state)} · {enumerationName(i18n, 'ROLLOUT_STAGE', stage)} ·{' '}
        {figures.map(([name, cars]) => `${nameOfCount(name)} ${formatNumber(i18n.language, cars)}`).join(' · ')}
      </p>
      <Progress percent={Math.floor(progress * PERCENT)} aria-label={t('firmware.progress')} />
      {state === ROLLOUT_STATES.stopped && <Alert type="error" title={t('firmware.stoppedText', { count: stopAfter })} />}
      {state === ROLLOUT_STATES.awaiting && (
        <Alert
          type="info"
          title={t('firmware.awaitingText')}
          description={approveBy !== null && t('firmware.approveBy', { time: formatTime(approveBy) })}
        />
      )}
      {awaitsRelease(rollout) && <Alert type="info" title={t('firmware.awaitsRelease')} />}
    </>
  );

  /** Counts are in the order of UPGRADE_STATE. */
  function nameOfCount(name: string): string {
    return enumerationName(i18n, 'UPGRADE_STATE', Object.keys(counts).indexOf(name));
  }
}

function useReload() {
  const queries = useQueryClient();
  return () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: [ROLLOUT_CARS] }),
      queries.invalidateQueries({ queryKey: [TABLE_QUERY, ROLLOUTS] }),
    ]);
}

function Note({ rollout }: { rollout: Rollout }) {
  const { t } = useTranslation();
  const maySend = useMay(permission.sendFirmware);
  const reload = useReload();
  const [text, setText] = useState(rollout.note);

  async function save() {
    await call(firmwareCalls.noteRollout, { id: rollout.id, note: text.trim() });
    notify('success', t('firmware.saved'));
    await reload();
  }
  return (
    <p className={layout['buttonRow']}>
      <Input
        aria-label={t('firmware.rollbackNote')}
        placeholder={t('firmware.rollbackNote')}
        maxLength={500}
        value={text}
        readOnly={!maySend}
        onChange={({ target }) => setText(target.value)}
      />
      {maySend && (
        <Button disabled={text.trim() === rollout.note} onClick={() => void save()}>
          {t('form.save')}
        </Button>
      )}
    </p>
  );
}

function Actions({ rollout }: { rollout: Rollout }) {
  const { t } = useTranslation();
  const maySend = useMay(permission.sendFirmware);
  const mayApprove = useMay(permission.dangerousControl);
  const reload = useReload();
  const [confirm, holder] = useConfirm();
  const { id, state, stage, cars, firstCars, counts } = rollout;
  const questions: Partial<Record<RolloutAction, string>> = {
    releaseAll: t('firmware.releaseAllConfirm', { count: cars - firstCars }),
    cancel: t('firmware.cancelConfirm'),
  };
  const offered: Readonly<Record<RolloutAction, boolean>> = {
    approve: mayApprove,
    pause: true,
    resume: true,
    releaseAll: stage === ROLLOUT_STAGES.first,
    retryFailed: counts.failed + counts.cancelled > 0,
    cancel: true,
  };

  async function run(action: RolloutAction) {
    const title = questions[action];
    if (title && !(await confirm({ title, okText: t(`firmware.${action}`), danger: true }))) return;
    const { changed } = await call(firmwareCalls.changeRollout, { id, action });
    if (!changed) notify('warning', t('firmware.notChanged'));
    await reload();
  }
  if (!maySend) return null;
  const actions = (Object.keys(ROLLOUT_ACTIONS) as RolloutAction[]).filter(
    (action) => offered[action] && (ROLLOUT_ACTIONS[action] as readonly number[]).includes(state),
  );
  return (
    <div className={layout['buttonRow']}>
      {actions.map((action) => (
        <Button key={action} danger={action === 'cancel'} onClick={() => void run(action)}>
          {t(`firmware.${action}`)}
        </Button>
      ))}
      {holder}
    </div>
  );
}

const RESULTS = [1, 2, 4021, 4022, 5000] as const;

function Cars({ id, version }: { id: string; version: string }) {
  const { t, i18n } = useTranslation();
  const resultText = (code: number | null) => {
    const known = RESULTS.find((each) => each === code);
    return known ? t(`firmware.result_${known}`) : (code ?? '');
  };
  return (
    <PagedList<RolloutCar>
      question={[ROLLOUT_CARS, 'cars', id]}
      load={(options) => callPaged(firmwareCalls.listRolloutCar, { id }, options)}
      rowKey="targId"
      scroll={{ x: 960 }}
      columns={[
        {
          key: 'carNo',
          title: t('vehicle.carNo'),
          width: 110,
          render: (_, { carNo, color }) => <PlateTag plate={carNo} colour={color} />,
        },
        {
          key: 'stage',
          title: t('firmware.stage'),
          width: 80,
          render: (_, { stage }) => enumerationName(i18n, 'ROLLOUT_STAGE', stage),
        },
        {
          key: 'state',
          title: t('firmware.state'),
          width: 150,
          render: (_, { state }) => enumerationName(i18n, 'UPGRADE_STATE', state),
        },
        {
          key: 'parts',
          title: t('firmware.parts'),
          width: 130,
          align: 'right',
          render: (_, { parts, partsDone }) =>
            parts === null ? '' : `${formatNumber(i18n.language, partsDone)} / ${formatNumber(i18n.language, parts)}`,
        },
        { key: 'attempts', dataIndex: 'attempts', title: t('firmware.attempts'), width: 70, align: 'right' },
        { key: 'result', title: t('firmware.result'), width: 120, render: (_, { resultCode }) => resultText(resultCode) },
        {
          key: 'reportedVersion',
          title: t('firmware.reportedVersion'),
          width: 140,
          render: (_, { reportedVersion }) =>
            reportedVersion !== null && <StateWord on={reportedVersion === version}>{reportedVersion}</StateWord>,
        },
        {
          key: 'startedAt',
          title: t('firmware.startedAt'),
          width: 130,
          render: (_, { startedAt }) => startedAt !== null && <TimeCell at={startedAt} />,
        },
        {
          key: 'endedAt',
          title: t('firmware.endedAt'),
          width: 130,
          render: (_, { endedAt }) => endedAt !== null && <TimeCell at={endedAt} />,
        },
      ]}
    />
  );
}
