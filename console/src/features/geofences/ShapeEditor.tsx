import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { notify } from '../../api/feedback.ts';
import type { MapHandle } from '../../map/MapView.tsx';
import styles from './Areas.module.css';
import type { AreaRecord } from './area-record.ts';
import { areaRows, withGeometry } from './area-record.ts';
import { useShapeEditing } from './use-shape-editing.ts';

/** Shows errors while a shape is edited on the map, with save and cancel. */
export function ShapeEditor(props: { map: MapHandle; record: AreaRecord; onEnd: (saved: boolean) => void }) {
  const { map, record, onEnd } = props;
  const { t } = useTranslation();
  const read = useShapeEditing(map, record);
  const [busy, setBusy] = useState(false);
  const geo = read && 'geometry' in read ? read.geometry : null;

  async function save() {
    setBusy(true);
    try {
      await call(areaRows.edit, { id: record.id, version: record.version, values: withGeometry(record, geo!) });
      notify('success', t('geofences.shapeSaved'));
      onEnd(true);
    } catch {
      // shown already; the shape stays as drawn
      setBusy(false);
    }
  }
  return (
    <section className={styles['editor']} aria-label={t('geofences.editShape')}>
      <strong>{record.areaName}</strong>
      {read && 'problem' in read ? (
        <p role="alert">{t(read.problem.key, read.problem.params ?? {})}</p>
      ) : (
        <p>{t('geofences.editHint')}</p>
      )}
      <div className={styles['buttons']}>
        <Button disabled={busy} onClick={() => onEnd(false)}>
          {t('form.cancel')}
        </Button>
        <Button type="primary" disabled={!geo} loading={busy} onClick={() => void save()}>
          {t('geofences.saveShape')}
        </Button>
      </div>
    </section>
  );
}
