import { ClearOutlined, SearchOutlined } from '@ant-design/icons';
import { regionSearchCalls } from '@fleetwarden/contract/region-search/routes';
import { DAY_MS, HOUR_MS } from '@fleetwarden/domain/durations';
import { REGION_BUFFER_M, type Region } from '@fleetwarden/domain/region';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { notify } from '../../../api/feedback.ts';
import type { MapHandle } from '../../../map/MapView.tsx';
import type { Overlay } from '../../../map/overlays/overlay-layer.ts';
import { DrawIcon } from '../../../map/tools/DrawIcon.tsx';
import { type Drawn, drawingTool } from '../../../map/tools/drawing.ts';
import type { DrawMode } from '../../../map/tools/tool.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { TabBar } from '../../../ui/TabBar.tsx';
import { selectVehicles } from '../selected-vehicles.ts';
import { localInput, readLocalInput } from './local-time.ts';
import styles from './MapTools.module.css';
import { SearchResultTable } from './SearchResultTable.tsx';
import { describeRegionFault, drawingStyle, parseBuffer, toRegion, toRegionQuery, toShape } from './search-region.ts';
import { type SearchResult, toCurrentMatch, toPastMatch } from './search-result.ts';

/** Screen catalogue 3.2: maximum period of a search in the past. */
const MAX_MS = DAY_MS;
/** Default period. */
const USUAL_MS = 2 * HOUR_MS;

const MODES: readonly DrawMode[] = [1, 2, 3, 4];
const WHENS = ['now', 'past'] as const;

/** Draws a region and lists the vehicles in it, now or in a period. */
export function RegionPanel(props: { map: MapHandle; colour: string; onLocate: (tid: string) => void }) {
  const { map, colour, onLocate } = props;
  const { t, i18n } = useTranslation();
  const [drawing, setDrawing] = useState<DrawMode | null>(null);
  const [drawn, setDrawn] = useState<Drawn | null>(null);
  const [when, setWhen] = useState<'now' | 'past'>('now');
  const [buffer, setBuffer] = useState(String(REGION_BUFFER_M.usual));
  const [time, setTime] = useState(() => ({ from: localInput(Date.now() - USUAL_MS), to: localInput(Date.now()) }));
  const [result, setResult] = useState<SearchResult | null>(null);
  const [searching, setSearching] = useState(false);
  const overlay = useRef<Overlay | null>(null);
  const request = useRef<AbortController | null>(null);
  const region = drawn && toRegion(drawn, parseBuffer(buffer));
  /** Values at the end of the drawing, not at its start. */
  const latest = useRef({ buffer, when });
  latest.current = { buffer, when };

  const wipe = () => {
    overlay.current?.remove();
    overlay.current = null;
  };
  const left = useRef(() => {});
  left.current = () => {
    request.current?.abort();
    if (drawing !== null) map.tools.stop();
    wipe();
  };
  useEffect(() => () => left.current(), []);

  function draw(mode: DrawMode) {
    if (drawing === mode) return map.tools.stop();
    clear();
    map.tools.use<Drawn>(drawingTool(mode, map.tools.view, drawingStyle(colour)), (result) => {
      setDrawing((now) => (now === mode ? null : now));
      if (!result) return;
      const next = toRegion(result, parseBuffer(latest.current.buffer));
      overlay.current = map.overlays.add(toShape(next, drawingStyle(colour)));
      setDrawn(result);
      const { when } = latest.current;
      const fault = describeRegionFault(next, when, i18n.language, t);
      if (fault !== null) notify('warning', fault);
      else if (when === 'now') void search(next, 'now');
    });
    setDrawing(mode);
  }

  function clear() {
    request.current?.abort();
    wipe();
    setDrawn(null);
    setResult(null);
    setSearching(false);
  }

  async function search(wanted: Region, kind: 'now' | 'past') {
    const fault = describeRegionFault(wanted, kind, i18n.language, t);
    if (fault !== null) return notify('warning', fault);
    const [start, end] = [readLocalInput(time.from), readLocalInput(time.to)];
    if (kind === 'past' && (start === null || end === null || start >= end || end - start > MAX_MS))
      return notify('warning', t('mapTools.badTime'));
    request.current?.abort();
    const mine = new AbortController();
    request.current = mine;
    setSearching(true);
    try {
      const result = kind === 'now' ? await findNow(wanted, mine.signal) : await findThen(wanted, start!, end!, mine.signal);
      if (mine.signal.aborted) return;
      setResult(result);
      selectVehicles(result.list.map(({ targId }) => targId));
    } catch {
      // shown by the client
    } finally {
      if (!mine.signal.aborted) setSearching(false);
    }
  }

  return (
    <>
      <p className={styles['hint']}>{t('mapTools.drawHint')}</p>
      <div className={styles['row']} role="toolbar" aria-label={t('mapTools.region')}>
        {MODES.map((mode) => (
          <IconButton
            key={mode}
            label={t(`mapTools.mode${mode}`)}
            icon={<DrawIcon mode={mode} />}
            pressed={drawing === mode || drawn?.mode === mode}
            onClick={() => draw(mode)}
          />
        ))}
        <IconButton label={t('mapTools.clear')} icon={<ClearOutlined />} disabled={!drawn && !result} onClick={clear} />
      </div>
      {(drawing ?? drawn?.mode) === 3 && <BufferInput value={buffer} onChange={setBuffer} />}
      <TabBar
        label={t('mapTools.region')}
        items={WHENS.map((key) => ({ key, label: t(`mapTools.${key}`) }))}
        active={when}
        onChange={setWhen}
      />
      {when === 'past' && <PeriodInputs time={time} onChange={setTime} />}
      <button
        type="button"
        className={styles['primary']}
        disabled={!region || searching}
        onClick={() => region && void search(region, when)}
      >
        <SearchOutlined aria-hidden />
        {t(searching ? 'mapTools.searching' : 'mapTools.search')}
      </button>
      {result && <SearchResultTable result={result} onLocate={onLocate} />}
    </>
  );
}

function BufferInput({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useTranslation();
  return (
    <label className={styles['field']}>
      {t('mapTools.buffer')}
      <input
        type="number"
        min={REGION_BUFFER_M.least}
        max={REGION_BUFFER_M.most}
        step={50}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        onBlur={() => onChange(String(parseBuffer(value)))}
      />
    </label>
  );
}

type Period = { readonly from: string; readonly to: string };

function PeriodInputs({ time, onChange }: { time: Period; onChange: (time: Period) => void }) {
  const { t } = useTranslation();
  return (
    <div className={styles['times']}>
      {(['from', 'to'] as const).map((end) => (
        <label key={end} className={styles['field']}>
          {t(`mapTools.${end}`)}
          <input type="datetime-local" value={time[end]} onChange={({ target }) => onChange({ ...time, [end]: target.value })} />
        </label>
      ))}
    </div>
  );
}

async function findNow(region: Region, signal: AbortSignal): Promise<SearchResult> {
  const { list, total } = await call(regionSearchCalls.regionSearchTarg2, { region: toRegionQuery(region) }, { signal });
  return { list: list.map(toCurrentMatch), total, time: null };
}

async function findThen(region: Region, start: number, end: number, signal: AbortSignal): Promise<SearchResult> {
  const { list, total } = await call(regionSearchCalls.regionsearch, { region: toRegionQuery(region), start, end }, { signal });
  return { list: list.map(toPastMatch), total, time: { start, end } };
}
