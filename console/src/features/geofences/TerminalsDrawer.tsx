import { commandsCalls } from '@fleetwarden/contract/commands/routes';
import type { CommandNews } from '@fleetwarden/contract/commands/schemas';
import { AREA_COMMANDS } from '@fleetwarden/contract/geofences/area-shapes';
import { geofencesCalls } from '@fleetwarden/contract/geofences/routes';
import type { AreaSent } from '@fleetwarden/contract/geofences/schemas';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Checkbox, Table } from 'antd';
import type { i18n, TFunction } from 'i18next';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { callPaged } from '../../api/call-paged.ts';
import { notify } from '../../api/feedback.ts';
import { useSession } from '../../api/session.ts';
import { useThrottled } from '../../hooks/use-throttled.ts';
import { enumerationName } from '../../shared/enumeration.ts';
import { useCommonMessage } from '../../shared/live-context.ts';
import { PlateTag } from '../../shared/PlateTag.tsx';
import { reloadQueries } from '../../shared/reload-queries.ts';
import { DetailDrawer } from '../../ui/FormDrawer.tsx';
import { LoadFailed, SkeletonRows } from '../../ui/States.tsx';
import { TimeCell } from '../../ui/TimeCell.tsx';
import { columnWidth } from '../../ui/table/column-width.ts';
import { useConfirm } from '../../ui/use-confirm.tsx';
import styles from './Areas.module.css';
import type { AreaRecord } from './area-record.ts';

const PAGE = 100;
const SENT_QUERY = ['areas', 'sent'];
/** Delay of reloads after command messages, ms. */
const SETTLE_MS = 300;
const [SEND, ERASE, ASK] = ['20309', '20310', '20311'];
/** CMD_STATE of a response with data. */
const ANSWERED = 6;
/** Queries the geofences stored in a terminal. */
const ASK_CODE = '8608';

const storageState = ({ held, mayHold, outdated }: AreaSent) =>
  outdated ? 'outdated' : held ? 'held' : mayHold ? 'unknown' : 'none';

/** Terminals that store a geofence: command states, and actions to send it again. */
export function TerminalsDrawer(props: { record: AreaRecord; onChanged: () => void; onClose: () => void }) {
  const { record, onChanged, onClose } = props;
  const { id, areaName: name, geo } = record;
  const { t, i18n } = useTranslation();
  const rights = useSession((state) => state.rights);
  const may = (code: string | undefined) => code !== undefined && (rights?.includes(code) ?? false);
  const queries = useQueryClient();
  const [confirm, holder] = useConfirm();
  const [page, setPage] = useState(1);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [queueOffline, setQueueOffline] = useState(true);
  const [busy, setBusy] = useState(false);
  const [answer, setAnswer] = useState<string | null>(null);
  const requested = useRef<ReadonlySet<string>>(new Set());
  /** Responses by command: a terminal may respond before its call returns. */
  const responses = useRef(new Map<string, unknown>());
  const { data, isError, refetch } = useQuery({
    queryKey: [...SENT_QUERY, id, page],
    queryFn: ({ signal }) =>
      callPaged(geofencesCalls.listSent, { id }, { signal, quiet: true, pageModel: { page, limit: PAGE } }),
    gcTime: 0,
    networkMode: 'always',
  });

  const again = useThrottled(() => {
    void reloadQueries(queries, [...SENT_QUERY, id]);
    onChanged();
  }, SETTLE_MS);
  useCommonMessage('cmdResult', (news) => {
    const { seqId, cmdCode, state, resultData } = news as CommandNews;
    if (Object.values(AREA_COMMANDS).some(({ set, erase }) => cmdCode === set || cmdCode === erase)) again();
    if (state !== ANSWERED || cmdCode !== ASK_CODE) return;
    if (requested.current.has(seqId)) setAnswer(formatAreas(resultData));
    else responses.current.set(seqId, resultData);
  });

  async function act(work: () => Promise<{ readonly list: readonly unknown[] }>) {
    setBusy(true);
    try {
      const { list } = await work();
      notify('success', t('geofences.sent', { count: list.length }));
      again();
    } catch {
      // shown already
    } finally {
      setBusy(false);
    }
  }
  const targets = chosen.length > 0 ? { targIds: [...chosen] } : {};
  const send = () => act(() => call(geofencesCalls.sendArea, { id, ...targets, queueOffline }));
  const erase = async () => {
    const count = chosen.length > 0 ? chosen.length : record.terminals;
    if (!(await confirm({ title: t('geofences.eraseTitle', { count }), okText: t('geofences.erase'), danger: true }))) return;
    await act(() => call(geofencesCalls.eraseArea, { id, ...targets, queueOffline }));
  };
  const ask = () =>
    act(async () => {
      const params = { kind: AREA_COMMANDS[geo.shape].kind, areaNos: [] };
      const sent = await call(commandsCalls.sendCommand, { cmdCode: ASK_CODE, targIds: [...chosen], params });
      requested.current = new Set(sent.list.map(({ seqId }) => seqId));
      const early = [...requested.current].find((seqId) => responses.current.has(seqId));
      setAnswer(early === undefined ? null : formatAreas(responses.current.get(early)));
      responses.current.clear();
      return sent;
    });

  const rows = data?.list ?? [];
  return (
    <DetailDrawer open title={t('geofences.terminalsTitle', { name })} size={960} onClose={onClose}>
      <div className={styles['terminals']}>
        <div className={styles['buttons']}>
          {may(SEND) && (
            <Button type="primary" loading={busy} disabled={rows.length === 0} onClick={() => void send()}>
              {t(chosen.length > 0 ? 'geofences.send' : 'geofences.sendAll')}
            </Button>
          )}
          {may(ERASE) && (
            <Button danger disabled={busy || rows.length === 0} onClick={() => void erase()}>
              {t('geofences.erase')}
            </Button>
          )}
          {may(ASK) && (
            <Button disabled={busy || chosen.length === 0} onClick={() => void ask()}>
              {t('geofences.ask')}
            </Button>
          )}
          <Checkbox checked={queueOffline} onChange={({ target }) => setQueueOffline(target.checked)}>
            {t('geofences.queueOffline')}
          </Checkbox>
        </div>
        {answer !== null && (
          <Alert
            showIcon
            title={answer === '' ? t('geofences.noTerminalGeofences') : t('geofences.terminalGeofences', { areas: answer })}
          />
        )}
        {isError && !data ? (
          <LoadFailed onRetry={() => void refetch()} />
        ) : !data ? (
          <SkeletonRows label={t('table.loading')} />
        ) : (
          <Table<AreaSent>
            size="small"
            rowKey="carId"
            columns={terminalColumns(t, i18n)}
            dataSource={[...rows]}
            locale={{ emptyText: t('geofences.noTerminals') }}
            rowSelection={{ selectedRowKeys: [...chosen], onChange: (keys) => setChosen(keys.map(String)) }}
            pagination={
              data.total > PAGE
                ? { current: page, pageSize: PAGE, total: data.total, onChange: setPage, showSizeChanger: false }
                : false
            }
          />
        )}
      </div>
      {holder}
    </DetailDrawer>
  );
}

function terminalColumns(t: TFunction, i18n: i18n) {
  return [
    {
      key: 'carNo',
      title: t('geofences.plate'),
      render: (_: unknown, { carNo, color }: AreaSent) => <PlateTag plate={carNo} colour={color} />,
    },
    { key: 'deptName', dataIndex: 'deptName', title: t('geofences.dept'), ellipsis: true },
    {
      key: 'bound',
      width: columnWidth({ title: t('geofences.bound'), width: 72 }),
      title: t('geofences.bound'),
      render: (_: unknown, { bound }: AreaSent) => t(bound ? 'resource.yes' : 'resource.no'),
    },
    {
      key: 'kept',
      width: columnWidth({ title: t('geofences.kept'), width: 88 }),
      title: t('geofences.kept'),
      render: (_: unknown, row: AreaSent) => t(`geofences.kept_${storageState(row)}`),
    },
    {
      key: 'state',
      title: t('geofences.state'),
      render: (_: unknown, { action, state }: AreaSent) =>
        action === null || state === null
          ? null
          : `${t(`geofences.action${action}`)} · ${enumerationName(i18n, 'CMD_STATE', state)}`,
    },
    {
      key: 'askedAt',
      width: 136,
      title: t('geofences.commandAt'),
      render: (_: unknown, { askedAt }: AreaSent) => <TimeCell at={askedAt} />,
    },
  ];
}

/** The numbers of the geofences that a terminal reported. */
function formatAreas(response: unknown): string {
  const { areas } = (response ?? {}) as { readonly areas?: readonly { readonly id?: number }[] };
  return (areas ?? []).flatMap(({ id }) => (id === undefined ? [] : [id])).join(', ');
}
