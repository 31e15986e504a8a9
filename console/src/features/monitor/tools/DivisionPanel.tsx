import { lookupsCalls } from '@fleetwarden/contract/lookups/routes';
import { permission } from '@fleetwarden/contract/permissions';
import { regionSearchCalls } from '@fleetwarden/contract/region-search/routes';
import type { LngLat } from '@fleetwarden/domain/coordinates';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { notify } from '../../../api/feedback.ts';
import { useMay } from '../../../api/session.ts';
import { type Division, outlineOf } from '../../../map/division-outline.ts';
import type { MapHandle } from '../../../map/MapView.tsx';
import type { Overlay } from '../../../map/overlays/overlay-layer.ts';
import { boundsOfPlaces } from '../../../map/overlays/shapes.ts';
import { selectVehicles } from '../selected-vehicles.ts';
import styles from './MapTools.module.css';
import { SearchResultTable } from './SearchResultTable.tsx';
import { drawingStyle } from './search-region.ts';
import { type SearchResult, toCurrentMatch } from './search-result.ts';

type Level = 'province' | 'city' | 'county';
const LEVELS: readonly Level[] = ['province', 'city', 'county'];

/** The divisions below another one, or the top level. */
function useDivisions(level: Level, above: string | undefined) {
  return useQuery({
    queryKey: ['divisions', level, above ?? ''],
    queryFn: async ({ signal }): Promise<readonly Division[]> => {
      const options = { signal, quiet: true } as const;
      if (level === 'province') return (await call(lookupsCalls.getProvince, {}, options)).list;
      if (level === 'city') return (await call(lookupsCalls.getCity, { areaId: above! }, options)).list;
      return (await call(lookupsCalls.getArea, { areaId: above! }, options)).list;
    },
    enabled: level === 'province' || above !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Outlines a division and lists the vehicles in it. */
export function DivisionPanel(props: { map: MapHandle; colour: string; onLocate: (tid: string) => void }) {
  const { map, colour, onLocate } = props;
  const { t } = useTranslation();
  const maySearch = useMay(permission.regionSearch);
  const [chosen, setChosen] = useState<Partial<Record<Level, Division>>>({});
  const [result, setResult] = useState<SearchResult | null>(null);
  const [busy, setBusy] = useState(false);
  const overlays = useRef<Overlay[]>([]);
  const request = useRef<AbortController | null>(null);
  const lists = {
    province: useDivisions('province', undefined),
    city: useDivisions('city', chosen.province?.areaId),
    county: useDivisions('county', chosen.city?.areaId),
  };
  const wipe = () => {
    request.current?.abort();
    for (const overlay of overlays.current.splice(0)) overlay.remove();
  };
  const left = useRef(wipe);
  useEffect(() => () => left.current(), []);

  function choose(level: Level, areaId: string) {
    const division = lists[level].data?.find((each) => each.areaId === areaId);
    const next: Partial<Record<Level, Division>> = division ? { [level]: division } : {};
    for (const each of LEVELS.slice(0, LEVELS.indexOf(level))) {
      const previous = chosen[each];
      if (previous) next[each] = previous;
    }
    setChosen(next);
  }

  async function show(division: Division) {
    wipe();
    setResult(null);
    const mine = new AbortController();
    request.current = mine;
    setBusy(true);
    try {
      const rings = await outlineOf(division);
      if (mine.signal.aborted) return;
      if (!rings) return notify('warning', t('mapTools.noOutline'));
      overlays.current = rings.map((ring) => map.overlays.add({ kind: 'polygon', ring, style: drawingStyle(colour) }));
      const bounds = boundsOfPlaces(rings.flat());
      if (bounds) map.fit(bounds);
      if (!maySearch) return;
      const { list, total } = await call(regionSearchCalls.regionSearchTarg2, { outline: sent(rings) }, { signal: mine.signal });
      if (mine.signal.aborted) return;
      setResult({ list: list.map(toCurrentMatch), total, time: null });
      selectVehicles(list.map(({ tid }) => tid));
    } catch (failure) {
      // calls report their own errors; the outlines are a file
      if (!mine.signal.aborted && failure instanceof TypeError) notify('error', t('mapTools.divisionsFailed'));
    } finally {
      if (!mine.signal.aborted) setBusy(false);
    }
  }

  const deepest = chosen.county ?? chosen.city ?? chosen.province;
  return (
    <>
      {LEVELS.map((level) => (
        <label key={level} className={styles['field']}>
          {t(`mapTools.${level}`)}
          <select
            value={chosen[level]?.areaId ?? ''}
            disabled={!lists[level].data}
            onChange={({ target }) => choose(level, target.value)}
          >
            <option value="">{t('mapTools.choose')}</option>
            {lists[level].data?.map(({ areaId, areaName }) => (
              <option key={areaId} value={areaId}>
                {areaName}
              </option>
            ))}
          </select>
        </label>
      ))}
      {lists.province.isError && (
        <p className={styles['failed']} role="alert">
          {t('mapTools.divisionsFailed')}
          <button type="button" className={styles['link']} onClick={() => void lists.province.refetch()}>
            {t('common.retry')}
          </button>
        </p>
      )}
      <button
        type="button"
        className={styles['primary']}
        disabled={!deepest || busy}
        onClick={() => deepest && void show(deepest)}
      >
        {t('mapTools.showDivision')}
      </button>
      {result && <SearchResultTable result={result} onLocate={onLocate} />}
    </>
  );
}

const sent = (rings: readonly (readonly LngLat[])[]): [number, number][][] =>
  rings.map((ring) => ring.map(([lng, lat]): [number, number] => [lng, lat]));
