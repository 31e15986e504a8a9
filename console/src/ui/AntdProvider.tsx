import { ConfigProvider } from 'antd';
import english from 'antd/locale/en_US';
import type { ReactNode } from 'react';
import { antdSize, antdTheme } from './antd-theme.ts';
import { useAntdLocale } from './antd-words.ts';
import { csp } from './nonce.ts';
import { usePreferences } from './preferences.ts';

/** Around whatever uses antd: its theme, its words in the user's language, and the nonce. Login, shell and map do without, at half the size. */
export function AntdProvider({ children }: { children: ReactNode }) {
  const { mode, settings } = usePreferences();
  const { colour, size } = settings;
  const locale = useAntdLocale();
  return (
    <ConfigProvider
      // Never without one: the first to come would have everything inside made anew, messages and forms with what they hold.
      locale={locale ?? english}
      theme={antdTheme({ mode, colour, size })}
      componentSize={antdSize(size)}
      csp={csp}
      button={{ autoInsertSpace: false }}
    >
      {children}
    </ConfigProvider>
  );
}
