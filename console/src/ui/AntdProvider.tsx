import { ConfigProvider } from 'antd';
import type { ReactNode } from 'react';
import { antdTheme } from './antd-theme.ts';
import { csp } from './nonce.ts';
import { usePreferences } from './preferences.ts';

/** Around whatever uses antd: its theme and the nonce. Login, shell and map do without, at half the size. */
export function AntdProvider({ children }: { children: ReactNode }) {
  const mode = usePreferences((state) => state.mode);
  return (
    <ConfigProvider theme={antdTheme(mode)} csp={csp} button={{ autoInsertSpace: false }}>
      {children}
    </ConfigProvider>
  );
}
