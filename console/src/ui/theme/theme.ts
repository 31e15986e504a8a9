import type { UiSettings } from '@fleetwarden/contract/settings/schemas';
import { adjust, contrast, lighten, over, TEXT_CONTRAST } from './colour.ts';

/** Every colour and size of the console. Style sheets use `var(--ink)`, the map and canvas use `palettes`. */
export type Mode = 'light' | 'dark';

/** Size of controls and rows. */
export type Size = UiSettings['size'];

/** The user's appearance; `colour` is '#rrggbb', or '' for the default. */
export type Look = { readonly mode: Mode; readonly colour: string; readonly size: Size };

/** `mark`: dots, bars and the map. `text`: words on a panel. Indexed by vehicle status 0-6. */
type StatusColour = { readonly mark: string; readonly text: string };

export type Palette = {
  readonly ink: string;
  readonly inkSecondary: string;
  readonly inkHint: string;
  readonly paper: string;
  readonly panel: string;
  readonly line: string;
  /** Border of a control. */
  readonly lineStrong: string;
  /** Border of an unchecked box or radio, which is nothing else: 3:1 on pages and panels. */
  readonly lineBox: string;
  /** A hovered row, and a selected one. */
  readonly hover: string;
  readonly chosen: string;
  readonly brand: string;
  readonly brandHover: string;
  readonly onBrand: string;
  readonly warning: StatusColour;
  readonly danger: StatusColour;
  readonly status: readonly [
    offline: StatusColour,
    parked: StatusColour,
    moving: StatusColour,
    idling: StatusColour,
    alarm: StatusColour,
    emergency: StatusColour,
    noFix: StatusColour,
  ];
  /** Base map. */
  readonly land: string;
  readonly water: string;
  readonly border: string;
  readonly mapLabel: string;
  /** Shadow of floating elements. */
  readonly shadow: string;
  /** Overlay behind dialogs. */
  readonly veil: string;
  /** The sign of a custom colour in the settings drawer. */
  readonly rainbow: string;
};

const RAINBOW = 'conic-gradient(from 0.25turn, #C4222F, #9A6200, #0E7F53, #0E7490, #2B66B5, #6B4BC8, #C4222F)';

export const palettes: Readonly<Record<Mode, Palette>> = {
  light: {
    ink: '#1B2430',
    inkSecondary: 'rgb(27 36 48 / 65%)',
    inkHint: 'rgb(27 36 48 / 45%)',
    paper: '#F5F6F8',
    panel: '#FFFFFF',
    line: '#E3E7ED',
    lineStrong: '#C6CDD6',
    lineBox: '#828D9D',
    hover: 'rgb(27 36 48 / 4%)',
    chosen: 'rgb(31 95 214 / 9%)',
    brand: '#1F5FD6',
    brandHover: '#184FB8',
    onBrand: '#FFFFFF',
    warning: { mark: '#E8710A', text: '#8F5A00' },
    danger: { mark: '#D92D3A', text: '#C4222F' },
    status: [
      { mark: '#8B96A5', text: '#5A6675' },
      { mark: '#3D78C9', text: '#2B66B5' },
      { mark: '#16A06A', text: '#0C774D' },
      { mark: '#D98E04', text: '#8F5A00' },
      { mark: '#E8710A', text: '#A84D00' },
      { mark: '#D92D3A', text: '#C4222F' },
      { mark: '#7C5CD6', text: '#6B4BC8' },
    ],
    land: '#F3F1EC',
    water: '#D4E2EC',
    border: '#B9C2CC',
    mapLabel: '#6B7788',
    shadow: '0 6px 20px rgb(27 36 48 / 14%), 0 1px 3px rgb(27 36 48 / 10%)',
    veil: 'rgb(27 36 48 / 40%)',
    rainbow: RAINBOW,
  },
  dark: {
    ink: '#E6EAF0',
    inkSecondary: 'rgb(230 234 240 / 65%)',
    inkHint: 'rgb(230 234 240 / 45%)',
    paper: '#0F141B',
    panel: '#171E28',
    line: '#2A3442',
    lineStrong: '#3D4A5C',
    lineBox: '#64748A',
    hover: 'rgb(230 234 240 / 5%)',
    chosen: 'rgb(91 147 245 / 12%)',
    brand: '#5B93F5',
    brandHover: '#7AA8F8',
    onBrand: '#0F141B',
    warning: { mark: '#F0B13C', text: '#F0B13C' },
    danger: { mark: '#FF6069', text: '#FF6069' },
    status: [
      { mark: '#8190A3', text: '#8A99AB' },
      { mark: '#6FA4EE', text: '#6FA4EE' },
      { mark: '#35C48B', text: '#35C48B' },
      { mark: '#F0B13C', text: '#F0B13C' },
      { mark: '#FF9747', text: '#FF9747' },
      { mark: '#FF6069', text: '#FF6069' },
      { mark: '#A48BF0', text: '#A48BF0' },
    ],
    land: '#161D27',
    water: '#0D1218',
    border: '#344154',
    mapLabel: '#7E8B9C',
    shadow: '0 8px 24px rgb(0 0 0 / 45%), 0 1px 3px rgb(0 0 0 / 40%)',
    veil: 'rgb(0 0 0 / 55%)',
    rainbow: RAINBOW,
  },
};

/** Preset colours of the settings drawer. None of them means a status; each mode uses a readable shade. */
export const presetColours = {
  indigo: '#4f46e5',
  violet: '#7c3aed',
  magenta: '#a21caf',
  cyan: '#0e7490',
  teal: '#0f766e',
  slate: '#475569',
} as const;

/** Colours that areas on the map are offered. */
export const areaColours = ['#1F5FD6', '#7c3aed', '#a21caf', '#0e7490', '#0f766e', '#D98E04', '#D92D3A', '#475569'] as const;

/** Colours of vehicles shown side by side, in order of selection. None means a status or a speed. */
export const vehicleColours: Readonly<Record<Mode, readonly string[]>> = {
  light: ['#4F46E5', '#A21CAF', '#0E7490', '#8A4B08', '#5B7A0A', '#475569', '#BE185D', '#1B2430'],
  dark: ['#8B8CF8', '#E879F9', '#38BDF8', '#D6A15C', '#A3C940', '#94A3B8', '#F472B6', '#E6EAF0'],
};

/** Opacity of `chosen`: the brand colour over a panel. */
const CHOSEN_SHARE = { light: 0.09, dark: 0.12 } as const;
const HOVER_STEP = { light: -0.08, dark: 0.08 } as const;

/**
 * A mode's palette with another brand colour, whose lightness is adjusted until text reaches 4.5:1 on paper, panel and a selected
 * row.
 */
export function paletteOf(mode: Mode, colour: string): Palette {
  const base = palettes[mode];
  if (colour === '') return base;
  const share = CHOSEN_SHARE[mode];
  const readable = (candidate: string) =>
    [base.paper, base.panel, over(candidate, base.panel, share), base.onBrand].every(
      (ground) => contrast(candidate, ground) >= TEXT_CONTRAST,
    );
  const brand = adjust(colour, mode === 'light' ? -1 : 1, readable);
  return {
    ...base,
    brand,
    brandHover: lighten(brand, HOVER_STEP[mode]),
    chosen: `color-mix(in srgb, ${brand} ${share * 100}%, transparent)`,
  };
}

export const FONT =
  "system-ui, -apple-system, 'Segoe UI', 'PingFang SC', 'Microsoft YaHei', 'Noto Sans SC', 'Noto Sans CJK SC', 'Noto Sans JP', sans-serif";

/** Plate colours as on the road, equal in both modes, by the specification's display rule (domain/plate-colour). */
export const plateColours = {
  blue: '#1E5BC6',
  yellow: '#F2C230',
  smallYellow: '#F2C230',
  white: '#FFFFFF',
  green: '#3DA35D',
  other: '#8B96A5',
} as const;

/** px: the 4 px grid, the type scale, and heights of rows and controls. */
export const sizes = {
  'font-s': 12,
  'font-m': 14,
  'font-l': 16,
  'font-xl': 20,
  'font-xxl': 28,
  space: 4,
  radius: 6,
  control: 32,
  'control-large': 40,
  row: 36,
  'row-compact': 28,
  bar: 48,
  'sidebar-collapsed': 56,
  'panel-width': 320,
  'card-width': 344,
} as const;

/** Specification 9. */
const SIDEBAR_WIDTH = '13.125rem';

type Sized = { readonly control: number; readonly 'control-large': number; readonly row: number; readonly 'font-m': number };

const MIDDLE: Sized = { control: 32, 'control-large': 40, row: 36, 'font-m': 14 };

/** px: values of the size setting. Default and medium are equal, as in antd; mini is small with compact text. */
export const sizesOf: Readonly<Record<Size, Sized>> = {
  default: MIDDLE,
  medium: MIDDLE,
  small: { ...MIDDLE, control: 28, 'control-large': 36, row: 32 },
  mini: { control: 24, 'control-large': 32, row: 28, 'font-m': 12 },
};

/** Row height of virtual lists, px: a virtualiser cannot read style sheets. */
export const ROW_COMPACT = sizes['row-compact'];

/** The custom properties of style sheets by name. */
function customProperties({ mode, colour, size }: Look): Record<string, string> {
  const { status, warning, danger, ...plain } = paletteOf(mode, colour);
  const properties: Record<string, string> = { '--font': FONT, '--sidebar': SIDEBAR_WIDTH };
  for (const [name, value] of Object.entries(plain))
    properties[`--${name.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)}`] = value;
  for (const [name, px] of Object.entries({ ...sizes, ...sizesOf[size] })) properties[`--${name}`] = `${px}px`;
  for (const [name, { mark, text }] of [
    ...status.map((s, i) => [`status${i}`, s] as const),
    ['warning', warning] as const,
    ['danger', danger] as const,
  ]) {
    properties[`--${name}`] = mark;
    properties[`--${name}-text`] = text;
  }
  return properties;
}

/** Applies colours and sizes to the document. */
export function applyTheme(look: Look): void {
  const { style, dataset } = document.documentElement;
  for (const [name, value] of Object.entries(customProperties(look))) style.setProperty(name, value);
  style.colorScheme = look.mode;
  dataset['theme'] = look.mode;
}
