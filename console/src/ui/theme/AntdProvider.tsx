import { ConfigProvider } from 'antd';
import type { ReactNode } from 'react';
import { usePreferences } from '../preferences.ts';
import { useAntdLocale } from './antd-locale.ts';
import { giveNonce } from './antd-nonce.ts';
import { antdSize, antdTheme } from './antd-theme.ts';
import { csp } from './nonce.ts';

if (csp.nonce) giveNonce(document.head, csp.nonce);

/**
 * Around whatever uses antd: its theme, its words in the user's language, and the nonce; drawn once the words are there. Login,
 * shell and map do without, at half the size.
 */
export function AntdProvider({ children }: { children: ReactNode }) {
  const { mode, settings } = usePreferences();
  const { colour, size } = settings;
  const locale = useAntdLocale();
  // Not without words: children drawn before the first would be drawn anew, and lose their state, when those come
  if (!locale) return null;
  return (
    <ConfigProvider
      locale={locale}
      theme={antdTheme({ mode, colour, size })}
      componentSize={antdSize(size)}
      csp={csp}
      button={{ autoInsertSpace: false }}
    >
      {children}
    </ConfigProvider>
  );
}
