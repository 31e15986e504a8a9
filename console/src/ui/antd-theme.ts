import type { ThemeConfig } from 'antd';
import { theme as antd } from 'antd';
import type { Mode } from './theme.ts';
import { FONT, palettes, sizes } from './theme.ts';

/** The tokens of theme.ts in antd's words. Apart from them, so that pages without antd do not load it. */
export function antdTheme(mode: Mode): ThemeConfig {
  const p = palettes[mode];
  return {
    algorithm: mode === 'dark' ? antd.darkAlgorithm : antd.defaultAlgorithm,
    token: {
      colorPrimary: p.brand,
      colorLink: p.brand,
      colorInfo: p.brand,
      colorSuccess: p.status[2].mark,
      colorWarning: p.warning.mark,
      colorError: p.danger.mark,
      colorTextBase: p.ink,
      colorBgLayout: p.paper,
      colorBgContainer: p.panel,
      colorBgElevated: p.panel,
      colorBorder: p.line,
      colorBorderSecondary: p.line,
      colorTextLightSolid: p.onBrand,
      borderRadius: sizes.radius,
      controlHeight: sizes.control,
      controlHeightLG: sizes['control-large'],
      fontFamily: FONT,
      fontSize: sizes['font-m'],
      motionDurationSlow: '0.2s',
      motionDurationMid: '0.16s',
      motionDurationFast: '0.12s',
      // base.css takes the animations away; dialogs would wait for the end of theirs, unseen.
      motion: !matchMedia('(prefers-reduced-motion: reduce)').matches,
      boxShadow: p.shadow,
      boxShadowSecondary: p.shadow,
    },
    components: { Button: { primaryShadow: 'none', defaultShadow: 'none' } },
  };
}
