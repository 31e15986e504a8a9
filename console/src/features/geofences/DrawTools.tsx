import type { AreaGeometry } from '@fleetwarden/domain/area-geometry';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notify } from '../../api/feedback.ts';
import type { MapHandle } from '../../map/MapView.tsx';
import { DrawIcon } from '../../map/tools/DrawIcon.tsx';
import { type Drawn, drawingTool } from '../../map/tools/drawing.ts';
import type { DrawMode } from '../../map/tools/tool.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import styles from './Areas.module.css';
import { colourOf } from './area-record.ts';
import { areaStyle, geometryDrawn } from './area-shapes.ts';

const MODES: readonly DrawMode[] = [1, 2, 3, 4];

/** The four drawing modes; reports valid geofences and shows errors. */
export function DrawTools({ map, onDrawn }: { map: Pick<MapHandle, 'tools'>; onDrawn: (geo: AreaGeometry) => void }) {
  const { t } = useTranslation();
  const [using, setUsing] = useState<DrawMode | null>(null);
  useEffect(() => () => map.tools.stop(), [map]);

  const start = (mode: DrawMode) => {
    if (using === mode) return map.tools.stop();
    const style = areaStyle(colourOf({ color: null }));
    map.tools.use<Drawn>(drawingTool(mode, map.tools.view, style), (drawn) => {
      setUsing((now) => (now === mode ? null : now));
      if (!drawn) return;
      const read = geometryDrawn(drawn);
      if ('geometry' in read) onDrawn(read.geometry);
      else notify('warning', t(read.problem.key, read.problem.params ?? {}));
    });
    setUsing(mode);
  };
  return (
    <>
      <div role="toolbar" className={styles['modes']}>
        {MODES.map((mode) => (
          <IconButton
            key={mode}
            label={t(`geofences.draw${mode}`)}
            icon={<DrawIcon mode={mode} />}
            pressed={using === mode}
            onClick={() => start(mode)}
          />
        ))}
      </div>
      {using !== null && (
        <p className={styles['hint']} role="status">
          {t('geofences.drawing')}
        </p>
      )}
    </>
  );
}
