import type { SettingRow } from './platform-settings.ts';

/** Why a value is refused: key of its text in `locale` (`settings.<name>`) and what to put into it. */
export type SettingFault = {
  readonly name:
    | 'faultKind'
    | 'faultLength'
    | 'faultTooLong'
    | 'faultCharacters'
    | 'faultInteger'
    | 'faultRange'
    | 'faultUrl'
    | 'faultInternalUrl'
    | 'faultLngLat'
    | 'faultChannels'
    | 'faultHours'
    | 'faultHost'
    | 'faultEmail'
    | 'faultLines'
    | 'faultNetwork';
  readonly params: Readonly<Record<string, number>>;
};

const fault = (name: SettingFault['name'], params: SettingFault['params'] = {}): SettingFault => ({ name, params });

// control characters, and those that turn the direction of what follows
const UNSAFE = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;
// no credentials before the host: all users would see them
const URL = /^https?:\/\/([^\s/?#@"'<>\\]+)([/?#][^\s"'<>\\]*)?$/i;
// names and addresses of this machine and of cloud metadata; where others lead is checked when the server opens them
const INTERNAL_HOST = /^(localhost|[^:]*\.localhost|0\.|127\.|169\.254\.|\[::1?\]|\[fe80:)/i;
const MAX_URL = 500;
const LNG_LAT = /^(-?\d{1,3}(?:\.\d{1,8})?)\|(-?\d{1,2}(?:\.\d{1,8})?)$/;
const OCTET = '(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)';
const NETWORK_V4 = new RegExp(`^${OCTET}(?:\\.${OCTET}){3}(?:/(?:[12]?\\d|3[0-2]))?$`);
const NETWORK_V6 = /^(?!.*::.*::)(?:[0-9a-f]{1,4}|:)(?::[0-9a-f]{0,4}){1,7}(?:\/(?:\d{1,2}|1[01]\d|12[0-8]))?$/i;
const FILE_STEM = /^[0-9a-f]{64}$/;

/** Formats of texts. */
const FORMATS = {
  channels: { pattern: /^(?:[1-9]\d?|1[01]\d|12[0-7])(?:,(?:[1-9]\d?|1[01]\d|12[0-7]))*$/, name: 'faultChannels' },
  hours: { pattern: /^(?:[01]\d|2[0-3]):[0-5]\d-(?:[01]\d|2[0-3]):[0-5]\d$/, name: 'faultHours' },
  host: { pattern: /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$|^[0-9a-f]*:[0-9a-f:.]+$/i, name: 'faultHost' },
  email: { pattern: /^[^\s<>()[\]",;:@\\]{1,64}@[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i, name: 'faultEmail' },
} as const;

function formatFault(format: keyof typeof FORMATS | undefined, value: unknown): SettingFault | null {
  if (format === undefined || value === '') return null;
  const { pattern, name } = FORMATS[format];
  return pattern.test(String(value)) ? null : fault(name);
}

function textFault(value: unknown, min: number, max: number): SettingFault | null {
  if (typeof value !== 'string') return fault('faultKind');
  const length = [...value].length;
  if (length > max) return min > 0 ? fault('faultLength', { min, max }) : fault('faultTooLong', { max });
  if (length < min) return fault('faultLength', { min, max });
  return UNSAFE.test(value) || value.trim() !== value ? fault('faultCharacters') : null;
}

function lineFault({ format, maxLength }: Extract<SettingRow, { kind: 'lines' }>, line: unknown): SettingFault | null {
  const textual = textFault(line, 1, maxLength);
  if (textual || format === undefined) return textual;
  return NETWORK_V4.test(String(line)) || NETWORK_V6.test(String(line)) ? null : fault('faultNetwork');
}

/** Why a setting cannot have a value; null where it can. The server and the page ask the same. */
export function settingFault(row: SettingRow, value: unknown): SettingFault | null {
  switch (row.kind) {
    case 'text':
      return formatFault(row.format, value) ?? textFault(value, row.minLength ?? 0, row.maxLength);
    case 'secret':
      return textFault(value, 1, row.maxLength);
    case 'url': {
      const textual = textFault(value, 0, MAX_URL);
      if (textual || value === '') return textual;
      const match = URL.exec(value as string);
      if (!match) return fault('faultUrl');
      return row.external && INTERNAL_HOST.test(match[1]!) ? fault('faultInternalUrl') : null;
    }
    case 'int':
    case 'number': {
      if (typeof value !== 'number' || !Number.isFinite(value)) return fault('faultKind');
      if (row.kind === 'int' && !Number.isInteger(value)) return fault('faultInteger');
      const { min, max } = row;
      return value < min || value > max ? fault('faultRange', { min, max }) : null;
    }
    case 'bool':
      return typeof value === 'boolean' ? null : fault('faultKind');
    case 'choice':
      return row.options.includes(value as string) ? null : fault('faultKind');
    case 'choices': {
      const sound = Array.isArray(value) && new Set(value).size === value.length && value.every((v) => row.options.includes(v));
      return sound ? null : fault('faultKind');
    }
    case 'lines':
      if (!Array.isArray(value)) return fault('faultKind');
      if (value.length > row.maxLines) return fault('faultLines', { max: row.maxLines });
      return value.reduce((found: SettingFault | null, line) => found ?? lineFault(row, line), null);
    case 'lngLat': {
      const [, lng, lat] = LNG_LAT.exec(typeof value === 'string' ? value : '') ?? [];
      return lng && lat && Math.abs(Number(lng)) <= 180 && Math.abs(Number(lat)) <= 85 ? null : fault('faultLngLat');
    }
    case 'file': {
      if (value === '') return null;
      const [stem = '', type = '', ...rest] = String(value).split('.');
      return typeof value === 'string' && FILE_STEM.test(stem) && row.types.includes(type) && rest.length === 0
        ? null
        : fault('faultKind');
    }
  }
}
