import { type AreaGeometry, boundsOf } from '@fleetwarden/domain/area-geometry';
import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MapHandle } from '../../map/MapView.tsx';
import { ShapeMap } from '../../map/ShapeMap.tsx';
import type { FieldInputProps } from '../../shared/resource/FieldInput.tsx';
import styles from './Areas.module.css';
import { colourOf, formatExtent } from './area-record.ts';
import { toShapes } from './area-shapes.ts';
import { DrawTools } from './DrawTools.tsx';

/** A geofence input with its own map; drawing replaces the shape. */
export function GroundInput({ id, value, onChange }: FieldInputProps) {
  const { t, i18n } = useTranslation();
  const [map, setMap] = useState<MapHandle | null>(null);
  const geo = value as AreaGeometry | null | undefined;
  const shown = useMemo(
    () => (geo ? { shapes: toShapes(geo, '', colourOf({ color: null })).slice(0, -1), bounds: boundsOf(geo) } : null),
    [geo],
  );
  return (
    <div className={styles['geometry']}>
      <div className={styles['drawTools']}>
        {map && <DrawTools map={map} onDrawn={(drawn) => onChange?.(drawn)} />}
        <output {...(id ? { id } : {})}>{geo ? formatExtent(t, i18n.language, geo) : t('riskArea.draw')}</output>
        {geo && <Button onClick={() => onChange?.(null)}>{t('riskArea.erase')}</Button>}
      </div>
      <ShapeMap shown={shown} onMap={setMap} />
    </div>
  );
}
