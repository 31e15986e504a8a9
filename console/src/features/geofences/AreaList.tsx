import { MoreOutlined } from '@ant-design/icons';
import { useVirtualizer } from '@tanstack/react-virtual';
import { Checkbox, Dropdown } from 'antd';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.ts';
import { enumerationName } from '../../shared/enumeration.ts';
import styles from './Areas.module.css';
import type { AreaRecord } from './area-record.ts';
import { colourOf } from './area-record.ts';
import { showAreas } from './area-store.ts';

const ROW = 52;
const OVERSCAN = 8;

export type AreaAction = 'locate' | 'edit' | 'shape' | 'copy' | 'bind' | 'terminals' | 'remove';

/** Actions on a geofence with their button codes; null: everyone who sees it. */
const ACTIONS = [
  { key: 'locate', code: null, text: 'geofences.locate' },
  { key: 'edit', code: '20303', text: 'resource.edit' },
  { key: 'shape', code: '20303', text: 'geofences.editShape' },
  { key: 'copy', code: '20302', text: 'resource.copy' },
  { key: 'bind', code: '20308', text: 'vehiclePicker.bind' },
  { key: 'terminals', code: null, text: 'geofences.terminals' },
  { key: 'remove', code: '20304', text: 'resource.remove' },
] as const satisfies readonly { readonly key: AreaAction; readonly code: string | null; readonly text: string }[];

/** The geofences by name, each with its details and a box that shows it on the map. */
export function AreaList(props: {
  areas: readonly AreaRecord[];
  shown: ReadonlySet<string>;
  onRun: (action: AreaAction, record: AreaRecord) => void;
}) {
  const { areas, shown, onRun } = props;
  const scroll = useRef<HTMLDivElement>(null);
  const { getTotalSize, getVirtualItems } = useVirtualizer({
    count: areas.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW,
    overscan: OVERSCAN,
  });
  return (
    <div ref={scroll} className={styles['scroll']}>
      <ul className={styles['list']} style={{ height: getTotalSize() }}>
        {getVirtualItems().map(({ index, start }) => {
          const record = areas[index]!;
          return (
            <li key={record.id} className={styles['row']} style={{ transform: `translateY(${start}px)`, height: ROW }}>
              <AreaRow record={record} shown={shown.has(record.id)} onRun={onRun} />
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function AreaRow(props: { record: AreaRecord; shown: boolean; onRun: (action: AreaAction, record: AreaRecord) => void }) {
  const { record, shown, onRun } = props;
  const { t, i18n } = useTranslation();
  const rights = useSession((state) => state.rights);
  const { id, areaName: name, areaNo, shape, vehicles, terminals } = record;
  const items = ACTIONS.filter(({ code }) => code === null || rights?.includes(code)).map(({ key, text }) => ({
    key,
    label: t(text),
    danger: key === 'remove',
  }));
  return (
    <>
      <Checkbox
        checked={shown}
        aria-label={t('geofences.show', { name })}
        onChange={({ target }) => showAreas([id], target.checked)}
      />
      <span className={styles['swatch']} style={{ background: colourOf(record) }} aria-hidden />
      <button type="button" className={styles['name']} title={t('geofences.locate')} onClick={() => onRun('locate', record)}>
        <strong>{name}</strong>
        <span>
          {areaNo} · {enumerationName(i18n, 'AREA_SHAPE', shape)} · {t('geofences.counts', { vehicles, terminals })}
        </span>
      </button>
      <Dropdown trigger={['click']} menu={{ items, onClick: ({ key }) => onRun(key as AreaAction, record) }}>
        <button type="button" className={styles['more']} aria-label={t('geofences.more', { name })}>
          <MoreOutlined />
        </button>
      </Dropdown>
    </>
  );
}
