import { geofencesCalls } from '@fleetwarden/contract/geofences/routes';
import type { ReadShape } from '@fleetwarden/contract/geofences/schemas';
import type { AreaGeometry } from '@fleetwarden/domain/area-geometry';
import { Button, Form, Modal, Select, Table } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, upload } from '../../api/call.ts';
import { notify } from '../../api/feedback.ts';
import { useSession } from '../../api/session.ts';
import { useEnumeration } from '../../shared/enumeration.ts';
import { DepartmentSelect } from '../../shared/resource/DepartmentSelect.tsx';
import { FileButton } from '../../ui/FileButton.tsx';
import styles from './Areas.module.css';
import { formatExtent } from './area-record.ts';
import { showAreas } from './area-store.ts';

/** px; wide enough for a table. */
const WIDTH = 720;
const MIB = 1_048_576;
/** Limit of geofences per call. */
const LOT = 50;
const KINDS = /\.(geojson|json|kml)$/i;
const FENCE = 1;

type Row = ReadShape & { readonly key: number };

/** Imports geofences from a GeoJSON or KML file: preview first, then the chosen ones. */
export function ImportAreas({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const { t } = useTranslation();
  const own = useSession((state) => state.userInfo?.deptId);
  const uses = useEnumeration('AREA_USE');
  const [rows, setRows] = useState<readonly Row[] | null>(null);
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const [deptId, setDeptId] = useState(own);
  const [useFor, setUseFor] = useState<number | string>(FENCE);
  const [busy, setBusy] = useState(false);
  const size = Math.floor(geofencesCalls.readShapes.upload!.maxBytes / MIB);

  async function read(file: File) {
    if (!KINDS.test(file.name)) return notify('warning', t('geofences.importKind'));
    if (file.size > size * MIB) return notify('warning', t('geofences.importTooLarge', { size }));
    setBusy(true);
    const reply = await upload(geofencesCalls.readShapes, {}, file).catch(() => null);
    setBusy(false);
    if (!reply) return;
    const named = reply.list.map((row, key) => ({
      ...row,
      key,
      areaName: row.areaName || t('geofences.importUnnamed', { number: key + 1 }),
    }));
    setRows(named);
    setChosen(named.filter(({ geo }) => geo !== null).map(({ key }) => key));
  }

  async function enter() {
    const picked = new Set(chosen);
    const wanted = (rows ?? []).filter(({ key, geo }) => picked.has(key) && geo !== null);
    setBusy(true);
    const ids: string[] = [];
    try {
      for (let from = 0; from < wanted.length; from += LOT) {
        const areas = wanted.slice(from, from + LOT).map(({ areaName, color, geo }) => ({ areaName, color, geo }));
        ids.push(...(await call(geofencesCalls.addShapes, { deptId: deptId!, useFor, areas })).ids);
      }
      notify('success', t('geofences.imported', { count: ids.length }));
      onDone();
    } catch {
      // shown already; imported ones stay and are not offered again
      const left = new Set(wanted.slice(ids.length).map(({ key }) => key));
      setChosen((now) => now.filter((key) => left.has(key)));
    } finally {
      showAreas(ids, true);
      setBusy(false);
    }
  }

  return (
    <Modal
      open
      width={WIDTH}
      title={t('geofences.importTitle')}
      mask={{ closable: false }}
      onCancel={onClose}
      footer={
        <>
          <Button disabled={busy} onClick={onClose}>
            {t('common.close')}
          </Button>
          {rows && (
            <Button
              type="primary"
              loading={busy}
              disabled={chosen.length === 0 || deptId === undefined}
              onClick={() => void enter()}
            >
              {t('geofences.importRun', { count: chosen.length })}
            </Button>
          )}
        </>
      }
    >
      <p>{t('geofences.importHint', { size })}</p>
      <FileButton
        label={t('geofences.importChoose')}
        accept=".geojson,.json,.kml"
        loading={busy && !rows}
        onFile={(file) => void read(file)}
      />
      {rows && (
        <>
          <Form layout="inline" className={styles['importInto']!}>
            <Form.Item label={t('geofences.importInto')}>
              <DepartmentSelect
                label={t('geofences.importInto')}
                {...(deptId === undefined ? {} : { value: deptId })}
                onChange={(value) => setDeptId(typeof value === 'string' ? value : undefined)}
              />
            </Form.Item>
            <Form.Item label={t('area.useFor')}>
              <Select aria-label={t('area.useFor')} value={useFor} options={[...uses]} onChange={setUseFor} />
            </Form.Item>
          </Form>
          <ShapeTable rows={rows} chosen={chosen} onChoose={setChosen} />
        </>
      )}
    </Modal>
  );
}

/** The shapes of a file, or why one cannot be imported, with check boxes. */
function ShapeTable(props: { rows: readonly Row[]; chosen: readonly number[]; onChoose: (keys: readonly number[]) => void }) {
  const { rows, chosen, onChoose } = props;
  const { t, i18n } = useTranslation();
  const columns = [
    { key: 'areaName', dataIndex: 'areaName', title: t('geofences.importName') },
    {
      key: 'problem',
      title: t('geofences.importProblem'),
      render: (_: unknown, { geo, problem }: Row) =>
        geo ? formatExtent(t, i18n.language, geo as AreaGeometry) : <span className={styles['problem']}>{problem}</span>,
    },
  ];
  return (
    <Table<Row>
      size="small"
      rowKey="key"
      columns={columns}
      dataSource={[...rows]}
      pagination={rows.length > LOT ? { pageSize: LOT, showSizeChanger: false } : false}
      rowSelection={{
        selectedRowKeys: [...chosen],
        onChange: (keys) => onChoose(keys.map(Number)),
        getCheckboxProps: ({ geo, areaName }) => ({ disabled: geo === null, name: areaName }),
      }}
    />
  );
}
