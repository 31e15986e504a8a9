import { MAX_REPLY, MAX_SHIFT_NAME } from '@fleetwarden/contract/regulators/limits';
import { regulatorsCalls } from '@fleetwarden/contract/regulators/routes';
import type { Shift } from '@fleetwarden/contract/regulators/schemas';
import { useQuery } from '@tanstack/react-query';
import { Button, Input, Select, Space } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { notify } from '../../api/feedback.ts';
import { loadList } from '../../api/load-list.ts';
import { useNews } from '../../shared/use-news.ts';
import { DetailDrawer } from '../../ui/FormDrawer.tsx';
import { formatTime } from '../../ui/format.ts';
import { PagedList } from '../../ui/PagedList.tsx';
import { LoadFailed, SkeletonRows } from '../../ui/States.tsx';
import { TimeCell } from '../../ui/TimeCell.tsx';
import { AntdProvider } from '../../ui/theme/AntdProvider.tsx';
import { APART, COUNTED, PLAIN_LIST, SAID } from './desk-style.ts';

const WIDTH = 720;
const DUTY = ['regulator', 'duty'];
const ROWS = 3;
const loadShifts = loadList(regulatorsCalls.listShift);

/** 值班: the current staff, one's own shift with its handover, and past shifts. */
export function DutyDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const duty = useQuery({
    queryKey: DUTY,
    queryFn: ({ signal }) => call(regulatorsCalls.getDuty, {}, { signal, quiet: true, anyPage: true }),
    gcTime: 0,
    networkMode: 'always',
  });
  const refresh = () => void duty.refetch();
  useNews('duty', [DUTY]);
  const { data } = duty;
  return (
    <AntdProvider>
      <DetailDrawer open title={t('regulators.duty')} size={WIDTH} onClose={onClose}>
        {duty.isPending && <SkeletonRows label={t('regulators.duty')} />}
        {duty.isError && <LoadFailed reason={duty.error.message} onRetry={refresh} />}
        {data && (
          <>
            <p>{t('regulators.openItems', { checks: data.openChecks, supervisions: data.openSupervisions })}</p>
            {data.last && <LastHandover shift={data.last} mayConfirm={data.mayConfirm} onDone={refresh} />}
            <h3>{t('regulators.onDuty')}</h3>
            {data.list.length === 0 ? (
              <p>{t('regulators.nobodyOnDuty')}</p>
            ) : (
              <ul style={PLAIN_LIST} aria-label={t('regulators.onDuty')}>
                {data.list.map((shift) => (
                  <li key={shift.id}>
                    {shift.userName} {shift.shiftName} <TimeCell at={shift.startedAt} />
                  </li>
                ))}
              </ul>
            )}
            {data.own ? (
              <HandOver own={data.own} others={data.list.filter(({ id }) => id !== data.own?.id)} onDone={refresh} />
            ) : (
              <SignIn onDone={refresh} />
            )}
            <h3>{t('regulators.shifts')}</h3>
            <Shifts key={data.own?.id ?? ''} />
          </>
        )}
      </DetailDrawer>
    </AntdProvider>
  );
}

function LastHandover({ shift, mayConfirm, onDone }: { shift: Shift; mayConfirm: boolean; onDone: () => void }) {
  const { t } = useTranslation();
  const confirm = async () => {
    await call(regulatorsCalls.confirmDuty, { id: shift.id }, { anyPage: true });
    notify('success', t('regulators.handoverConfirmed'));
    onDone();
  };
  const time = shift.endedAt === null ? '' : formatTime(shift.endedAt);
  return (
    <section style={APART}>
      <p>{t('regulators.lastHandover', { name: shift.userName, time })}</p>
      {shift.note !== '' && <blockquote style={SAID}>{shift.note}</blockquote>}
      {mayConfirm && <Button onClick={() => void confirm().catch(() => undefined)}>{t('regulators.confirmHandover')}</Button>}
    </section>
  );
}

function SignIn({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation();
  const [shiftName, setShiftName] = useState('');
  const begin = async () => {
    await call(regulatorsCalls.signInDuty, { shiftName: shiftName.trim() }, { anyPage: true });
    notify('success', t('regulators.signedIn'));
    onDone();
  };
  return (
    <section>
      <p style={APART}>{t('regulators.dutyOff')}</p>
      <Space>
        <Input
          aria-label={t('regulators.shiftName')}
          placeholder={t('regulators.shiftName')}
          maxLength={MAX_SHIFT_NAME}
          value={shiftName}
          onChange={({ target }) => setShiftName(target.value)}
        />
        {/* the client shows failures */}
        <Button type="primary" onClick={() => void begin().catch(() => undefined)}>
          {t('regulators.dutySignIn')}
        </Button>
      </Space>
    </section>
  );
}

function HandOver({ own, others, onDone }: { own: Shift; others: readonly Shift[]; onDone: () => void }) {
  const { t } = useTranslation();
  const [note, setNote] = useState('');
  const [toId, setToId] = useState<string | undefined>();
  const handOver = async () => {
    await call(regulatorsCalls.handOverDuty, { note: note.trim(), ...(toId ? { toId } : {}) }, { anyPage: true });
    notify('success', t('regulators.handedOver'));
    onDone();
  };
  return (
    <section>
      <p style={APART}>{t('regulators.dutySince', { time: formatTime(own.startedAt) })}</p>
      <Space orientation="vertical" style={{ width: '100%' }}>
        <Select
          aria-label={t('regulators.handedTo')}
          placeholder={t('regulators.nextOnDuty')}
          allowClear
          style={{ width: '100%' }}
          value={toId}
          options={others.map(({ id, userName }) => ({ value: id, label: userName }))}
          onChange={setToId}
        />
        <Input.TextArea
          aria-label={t('regulators.handoverNote')}
          placeholder={t('regulators.handoverNote')}
          rows={ROWS}
          style={COUNTED}
          maxLength={MAX_REPLY}
          showCount
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
        <Button type="primary" onClick={() => void handOver().catch(() => undefined)}>
          {t('regulators.dutyHandOver')}
        </Button>
      </Space>
    </section>
  );
}

function Shifts() {
  const { t } = useTranslation();
  const columns = useMemo(
    () => [
      { key: 'name', title: t('regulators.staff'), dataIndex: 'userName' },
      { key: 'shift', title: t('regulators.shift'), dataIndex: 'shiftName' },
      { key: 'from', title: t('regulators.startedAt'), render: (_: unknown, row: Shift) => <TimeCell at={row.startedAt} /> },
      { key: 'until', title: t('regulators.endedAt'), render: (_: unknown, row: Shift) => <TimeCell at={row.endedAt} /> },
      { key: 'to', title: t('regulators.handedTo'), dataIndex: 'handedTo' },
      {
        key: 'confirmed',
        title: t('regulators.confirmedAt'),
        render: (_: unknown, row: Shift) => <TimeCell at={row.confirmedAt} />,
      },
      { key: 'note', title: t('regulators.handoverNote'), dataIndex: 'note', ellipsis: true },
    ],
    [t],
  );
  return (
    <PagedList<Shift>
      question={['regulator', 'shifts']}
      load={(options) => loadShifts({}, options)}
      rowKey="id"
      columns={columns}
      scroll={{ x: 'max-content' }}
    />
  );
}
