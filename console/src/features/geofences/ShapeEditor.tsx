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

/** While an area's shape is changed on the map: what is wrong with it, and the two ways out. */
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
      // told already; the shape stays as it was drawn
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
