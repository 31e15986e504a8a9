import { create } from 'zustand';
import type { Mode } from './theme.ts';
import { applyTheme } from './theme.ts';

const KEY = 'theme';

function initialMode(): Mode {
  const kept = localStorage.getItem(KEY);
  if (kept === 'light' || kept === 'dark') return kept;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

type Preferences = { readonly mode: Mode };

/** What this browser remembers of its user's taste. */
export const usePreferences = create<Preferences>(() => ({ mode: initialMode() }));

/** Changes light to dark and back, at once and for later visits. */
export function toggleMode(): void {
  const mode = usePreferences.getState().mode === 'dark' ? 'light' : 'dark';
  localStorage.setItem(KEY, mode);
  applyTheme(mode);
  usePreferences.setState({ mode });
}
