import type { ConfigProviderProps, MappingAlgorithm, ThemeConfig } from 'antd';
import { theme as antd } from 'antd';
import type { Look, Size } from './theme.ts';
import { FONT, paletteOf, sizes, sizesOf } from './theme.ts';

/** Maps the size setting to antd: default and medium are its middle size, mini is small with compact tokens. */
export const antdSize = (size: Size): NonNullable<ConfigProviderProps['componentSize']> =>
  size === 'small' || size === 'mini' ? 'small' : 'medium';

let last: { readonly key: string; readonly theme: ThemeConfig } | null = null;

/**
 * Maps theme.ts to antd tokens. Separate, so that pages without antd do not load it. The same look is the same object: antd computes
 * all tokens again for another one, and renders all of its components.
 */
export function antdTheme(look: Look): ThemeConfig {
  const motion = !matchMedia('(prefers-reduced-motion: reduce)').matches;
  const key = JSON.stringify([look.mode, look.colour, look.size, motion]);
  if (last?.key !== key) last = { key, theme: createTheme(look, motion) };
  return last.theme;
}

function createTheme({ mode, colour, size }: Look, motion: boolean): ThemeConfig {
  const p = paletteOf(mode, colour);
  const sized = sizesOf[size];
  const colours = mode === 'dark' ? antd.darkAlgorithm : antd.defaultAlgorithm;
  const small = antdSize(size) === 'small';
  const given = {
    colorPrimary: p.brand,
    // antd's own is paler: text on a hovered button would be below 4.5:1
    colorPrimaryHover: p.brandHover,
    colorPrimaryActive: p.brandHover,
    colorLink: p.brand,
    colorInfo: p.brand,
    colorSuccess: p.status[2].mark,
    colorWarning: p.warning.mark,
    colorError: p.danger.mark,
  };
  // The dark algorithm derives darker colours, below 4.5:1 on our panels
  const asGiven: MappingAlgorithm = (seed, map) => ({ ...(map ?? antd.defaultAlgorithm(seed)), ...given });
  return {
    algorithm: [colours, ...(size === 'mini' ? [antd.compactAlgorithm] : []), asGiven],
    token: {
      ...given,
      colorTextBase: p.ink,
      // antd's own are below 4.5:1
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
      // The compact algorithm derives smaller text from this
      fontSize: sizes['font-m'],
      motionDurationSlow: '0.2s',
      motionDurationMid: '0.16s',
      motionDurationFast: '0.12s',
      // base.css disables animations; dialogs would wait for their end.
      motion,
      boxShadow: p.shadow,
      boxShadowSecondary: p.shadow,
    },
    components: {
      Button: { primaryShadow: 'none', defaultShadow: 'none' },
      Checkbox: { colorBorder: p.lineBox },
      Radio: { colorBorder: p.lineBox },
      Tree: { colorBorder: p.lineBox },
      // antd's own are too faint on a dark panel
      Slider: { trackBg: p.brand, trackHoverBg: p.brandHover, handleColor: p.brand, railBg: p.line, railHoverBg: p.line },
      // antd's own is too faint
      Descriptions: { labelColor: p.inkSecondary },
    },
  };
}
