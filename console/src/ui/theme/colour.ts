/** Red, green, blue from 0 to 255. */
type Rgb = readonly [number, number, number];

/** WCAG 2 AA for text of every size. */
export const TEXT_CONTRAST = 4.5;

const LIGHTNESS_STEP = 0.01;

/** Throws on anything but #RRGGBB. */
function parseHex(hex: string): Rgb {
  const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex);
  if (!match) throw new Error(`colour ${hex}: #RRGGBB is wanted`);
  return [Number.parseInt(match[1]!, 16), Number.parseInt(match[2]!, 16), Number.parseInt(match[3]!, 16)];
}

const formatHex = (rgb: Rgb): string =>
  `#${rgb.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`.toUpperCase();

/** WCAG 2 relative luminance, 0 to 1. */
function luminance(hex: string): number {
  const [r, g, b] = parseHex(hex).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** WCAG 2 contrast of two colours (#RRGGBB), 1 to 21. */
export function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** Blends `colour` over `ground` with an opacity of `share` (0 to 1). */
export function over(colour: string, ground: string, share: number): string {
  const [top, below] = [parseHex(colour), parseHex(ground)];
  return formatHex(top.map((value, i) => value * share + below[i]! * (1 - share)) as unknown as Rgb);
}

/** Hue in turns, saturation and lightness from 0 to 1. */
function toHsl([r, g, b]: Rgb): [number, number, number] {
  const [max, min] = [Math.max(r, g, b) / 255, Math.min(r, g, b) / 255];
  const span = max - min;
  const lightness = (max + min) / 2;
  if (span === 0) return [0, 0, lightness];
  const sixth =
    max === r / 255 ? ((g - b) / 255 / span + 6) % 6 : max === g / 255 ? (b - r) / 255 / span + 2 : (r - g) / 255 / span + 4;
  return [sixth / 6, span / (1 - Math.abs(2 * lightness - 1)), lightness];
}

function ofHsl(hue: number, saturation: number, lightness: number): string {
  const reach = saturation * Math.min(lightness, 1 - lightness);
  const channel = (n: number) => {
    const k = (n + hue * 12) % 12;
    return 255 * (lightness - reach * Math.max(-1, Math.min(k - 3, 9 - k, 1)));
  };
  return formatHex([channel(0), channel(8), channel(4)]);
}

/** Changes the lightness of a colour (#RRGGBB) by a share of the scale, darker if negative; keeps the hue. */
export function lighten(hex: string, by: number): string {
  const [hue, saturation, lightness] = toHsl(parseHex(hex));
  return ofHsl(hue, saturation, Math.min(1, Math.max(0, lightness + by)));
}

/** The nearest colour of the same hue towards black (`by` < 0) or white for which `readable` holds. */
export function adjust(hex: string, by: -1 | 1, readable: (candidate: string) => boolean): string {
  for (let steps = 0; steps * LIGHTNESS_STEP < 1; steps++) {
    const candidate = steps === 0 ? hex.toUpperCase() : lighten(hex, by * steps * LIGHTNESS_STEP);
    if (readable(candidate)) return candidate;
  }
  return by < 0 ? '#000000' : '#FFFFFF';
}
