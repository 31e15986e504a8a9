import { create } from 'zustand';
import { localStore } from '../../api/storage.ts';
import { changeMapToolSettings, mapToolSettings } from '../../shared/map-tool-settings.ts';

/** Where this browser keeps which areas are on the map. */
const KEY = 'areas.shown';

function kept(): ReadonlySet<string> {
  try {
    const value: unknown = JSON.parse(localStore.get(KEY) ?? '[]');
    return new Set(Array.isArray(value) ? value.filter((id) => typeof id === 'string') : []);
  } catch {
    return new Set();
  }
}

/** Whether the panel of areas is open, and which of them are on the map. */
export const useAreaView = create<{
  readonly open: boolean;
  readonly shown: ReadonlySet<string>;
  /** The one whose shape is being changed: drawn by whoever changes it. */
  readonly changing: string | null;
}>(() => ({
  open: false,
  shown: kept(),
  changing: null,
}));

export const togglePanel = (): void => useAreaView.setState(({ open }) => ({ open: !open }));

/** Puts areas on the map, or takes them off. Whoever wants to see one has their layer shown. */
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
