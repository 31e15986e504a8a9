import { type AreaGeometry, type Route, type RouteSegment, SEGMENT_LIMITS, SHAPE } from '@fleetwarden/domain/area-geometry';
import { Button, InputNumber, Select } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldInputProps } from '../../shared/resource/FieldInput.tsx';
import styles from './Areas.module.css';
import { formatExtent } from './area-record.ts';

const KEYS = Object.keys(SEGMENT_LIMITS) as (keyof RouteSegment)[];

/** A geofence's shape in its form: extent, and settings of route segments. The shape is drawn on the map. */
export function GeometryInput({ id, value, onChange }: FieldInputProps) {
  const { t, i18n } = useTranslation();
  const geo = value as AreaGeometry | null | undefined;
  if (!geo) return <output {...(id ? { id } : {})}>{t('geofences.noShape')}</output>;
  return (
    <div className={styles['geometry']}>
      <output {...(id ? { id } : {})}>{formatExtent(t, i18n.language, geo)}</output>
      {geo.shape === SHAPE.route && <Segments route={geo} onChange={(route) => onChange?.(route)} />}
    </div>
  );
}

/** One segment at a time: a route may have two hundred. */
function Segments({ route, onChange }: { route: Route; onChange: (route: Route) => void }) {
  const { t } = useTranslation();
  const id = useId();
  const [chosen, setChosen] = useState(0);
  const at = Math.min(chosen, route.segments.length - 1);
  const segment = route.segments[at]!;
  const put = (key: keyof RouteSegment, value: number | null) => {
    const { [key]: _, ...rest } = segment;
    const next = (value === null ? rest : { ...rest, [key]: value }) as RouteSegment;
    onChange({ ...route, segments: route.segments.map((each, i) => (i === at ? next : each)) });
  };
  return (
    <fieldset className={styles['segments']}>
      <legend>{t('geofences.segments')}</legend>
      <div className={styles['segmentHead']}>
        <Select<number>
          aria-label={t('geofences.segments')}
          value={at}
          onChange={setChosen}
          options={route.segments.map((_, i) => ({ value: i, label: t('geofences.segment', { number: i + 1 }) }))}
        />
        <Button onClick={() => onChange({ ...route, segments: route.segments.map(() => segment) })}>
          {t('geofences.allSegments')}
        </Button>
      </div>
      <div className={styles['segmentFields']}>
        {KEYS.map((key) => (
          <label key={key} htmlFor={id + key}>
            {t(`geofences.${key}`)}
            <InputNumber<number>
              id={id + key}
              {...SEGMENT_LIMITS[key]}
              precision={0}
              inputMode="numeric"
              value={segment[key] ?? null}
              onChange={(value) => put(key, value)}
            />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
