import type { UiSettings } from '@fleetwarden/contract/settings/schemas';
import { UNIT_SYSTEMS } from '@fleetwarden/domain/units';
import { create } from 'zustand';
import { useSession } from '../api/session.ts';
import { localStore } from '../api/storage.ts';
import { setUnitSystem } from '../api/units.ts';
import { saveUserSettings } from '../api/user-settings.ts';
import type { Mode } from './theme/theme.ts';
import { applyTheme } from './theme/theme.ts';

/** Key of the settings in local storage, used before anybody signs in. */
const KEY = 'ui';

/** The defaults of contract/settings/schemas. */
const DEFAULTS: UiSettings = {
  mode: 'system',
  colour: '',
  size: 'medium',
  tagsView: true,
  fixedHeader: true,
  sidebarLogo: false,
  pinyinSearch: true,
  units: 'metric',
};

export const SIZES = ['default', 'medium', 'small', 'mini'] as const satisfies readonly UiSettings['size'][];
export const MODES = ['light', 'dark', 'system'] as const satisfies readonly UiSettings['mode'][];

const isIn = <T>(list: readonly T[], value: unknown): value is T => (list as readonly unknown[]).includes(value);

/** Parses stored settings; invalid parts become defaults. */
function parse(text: string | null): UiSettings {
  let stored: Partial<Record<keyof UiSettings, unknown>> = {};
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    if (typeof value === 'object' && value !== null) stored = value;
  } catch {
    // foreign text under our key
  }
  const flag = (key: 'tagsView' | 'fixedHeader' | 'sidebarLogo' | 'pinyinSearch') => {
    const value = stored[key];
    return typeof value === 'boolean' ? value : DEFAULTS[key];
  };
  return {
    mode: isIn(MODES, stored.mode) ? stored.mode : DEFAULTS.mode,
    colour: typeof stored.colour === 'string' && /^(#[0-9a-f]{6})?$/.test(stored.colour) ? stored.colour : DEFAULTS.colour,
    size: isIn(SIZES, stored.size) ? stored.size : DEFAULTS.size,
    tagsView: flag('tagsView'),
    fixedHeader: flag('fixedHeader'),
    sidebarLogo: flag('sidebarLogo'),
    pinyinSearch: flag('pinyinSearch'),
    units: isIn(UNIT_SYSTEMS, stored.units) ? stored.units : DEFAULTS.units,
  };
}

const systemDark = matchMedia('(prefers-color-scheme: dark)');
/** Whether the page is styled for printing, and whether it is a screen for a wall. */
let [onPaper, onWall] = [false, false];

function resolveMode({ mode }: UiSettings): Mode {
  // paper is always light
  if (onPaper) return 'light';
  if (onWall) return 'dark';
  if (mode !== 'system') return mode;
  return systemDark.matches ? 'dark' : 'light';
}

type Preferences = {
  readonly settings: UiSettings;
  /** The effective mode: `settings.mode` with 'system' resolved. */
  readonly mode: Mode;
};

const start = parse(localStore.get(KEY));

/** The user's appearance settings: from the account after sign-in, before that from this browser. */
export const usePreferences = create<Preferences>(() => ({ settings: start, mode: resolveMode(start) }));

/** Applies the settings to the document and follows changes; call once before rendering. */
export function applyPreferences(): void {
  const { settings, mode } = usePreferences.getState();
  setUnitSystem(settings.units);
  applyTheme({ mode, colour: settings.colour, size: settings.size });
}

function put(settings: UiSettings): void {
  usePreferences.setState({ settings, mode: resolveMode(settings) });
  localStore.set(KEY, JSON.stringify(settings));
  applyPreferences();
}

/** Settings chosen on the login page; they override the account's. */
let chosenBefore: Partial<UiSettings> = {};

function save(): void {
  // An inspection has no account to save settings for
  if (!useSession.getState().userInfo?.inspection) saveUserSettings({ ui: usePreferences.getState().settings });
}

/** Changes settings at once, in this browser and in the account. */
export function changeSettings(change: Partial<UiSettings>): void {
  put({ ...usePreferences.getState().settings, ...change });
  if (useSession.getState().userInfo) save();
  else chosenBefore = { ...chosenBefore, ...change };
}

/** Switches to print styling and back; the settings stay. */
export function drawForPaper(paper: boolean): void {
  if (paper === onPaper) return;
  onPaper = paper;
  applyMode();
}

/** Switches to the dark mode of a screen for a wall and back; the settings stay. */
export function drawForWall(wall: boolean): void {
  if (wall === onWall) return;
  onWall = wall;
  applyMode();
}

function applyMode(): void {
  const { settings } = usePreferences.getState();
  usePreferences.setState({ mode: resolveMode(settings) });
  applyPreferences();
}

/** Toggles light and dark mode. */
export function toggleMode(): void {
  changeSettings({ mode: usePreferences.getState().mode === 'dark' ? 'light' : 'dark' });
}

useSession.subscribe(({ userInfo }, before) => {
  if (!userInfo || userInfo.userId === before.userInfo?.userId || userInfo.inspection) return;
  const chosen = chosenBefore;
  chosenBefore = {};
  put({ ...userInfo.settings.ui, ...chosen });
  if (Object.keys(chosen).length > 0) save();
});

systemDark.addEventListener('change', () => put(usePreferences.getState().settings));
