import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notify } from '../api/feedback.ts';
import { useSession } from '../api/session.ts';
import { useMapState } from '../shared/map-state.ts';
import { mapToolSettings } from '../shared/map-tool-settings.ts';
import {
  firstChoice,
  type MapChoice,
  type MapSetting,
  type OpenedMap,
  openBuiltIn,
  openKeyless,
  openMap,
  readMapSetting,
} from './map-choice.ts';
import type { MapFault } from './map-provider.ts';

/** Duration of the notice about a fallback map, s. */
const FALLEN_SECONDS = 8;

/**
 * The map provider: the one chosen in this window, else the user's saved base map or configured provider (specification 3,
 * typeID 3). Without a key, or when it does not load, the keyless provider with a notice.
 */
export function useMapProvider() {
  const { t } = useTranslation();
  const [setting, setSetting] = useState<MapSetting | null>(null);
  const [opened, setOpened] = useState<OpenedMap | null>(null);
  /** Number of the latest request; results of older ones are dropped. */
  const turn = useRef(0);

  const take = useCallback(
    async (opening: Promise<OpenedMap>) => {
      const mine = ++turn.current;
      const next = await opening;
      const { provider, fallen } = next;
      if (mine !== turn.current) return;
      useMapState.setState({ shown: provider.mode });
      setOpened(next);
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
    (choice: MapChoice, from: MapSetting | null = setting) => {
      if (!from) return;
      useMapState.setState(choice);
      void take(openMap(choice, from));
    },
    [setting, take],
  );
  /** Falls back after an opened map failed to load. */
  const fail = useCallback(
    (fault: MapFault) => {
      const { mode, shown } = useMapState.getState();
      // a source that failed is not opened again
      if (shown === 0 || !setting) void take(openBuiltIn({ mode: 0, fault }));
      else void take(openKeyless('platform', setting, { mode: mode ?? shown ?? 0, fault }));
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
      const configured = useSession.getState().userInfo?.configList ?? [];
      start.current(firstChoice(configured, mapToolSettings().baseMap, useMapState.getState()), stored);
    });
    return () => {
      here = false;
      turn.current++;
      setOpened(null);
    };
  }, []);

  return { opened: opened?.provider ?? null, baseMap: opened?.baseMap ?? 'platform', setting, choose, fail };
}
