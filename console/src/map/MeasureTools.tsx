import { BorderOuterOutlined, ClearOutlined, ColumnWidthOutlined } from '@ant-design/icons';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { unitSystem } from '../api/units.ts';
import { IconButton } from '../ui/IconButton.tsx';
import type { Overlay } from './overlays/overlay-layer.ts';
import type { MeasuredPath } from './tools/measuring.ts';
import type { VehicleMap } from './vehicle-map.ts';

type Kind = MeasuredPath['kind'];

/** Distance and area tools: one at a time, Escape ends it; results stay until they are cleared. */
export function MeasureTools({ map, colour }: { map: VehicleMap; colour: string }) {
  const { t, i18n } = useTranslation();
  const [using, setUsing] = useState<Kind | null>(null);
  const [measured, setMeasured] = useState(0);
  const overlays = useRef<Overlay[]>([]);

  const start = async (kind: Kind) => {
    if (using === kind) return map.tools.stop();
    // loaded on demand
    const [{ areaTool, distanceTool, measuredShapes }, { measureTexts }] = await Promise.all([
      import('./tools/measuring.ts'),
      import('./tools/measure-texts.ts'),
    ]);
    const texts = measureTexts(t, i18n.language ?? 'zh', unitSystem());
    const tool = (kind === 'area' ? areaTool : distanceTool)(map.tools.view, texts, colour);
    map.tools.use<MeasuredPath>(tool, (path) => {
      setUsing((now) => (now === kind ? null : now));
      if (!path) return;
      overlays.current.push(...measuredShapes(path, texts, colour).map((shape) => map.overlays.add(shape)));
      setMeasured((count) => count + 1);
    });
    setUsing(kind);
  };
  const clear = () => {
    for (const overlay of overlays.current.splice(0)) overlay.remove();
    setMeasured(0);
  };

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
      {measured > 0 && <IconButton label={t('map.clearMeasures')} icon={<ClearOutlined />} onClick={clear} />}
    </>
  );
}
