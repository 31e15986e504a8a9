import { CloseOutlined } from '@ant-design/icons';
import { area } from '@fleetwarden/contract/geofences/area-resource';
import { type AreaGeometry, boundsOf } from '@fleetwarden/domain/area-geometry';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MapHandle } from '../../map/MapView.tsx';
import { useResourceRights } from '../../shared/resource/use-rights.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { SkeletonRows, State } from '../../ui/States.tsx';
import { AntdProvider } from '../../ui/theme/AntdProvider.tsx';
import { AreaDialogs, type AreaTask } from './AreaDialogs.tsx';
import { AreaList } from './AreaList.tsx';
import styles from './Areas.module.css';
import type { AreaRecord } from './area-record.ts';
import { showAreas, togglePanel, useAreaView } from './area-store.ts';
import { DrawTools } from './DrawTools.tsx';
import { FileTools } from './FileTools.tsx';
import { ShapeEditor } from './ShapeEditor.tsx';
import { AREAS_KEY, useAreas } from './use-areas.ts';

const MAX_NAME = 50;
const NONE: readonly AreaRecord[] = [];

/** Geofences: a list to show and hide them, and tools to draw, edit, send, import and export them. */
export const AreaPanel = ({ map }: { map: MapHandle }) => (
  <AntdProvider>
    <Panel map={map} />
  </AntdProvider>
);

function Panel({ map }: { map: MapHandle }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const rights = useResourceRights(area);
  const { data = NONE, isError, isPending, refetch } = useAreas(true);
  const shown = useAreaView((view) => view.shown);
  const [text, setText] = useState('');
  const [task, setTask] = useState<AreaTask | null>(null);
  const [editing, setEditing] = useState<AreaRecord | null>(null);

  const matches = useMemo(() => {
    const query = text.trim().toLowerCase();
    return query === '' ? data : data.filter(({ areaName, areaNo }) => `${areaName} ${areaNo}`.toLowerCase().includes(query));
  }, [data, text]);
  const refresh = () => void queries.invalidateQueries({ queryKey: AREAS_KEY });
  const change = (record: AreaRecord | null) => {
    setEditing(record);
    useAreaView.setState({ changing: record?.id ?? null });
  };
  const locate = (record: AreaRecord) => {
    showAreas([record.id], true);
    map.fit(boundsOf(record.geo));
  };
  const run = (kind: 'locate' | 'shape' | AreaTask['kind'], record: AreaRecord) => {
    if (kind === 'locate') locate(record);
    else if (kind === 'shape') {
      locate(record);
      change(record);
    } else setTask({ kind, record } as AreaTask);
  };
  const close = () => {
    change(null);
    togglePanel();
  };

  function body() {
    if (isError && data.length === 0)
      return (
        <State
          live="alert"
          title={t('geofences.loadFailed')}
          action={{ label: t('common.retry'), onClick: () => void refetch() }}
        />
      );
    if (isPending) return <SkeletonRows label={t('geofences.loading')} />;
    if (data.length === 0) return <State title={t('geofences.empty')} hint={t('geofences.emptyHint')} />;
    if (matches.length === 0) return <State title={t('geofences.noMatch')} />;
    return <AreaList areas={matches} shown={shown} onRun={run} />;
  }

  const ids = matches.map(({ id }) => id);
  const every = ids.length > 0 && ids.every((id) => shown.has(id));
  return (
    <aside className={styles['panel']} aria-label={t('page.areasAndGeofences')}>
      <header className={styles['head']}>
        <h2>{t('page.areasAndGeofences')}</h2>
        <IconButton label={t('common.close')} icon={<CloseOutlined />} onClick={close} />
      </header>
      <div className={styles['tools']}>
        {rights.add && <DrawTools map={map} onDrawn={(geo: AreaGeometry) => setTask({ kind: 'new', geo })} />}
        <FileTools ids={text.trim() === '' && data.length > 0 ? null : ids} onImported={refresh} />
      </div>
      <div className={styles['find']}>
        <Input
          allowClear
          maxLength={MAX_NAME}
          placeholder={t('geofences.find')}
          aria-label={t('geofences.find')}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <Button disabled={ids.length === 0} onClick={() => showAreas(ids, !every)}>
          {t(every ? 'geofences.hideAll' : 'geofences.showAll')}
        </Button>
      </div>
      {editing && (
        <ShapeEditor
          map={map}
          record={editing}
          onEnd={(saved) => {
            change(null);
            if (saved) refresh();
          }}
        />
      )}
      <div className={styles['body']}>{body()}</div>
      <AreaDialogs map={map} task={task} onEnd={() => setTask(null)} onChanged={refresh} />
    </aside>
  );
}
