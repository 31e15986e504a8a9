import { create } from 'zustand';
import { localStore } from '../../api/storage.ts';
import { changeMapToolSettings, mapToolSettings } from '../../shared/map-tool-settings.ts';

/** Key of the shown geofences in local storage. */
const KEY = 'areas.shown';

function readShown(): ReadonlySet<string> {
  try {
    const value: unknown = JSON.parse(localStore.get(KEY) ?? '[]');
    return new Set(Array.isArray(value) ? value.filter((id) => typeof id === 'string') : []);
  } catch {
    return new Set();
  }
}

/** Whether the geofence panel is open, and which geofences are shown. */
export const useAreaView = create<{
  readonly open: boolean;
  readonly shown: ReadonlySet<string>;
  /** The geofence being edited, drawn by its editor. */
  readonly changing: string | null;
}>(() => ({
  open: false,
  shown: readShown(),
  changing: null,
}));

export const togglePanel = (): void => useAreaView.setState(({ open }) => ({ open: !open }));

/** Shows or hides geofences. Showing one switches the layer on. */
export function showAreas(ids: readonly string[], on: boolean): void {
  const shown = new Set(useAreaView.getState().shown);
  for (const id of ids) {
    if (on) shown.add(id);
    else shown.delete(id);
  }
  if (on && !mapToolSettings().areas) changeMapToolSettings({ areas: true });
  localStore.set(KEY, JSON.stringify([...shown]));
  useAreaView.setState({ shown });
}
