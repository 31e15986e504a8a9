import { ConfigProvider } from 'antd';
import type { ReactNode } from 'react';
import { antdTheme } from './antd-theme.ts';
import { usePreferences } from './preferences.ts';

/** The server writes a fresh nonce into the page; antd's style tags need it under the content security policy. */
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;
const csp = nonce ? { nonce } : {};

/** Around whatever uses antd: its theme and the nonce. The login page does without either, at half the size. */
export function AntdProvider({ children }: { children: ReactNode }) {
  const mode = usePreferences((state) => state.mode);
  return (
    <ConfigProvider theme={antdTheme(mode)} csp={csp} button={{ autoInsertSpace: false }}>
      {children}
    </ConfigProvider>
  );
}
