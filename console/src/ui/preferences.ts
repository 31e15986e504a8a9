import type { UiSettings } from '@fleetwarden/contract/settings/schemas';
import { create } from 'zustand';
import { useSession } from '../api/session.ts';
import { localStore } from '../api/storage.ts';
import { saveUserSettings } from '../api/user-settings.ts';
import type { Mode } from './theme/theme.ts';
import { applyTheme } from './theme/theme.ts';

/** Where this browser keeps the settings for its next page load, before anybody has signed in. */
const KEY = 'ui';

/** As contract/settings/schemas has them for an account that never chose. */
const DEFAULTS: UiSettings = {
  mode: 'system',
  colour: '',
  size: 'medium',
  tagsView: true,
  fixedHeader: true,
  sidebarLogo: false,
  pinyinSearch: true,
};

export const SIZES = ['default', 'medium', 'small', 'mini'] as const satisfies readonly UiSettings['size'][];
export const MODES = ['light', 'dark', 'system'] as const satisfies readonly UiSettings['mode'][];

const isIn = <T>(list: readonly T[], value: unknown): value is T => (list as readonly unknown[]).includes(value);

/** What of a kept text can be used; the rest is as for an account that never chose. */
function parse(text: string | null): UiSettings {
  let kept: Partial<Record<keyof UiSettings, unknown>> = {};
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    if (typeof value === 'object' && value !== null) kept = value;
  } catch {
    // Somebody else's text under our key
  }
  const flag = (key: 'tagsView' | 'fixedHeader' | 'sidebarLogo' | 'pinyinSearch') => {
    const value = kept[key];
    return typeof value === 'boolean' ? value : DEFAULTS[key];
  };
  return {
    mode: isIn(MODES, kept.mode) ? kept.mode : DEFAULTS.mode,
    colour: typeof kept.colour === 'string' && /^(#[0-9a-f]{6})?$/.test(kept.colour) ? kept.colour : DEFAULTS.colour,
    size: isIn(SIZES, kept.size) ? kept.size : DEFAULTS.size,
    tagsView: flag('tagsView'),
    fixedHeader: flag('fixedHeader'),
    sidebarLogo: flag('sidebarLogo'),
    pinyinSearch: flag('pinyinSearch'),
  };
}

const systemDark = matchMedia('(prefers-color-scheme: dark)');
/** Whether the page is drawn for paper now. */
let onPaper = false;

function modeOf({ mode }: UiSettings): Mode {
  // paper is white, whatever was chosen
  if (onPaper) return 'light';
  if (mode !== 'system') return mode;
  return systemDark.matches ? 'dark' : 'light';
}

type Preferences = {
  readonly settings: UiSettings;
  /** What is drawn: `settings.mode` with the system's wish in place of 'system'. */
  readonly mode: Mode;
};

const start = parse(localStore.get(KEY));

/** How the user likes the console: of the account once somebody signed in, until then as this browser remembers it. */
export const usePreferences = create<Preferences>(() => ({ settings: start, mode: modeOf(start) }));

/** Puts the look on the document; call once, before anything is drawn. Changes are put on as they happen. */
export function applyPreferences(): void {
  const { settings, mode } = usePreferences.getState();
  applyTheme({ mode, colour: settings.colour, size: settings.size });
}

function put(settings: UiSettings): void {
  usePreferences.setState({ settings, mode: modeOf(settings) });
  localStore.set(KEY, JSON.stringify(settings));
  applyPreferences();
}

/** Chosen on the login page by whoever is about to sign in; it goes before what their account says. */
let chosenBefore: Partial<UiSettings> = {};

function save(): void {
  // An inspection has no account to keep anything for
  if (!useSession.getState().userInfo?.inspection) saveUserSettings({ ui: usePreferences.getState().settings });
}

/** Changes some settings: at once, for this browser's next page load, and for the account wherever it signs in. */
export function changeSettings(change: Partial<UiSettings>): void {
  put({ ...usePreferences.getState().settings, ...change });
  if (useSession.getState().userInfo) save();
  else chosenBefore = { ...chosenBefore, ...change };
}

/** Draws the page for paper, or for the screen again: nothing that was chosen changes. */
export function drawForPaper(paper: boolean): void {
  if (paper === onPaper) return;
  onPaper = paper;
  const { settings } = usePreferences.getState();
  usePreferences.setState({ mode: modeOf(settings) });
  applyPreferences();
}

/** Changes light to dark and back. */
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
