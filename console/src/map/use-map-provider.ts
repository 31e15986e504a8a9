import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notify } from '../api/feedback.ts';
import { useSession } from '../api/session.ts';
import { useMapState } from '../shared/map-state.ts';
import { configuredMode, type MapSetting, type OpenedMap, openKeyless, openMode, readMapSetting } from './map-choice.ts';
import type { MapFault, MapMode, MapProvider } from './map-provider.ts';
import { NO_SOURCE } from './maplibre/map-source.ts';

/** Duration of the notice about a fallback map, s. */
const FALLEN_SECONDS = 8;

/**
 * The map provider: the one chosen in this window, else the user's configured one (specification 3, typeID 3).
 * Without a key, or when it does not load, the keyless provider with a notice.
 */
export function useMapProvider() {
  const { t } = useTranslation();
  const [setting, setSetting] = useState<MapSetting | null>(null);
  const [opened, setOpened] = useState<MapProvider | null>(null);
  /** Number of the latest request; results of older ones are dropped. */
  const turn = useRef(0);
  const requested = useRef<MapMode>(0);

  const take = useCallback(
    async (opening: Promise<OpenedMap>) => {
      const mine = ++turn.current;
      const { provider, fallen } = await opening;
      if (mine !== turn.current) return;
      useMapState.setState({ shown: provider.mode });
      setOpened(provider);
      if (!fallen) return;
      const words =
        fallen.mode === 0
          ? t('map.sourceFailed')
          : t('map.fallback', { name: t(`map.mode${fallen.mode}`), reason: t(`map.${fallen.fault}`) });
      notify('warning', words, FALLEN_SECONDS);
    },
    [t],
  );
  const choose = useCallback(
    (mode: MapMode, from: MapSetting | null = setting) => {
      if (!from) return;
      requested.current = mode;
      useMapState.setState({ mode });
      void take(openMode(mode, from));
    },
    [setting, take],
  );
  /** Falls back after an opened map failed to load. */
  const fail = useCallback(
    (fault: MapFault) => {
      const fallen = { mode: requested.current, fault };
      void take(openKeyless(setting?.source ?? NO_SOURCE, fallen));
    },
    [setting, take],
  );

  const start = useRef(choose);
  start.current = choose;
  useEffect(() => {
    let here = true;
    void readMapSetting().then((stored) => {
      if (!here) return;
      setSetting(stored);
      start.current(useMapState.getState().mode ?? configuredMode(useSession.getState().userInfo?.configList ?? []), stored);
    });
    return () => {
      here = false;
      turn.current++;
      setOpened(null);
    };
  }, []);

  return { opened, setting, choose, fail };
}
