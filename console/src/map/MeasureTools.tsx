import { BorderOuterOutlined, ClearOutlined, ColumnWidthOutlined } from '@ant-design/icons';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { unitSystem } from '../api/units.ts';
import { IconButton } from '../ui/IconButton.tsx';
import type { Overlay } from './overlays/overlay-layer.ts';
import type { MeasuredPath } from './tools/measuring.ts';
import type { VehicleMap } from './vehicle-map.ts';

type Kind = MeasuredPath['kind'];

/** Loaded on demand. */
const loadTools = () => Promise.all([import('./tools/measuring.ts'), import('./tools/measure-texts.ts')]);

/** Distance and area tools: one at a time, Escape ends it; results stay until they are cleared. */
export function MeasureTools({ map, colour }: { map: VehicleMap; colour: string }) {
  const { t, i18n } = useTranslation();
  const [using, setUsing] = useState<Kind | null>(null);
  const [paths, setPaths] = useState<readonly MeasuredPath[]>([]);
  const language = i18n.language ?? 'zh';
  const system = unitSystem();

  const start = async (kind: Kind) => {
    if (using === kind) return map.tools.stop();
    const [{ areaTool, distanceTool }, { measureTexts }] = await loadTools();
    const tool = (kind === 'area' ? areaTool : distanceTool)(map.tools.view, measureTexts(t, language, system), colour);
    map.tools.use<MeasuredPath>(tool, (path) => {
      setUsing((now) => (now === kind ? null : now));
      if (path) setPaths((before) => [...before, path]);
    });
    setUsing(kind);
  };

  // labels name their unit: they are drawn again after a change
  useEffect(() => {
    if (paths.length === 0) return;
    let drawn: readonly Overlay[] = [];
    let isOver = false;
    void loadTools().then(([{ measuredShapes }, { measureTexts }]) => {
      if (isOver) return;
      const texts = measureTexts(t, language, system);
      drawn = paths.flatMap((path) => measuredShapes(path, texts, colour)).map((shape) => map.overlays.add(shape));
    });
    return () => {
      isOver = true;
      for (const overlay of drawn) overlay.remove();
    };
  }, [paths, map, colour, t, language, system]);

  return (
    <>
      <IconButton
        label={t('map.measureDistance')}
        icon={<ColumnWidthOutlined />}
        pressed={using === 'distance'}
        onClick={() => void start('distance')}
      />
      <IconButton
        label={t('map.measureArea')}
        icon={<BorderOuterOutlined />}
        pressed={using === 'area'}
        onClick={() => void start('area')}
      />
      {paths.length > 0 && <IconButton label={t('map.clearMeasures')} icon={<ClearOutlined />} onClick={() => setPaths([])} />}
    </>
  );
}
