/** `span` is a duration; `dateOrTime` depends on the value. */
export type TimeKind = 'date' | 'time' | 'dateTime' | 'span' | 'dateOrTime';

/** A plain number, padded with zeros to `digits`, or a time. */
export type NumberFormat = { readonly as: 'number'; readonly digits: number } | { readonly as: TimeKind };

export const GENERAL: NumberFormat = { as: 'number', digits: 0 };

/** Built-in formats, East Asian ones included (ECMA-376 part 1, 18.8.30). `dateOrTime` is where languages differ. */
const BUILT_IN: readonly (readonly [from: number, to: number, as: TimeKind])[] = [
  [14, 17, 'date'],
  [18, 21, 'time'],
  [22, 22, 'dateTime'],
  [27, 31, 'date'],
  [32, 33, 'time'],
  [34, 35, 'dateOrTime'],
  [36, 36, 'date'],
  [45, 45, 'time'],
  [46, 46, 'span'],
  [47, 47, 'time'],
  [50, 54, 'date'],
  [55, 56, 'dateOrTime'],
  [57, 58, 'date'],
];

/** Ids below 164 are built-in. */
export function findBuiltInFormat(id: number): NumberFormat {
  const row = BUILT_IN.find(([from, to]) => id >= from && id <= to);
  return row ? { as: row[2] } : GENERAL;
}

/** Parses a format code such as `yyyy"年"m"月"d"日"`, `[$-804]aaaa` or `000000`. */
export function parseNumberFormat(code: string): NumberFormat {
  // the section for positive numbers, without literals, colours, conditions and locales; [h] stays
  const bare = code
    .replace(/"[^"]*"|\\.|[_*]./gs, '')
    .replace(/\[(?!(?:h+|m+|s+)\])[^\]]*\]/gi, '')
    .split(';', 1)[0]!
    .toLowerCase()
    .replaceAll('general', '');
  if (/^0+$/.test(bare)) return { as: 'number', digits: bare.length };
  const time = /[hs]|am\/pm|上午\/下午|\[m+\]/.test(bare);
  // an m beside hours or seconds is minutes; any other is a month
  const date = /[ydgb]|aaa/.test(bare) || /m/.test(bare.replace(/am\/pm|a\/p/g, '').replace(/h[^a-z]*m+|m+[^a-z]*s|\[m+\]/g, ''));
  if (date) return { as: time ? 'dateTime' : 'date' };
  if (/\[[hms]/.test(bare)) return { as: 'span' };
  return time ? { as: 'time' } : GENERAL;
}
