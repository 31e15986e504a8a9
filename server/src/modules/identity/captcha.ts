import { randomBytes, randomInt } from 'node:crypto';
import { GLYPHS } from './captcha-glyphs.ts';
import { ExpiringMap } from './expiring-map.ts';
import { CAPTCHA_LENGTH, CAPTCHA_LIFE_MS, MAX_CAPTCHAS } from './limits.ts';

const WIDTH = 120;
const HEIGHT = 40;
const COLOURS = ['#1d4f8c', '#7a2f5d', '#2c6b45', '#8a4b16', '#46408f'];

export type Captchas = {
  /** A new picture as a data: URL, with the id to send back. */
  create(): { captchaId: string; image: string };
  /** Whether the text is that of the picture. Either way the picture is used up. */
  solve(captchaId: string, text: string): boolean;
};

/** `textFor` chooses the text of an image. */
export function createCaptchas(now: () => number, textFor: () => string = randomText): Captchas {
  const texts = new ExpiringMap<string>({ lifeMs: CAPTCHA_LIFE_MS, max: MAX_CAPTCHAS, now });
  return {
    create: () => {
      const captchaId = randomBytes(16).toString('base64url');
      const text = textFor();
      texts.set(captchaId, text);
      return { captchaId, image: `data:image/svg+xml;base64,${Buffer.from(draw(text)).toString('base64')}` };
    },
    solve: (captchaId, text) => texts.take(captchaId) === text.trim().toUpperCase(),
  };
}

const LETTERS = Object.keys(GLYPHS);
const pick = <T>(from: readonly T[]): T => from[randomInt(from.length)]!;
/** Between -amount and amount. */
const jitter = (amount: number) => ((randomInt(2001) - 1000) / 1000) * amount;
const round = (value: number) => Math.round(value * 10) / 10;

const randomText = () => Array.from({ length: CAPTCHA_LENGTH }, () => pick(LETTERS)).join('');

type Point = readonly [x: number, y: number];

/** The picture of a text: bent strokes and noise lines of the same kind in random order, so that its source does not spell it. */
function draw(text: string): string {
  const strokes = [...text].flatMap((letter, index) => letterStrokes(letter, index));
  const noise = Array.from({ length: 7 }, noiseLine);
  const paths = shuffled([...strokes, ...noise]).map(
    (d) => `<path d="${d}" stroke="${pick(COLOURS)}" stroke-width="${round(2 + jitter(0.5))}"/>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" fill="none" stroke-linecap="round" stroke-linejoin="round">${paths.join('')}</svg>`;
}

function letterStrokes(letter: string, index: number): string[] {
  const angle = jitter(0.35);
  const scale = 1.5 + jitter(0.2);
  const left = 18 + index * 28 + jitter(4);
  const top = HEIGHT / 2 + jitter(4);
  const place = ([x, y]: Point): Point => {
    const [dx, dy] = [(x - 5) * scale + jitter(0.7), (y - 7) * scale + jitter(0.7)];
    return [left + dx * Math.cos(angle) - dy * Math.sin(angle), top + dx * Math.sin(angle) + dy * Math.cos(angle)];
  };
  return GLYPHS[letter]!.flatMap((line) => {
    const points = line.split(' ').map((pair) => place(pair.split(',').map(Number) as unknown as Point));
    // cut into single pieces, each bent a little: no path is a letter's outline
    return points.slice(1).map((to, i) => bentLine(points[i]!, to, 1.2));
  });
}

function noiseLine(): string {
  const from: Point = [randomInt(WIDTH), randomInt(HEIGHT)];
  return bentLine(from, [from[0] + jitter(40), from[1] + jitter(18)], 8);
}

function bentLine([x1, y1]: Point, [x2, y2]: Point, bend: number): string {
  const [cx, cy] = [(x1 + x2) / 2 + jitter(bend), (y1 + y2) / 2 + jitter(bend)];
  return `M${round(x1)} ${round(y1)}Q${round(cx)} ${round(cy)} ${round(x2)} ${round(y2)}`;
}

function shuffled<T>(items: T[]): T[] {
  for (let i = items.length - 1; i > 0; i--) {
    const j = randomInt(i + 1);
    [items[i], items[j]] = [items[j]!, items[i]!];
  }
  return items;
}
