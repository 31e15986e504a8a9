import { StyleProvider } from '@ant-design/cssinjs';
import IconContext from '@ant-design/icons/es/components/Context';
import { ConfigProvider } from 'antd';
import type { ReactNode } from 'react';
import { usePreferences } from '../preferences.ts';
import { useAntdLocale } from './antd-locale.ts';
import { giveNonce } from './antd-nonce.ts';
import { antdSize, antdTheme } from './antd-theme.ts';
import { icons } from './icons.ts';
import { csp } from './nonce.ts';
import { styleCache } from './style-cache.ts';

if (csp.nonce) giveNonce(document.head, csp.nonce);

/** Provides antd's theme, locale and nonce. Login, shell and map work without antd, at half the bundle size. */
export function AntdProvider({ children }: { children: ReactNode }) {
  const { mode, settings } = usePreferences();
  const { colour, size } = settings;
  const locale = useAntdLocale();
  // Wait for the locale: rendering before would remount the children and lose their state
  if (!locale) return null;
  return (
    <StyleProvider cache={styleCache}>
      <ConfigProvider
        locale={locale}
        theme={antdTheme({ mode, colour, size })}
        componentSize={antdSize(size)}
        csp={csp}
        button={{ autoInsertSpace: false }}
      >
        <IconContext value={icons}>{children}</IconContext>
      </ConfigProvider>
    </StyleProvider>
  );
}
