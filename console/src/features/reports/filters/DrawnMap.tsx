import { readRegionText } from '@fleetwarden/domain/region-text';
import { InputNumber } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MapHandle } from '../../../map/MapView.tsx';
import { ShapeMap } from '../../../map/ShapeMap.tsx';
import { DrawIcon } from '../../../map/tools/DrawIcon.tsx';
import { type Drawn, drawingTool } from '../../../map/tools/drawing.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import layout from '../../../ui/theme/layout.module.css';
import {
  DRAWN_MODES,
  DRAWN_STYLE,
  type DrawnMode,
  FIGURES,
  formatDrawnRegion,
  formatFigures,
  locateRegion,
  readFigures,
} from './drawn-region.ts';

/** Draws a rectangle, circle or polygon, or takes its figures. `value`: text of `domain/region-text`. */
export function DrawnMap({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useTranslation();
  const [map, setMap] = useState<MapHandle | null>(null);
  const [using, setUsing] = useState<DrawnMode | null>(null);
  const region = useMemo(() => readRegionText(value), [value]);
  const [mode, setMode] = useState<DrawnMode>(region?.mode ?? 1);
  const [figures, setFigures] = useState<readonly string[]>(() => readFigures(value));
  const shown = useMemo(() => region && locateRegion(region), [region]);
  useEffect(() => () => map?.tools.stop(), [map]);

  function draw(next: DrawnMode) {
    setMode(next);
    setFigures(region?.mode === next ? readFigures(value) : []);
    if (map === null) return;
    if (using === next) return map.tools.stop();
    map.tools.use<Drawn>(drawingTool(next, map.tools.view, DRAWN_STYLE), (drawn) => {
      setUsing((now) => (now === next ? null : now));
      if (!drawn) return;
      const text = formatDrawnRegion(drawn);
      setFigures(readFigures(text));
      onChange(text);
    });
    setUsing(next);
  }
  function put(at: number, figure: string | null) {
    const next = FIGURES[mode].map((_, i) => (i === at ? (figure ?? '') : (figures[i] ?? '')));
    setFigures(next);
    onChange(formatFigures(mode, next));
  }

  return (
    <>
      <div role="toolbar" aria-label={t('reports.draw')} className={layout['toolRow']}>
        {DRAWN_MODES.map((each) => (
          <IconButton
            key={each}
            label={t(`reports.drawn${each}`)}
            icon={<DrawIcon mode={each} />}
            pressed={using === each || mode === each}
            onClick={() => draw(each)}
          />
        ))}
        {FIGURES[mode].map((figure, at) => (
          <InputNumber<string>
            key={`${mode}-${figure}`}
            stringMode
            controls={false}
            aria-label={t(`reports.figure_${figure}`)}
            placeholder={t(`reports.figure_${figure}`)}
            value={figures[at] ? figures[at] : null}
            onChange={(next) => put(at, next === null ? null : String(next))}
          />
        ))}
      </div>
      <ShapeMap shown={shown} onMap={setMap} />
    </>
  );
}
