import type { ConfigProviderProps, MappingAlgorithm, ThemeConfig } from 'antd';
import { theme as antd } from 'antd';
import type { Look, Size } from './theme.ts';
import { FONT, paletteOf, sizes, sizesOf } from './theme.ts';

/** The size selector in antd's words: default and medium are its middle ('medium' by now), mini is small with compact tokens. */
export const antdSize = (size: Size): NonNullable<ConfigProviderProps['componentSize']> =>
  size === 'small' || size === 'mini' ? 'small' : 'medium';

/** The tokens of theme.ts in antd's words. Apart from them, so that pages without antd do not load it. */
export function antdTheme({ mode, colour, size }: Look): ThemeConfig {
  const p = paletteOf(mode, colour);
  const sized = sizesOf[size];
  const colours = mode === 'dark' ? antd.darkAlgorithm : antd.defaultAlgorithm;
  const small = antdSize(size) === 'small';
  const given = {
    colorPrimary: p.brand,
    // antd's own are paler: text on a button one points at would be below 4.5:1
    colorPrimaryHover: p.brandHover,
    colorPrimaryActive: p.brandHover,
    colorLink: p.brand,
    colorInfo: p.brand,
    colorSuccess: p.status[2].mark,
    colorWarning: p.warning.mark,
    colorError: p.danger.mark,
  };
  // The dark algorithm makes its own, darker ones of these: below 4.5:1 on our panels
  const asGiven: MappingAlgorithm = (seed, map) => ({ ...(map ?? antd.defaultAlgorithm(seed)), ...given });
  return {
    algorithm: [colours, ...(size === 'mini' ? [antd.compactAlgorithm] : []), asGiven],
    token: {
      ...given,
      colorTextBase: p.ink,
      // antd's own are fainter than 4.5:1
      colorTextPlaceholder: p.inkSecondary,
      colorTextDescription: p.inkSecondary,
      colorBgLayout: p.paper,
      colorBgContainer: p.panel,
      colorBgElevated: p.panel,
      colorBorder: p.line,
      colorBorderSecondary: p.line,
      colorTextLightSolid: p.onBrand,
      borderRadius: sizes.radius,
      controlHeight: sizesOf.medium.control,
      ...(small && { controlHeightSM: sized.control }),
      controlHeightLG: sized['control-large'],
      fontFamily: FONT,
      // The compact algorithm makes its own, smaller text from this
      fontSize: sizes['font-m'],
      motionDurationSlow: '0.2s',
      motionDurationMid: '0.16s',
      motionDurationFast: '0.12s',
      // base.css takes the animations away; dialogs would wait for the end of theirs, unseen.
      motion: !matchMedia('(prefers-reduced-motion: reduce)').matches,
      boxShadow: p.shadow,
      boxShadowSecondary: p.shadow,
    },
    components: {
      Button: { primaryShadow: 'none', defaultShadow: 'none' },
      // its own is too faint to be read
      Descriptions: { labelColor: p.inkSecondary },
    },
  };
}
