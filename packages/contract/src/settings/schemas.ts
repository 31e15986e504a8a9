import { UNIT_SYSTEMS } from '@fleetwarden/domain/units';
import { z } from 'zod';
import type { CallSchemas } from '../call.ts';
import { DEFAULT_MAP_SETTINGS, isRefreshSetting, isTreeSetting, isWindowSetting } from '../monitor/map-settings.ts';
import { MAX_ROTATION_S, MIN_ROTATION_S } from '../video/rotation-limits.ts';
import { BASE_MAPS } from './map-sources.ts';
import { MAP_KEY_RESULTS, MEDIA_SERVICES } from './test-results.ts';

const mapSettings = {
  treesetting: z.string().max(64).refine(isTreeSetting),
  refreshsetting: z.string().max(64).refine(isRefreshSetting),
  carwindowcustomsetting: z.string().max(128).refine(isWindowSetting),
};

/** Map settings of an account: lists of numbers, by the tables of map-settings.ts and vehicle-window.ts. */
export const MapSettings = z.object({
  treesetting: mapSettings.treesetting.default(DEFAULT_MAP_SETTINGS.treesetting),
  refreshsetting: mapSettings.refreshsetting.default(DEFAULT_MAP_SETTINGS.refreshsetting),
  carwindowcustomsetting: mapSettings.carwindowcustomsetting.default(DEFAULT_MAP_SETTINGS.carwindowcustomsetting),
});
export type MapSettings = z.infer<typeof MapSettings>;

/** Initial view of an account's map: `center` as 'lng|lat' in BD-09 for every provider; mapType 1 to 3. */
export const MapState = z.object({
  level: z.coerce.number().min(0).max(24).optional(),
  center: z
    .string()
    .regex(/^-?\d{1,3}(\.\d+)?\|-?\d{1,2}(\.\d+)?$/)
    .optional(),
  mapType: z.coerce.number().int().min(1).max(9).optional(),
});

/** The video wall of a user. */
export const VideoWallSettings = z.object({
  /** Tiles. */
  layout: z.literal([1, 4, 6, 9, 16]).default(4),
  /** Tries again by itself while a vehicle is offline or sends nothing. */
  keepsRetrying: z.boolean().default(false),
  /** Time of a page of a rotation, s. */
  rotationSeconds: z.int().min(MIN_ROTATION_S).max(MAX_ROTATION_S).default(30),
  /** The tree shows only vehicles with recorded video channels. */
  videoOnly: z.boolean().default(false),
});
export type VideoWallSettings = z.infer<typeof VideoWallSettings>;

/** Console settings of a user. */
export const UiSettings = z.object({
  mode: z.enum(['light', 'dark', 'system']).default('system'),
  /** '#rrggbb'; '' is the product's own. */
  colour: z
    .string()
    .regex(/^(#[0-9a-f]{6})?$/)
    .default(''),
  size: z.enum(['default', 'medium', 'small', 'mini']).default('medium'),
  tagsView: z.boolean().default(true),
  fixedHeader: z.boolean().default(true),
  sidebarLogo: z.boolean().default(false),
  /** The menu search also accepts pinyin (offered in Chinese). */
  pinyinSearch: z.boolean().default(true),
  /** Units of pages and exported files. Calls are always metric. */
  units: z.enum(UNIT_SYSTEMS).default('metric'),
});
export type UiSettings = z.infer<typeof UiSettings>;

/** Layers of the map besides vehicles. */
export const MapToolSettings = z.object({
  /** Lines behind followed vehicles through their last points. */
  tails: z.boolean().default(false),
  /** Areas and geofences. */
  areas: z.boolean().default(true),
  /** Chosen base map without a key; absent until the user has chosen. */
  baseMap: z.enum(BASE_MAPS).optional(),
});
export type MapToolSettings = z.infer<typeof MapToolSettings>;

/** Appearance of vehicles on maps. */
export const MarkerSettings = z.object({
  /** Effect of a click on a vehicle (specification 4): 1 its information, 2 playback of its track, 3 tracking. */
  click: z.union([z.literal(1), z.literal(2), z.literal(3)]).default(1),
  /** Layout 3 is 105x80, the others are 24x24. */
  layout: z.union([z.literal(1), z.literal(2), z.literal(3)]).default(1),
  labels: z.boolean().default(true),
  clusters: z.boolean().default(true),
  /** Markers glide between fixes. */
  smooth: z.boolean().default(true),
});
export type MarkerSettings = z.infer<typeof MarkerSettings>;

/** How alarms alert a user; `PopupAlarms` selects which. */
export const AlarmSettings = z.object({
  /** Nothing sounds. */
  mute: z.boolean().default(false),
  /** Percent. */
  volume: z.number().int().min(0).max(100).default(60),
  /** Levels that sound: 1 notice, 2 alarm, 3 serious. */
  levels: z
    .array(z.literal([1, 2, 3]))
    .max(3)
    .default([2, 3]),
  /** Notices of the desktop while the console is not looked at. */
  desktop: z.boolean().default(false),
});
export type AlarmSettings = z.infer<typeof AlarmSettings>;

/** Alarm types with popups, by setting number (`toSettingId`); null: defaults. */
const PopupAlarms = z.array(z.number().int().min(1).max(999)).max(300).nullable();

/** One table as arranged by its user: order of columns, hidden and pinned ones, and density. */
export const TableSettings = z.object({
  order: z.array(z.string().max(64)).max(100).default([]),
  hidden: z.array(z.string().max(64)).max(100).default([]),
  pinned: z.record(z.string().max(64), z.enum(['left', 'right'])).default({}),
  density: z.enum(['middle', 'small']).default('middle'),
});
export type TableSettings = z.infer<typeof TableSettings>;

// without defaults: a part that is not named must stay as it is, and a default would name it
const parts = {
  ui: UiSettings,
  mapTools: MapToolSettings,
  markers: MarkerSettings,
  alarms: AlarmSettings,
  videoWall: VideoWallSettings,
  tables: z.record(z.string().max(64), TableSettings),
  /** Routes of the dashboard's quick entries. */
  quickLinks: z.array(z.string().max(200)).max(8),
};

/** Settings of an account by part; each part is saved as a whole. */
export const UserSettings = z.object({
  map: MapSettings.prefault({}),
  ui: parts.ui.prefault({}),
  mapTools: parts.mapTools.prefault({}),
  markers: parts.markers.prefault({}),
  alarms: parts.alarms.prefault({}),
  videoWall: parts.videoWall.prefault({}),
  popupAlarms: PopupAlarms.default(null),
  tables: parts.tables.default({}),
  quickLinks: parts.quickLinks.default([]),
});
export type UserSettings = z.infer<typeof UserSettings>;

/** Ids cross the wire as strings of digits. */
const id = z.string().regex(/^\d{1,15}$/);

export const settingsSchemas = {
  saveUserSetting: {
    summary:
      'Saves parts of the caller’s own settings. Parts that are not given do not change. Map settings and alarm popups have separate calls.',
    data: z.object(parts).partial(),
    reply: UserSettings,
  },
  getPlatSetting: {
    summary:
      'Returns the settings, by key, that apply to a department. Without a department: the platform settings, or those of the caller’s own department if it is not a root. Secrets are only shown as set or not set.',
    data: z.object({ deptId: id.optional() }),
    reply: z.object({
      /** Whose settings these are; null: the platform's. */
      deptId: z.string().nullable(),
      version: z.number(),
      /** `value` applies; `inherited`: it comes from an ancestor or the default; `fallback` applies after the own value is deleted. */
      values: z.record(z.string(), z.object({ value: z.unknown(), inherited: z.boolean(), fallback: z.unknown() })),
      /** Own logo, '' if not set. */
      logoUrl: z.string(),
    }),
  },
  getMapSetting: {
    summary:
      'Returns the data that a console needs to draw maps. Contains the provider keys for the caller’s department, the map source that needs no key, and the caller’s map settings.',
    data: z.object({}),
    reply: z.object({
      /** mode 1 Baidu, 2 Amap (with its security code, or ''), 3 Tencent. */
      keys: z.array(z.object({ mode: z.union([z.literal(1), z.literal(2), z.literal(3)]), key: z.string(), code: z.string() })),
      source: z.object({
        kind: z.enum(['boundaries', 'xyz', 'wmts', 'vector', 'pmtiles']),
        url: z.string(),
        satelliteUrl: z.string(),
        attribution: z.string(),
        /** The last zoom with tiles, where it is known. */
        maxZoom: z.number().optional(),
      }),
      settings: MapSettings,
    }),
  },
  saveMapSetting: {
    summary: 'Saves the caller’s map settings and the initial map view. Values that are not given do not change.',
    data: z.object({ ...mapSettings, ...MapState.shape }).partial(),
    reply: MapSettings,
  },
  savePopupAlarm: {
    summary: 'Saves the alarm types that show popups for the caller. null restores the default types.',
    data: z.object({ popupAlarms: PopupAlarms }),
    reply: z.object({ popupAlarms: PopupAlarms }),
  },
  savePlatSetting: {
    summary: 'Saves settings of the platform or of a department; null removes a value. Refused if the version is not the newest.',
    data: z.object({
      deptId: id.optional(),
      version: z.number().int().min(0),
      values: z.record(z.string().max(64), z.unknown()),
    }),
    reply: z.object({ version: z.number() }),
  },
  testMapKey: {
    summary:
      'Checks with a map provider whether it knows a key: the given key, otherwise the stored key that applies to the department.',
    data: z.object({
      deptId: id.optional(),
      key: z.enum(['baiduMapKey', 'gaodeMapKey', 'tenxunMapKey']),
      value: z.string().min(1).max(200).optional(),
    }),
    reply: z.object({
      /** wrongType: a key of the provider's web service, with which a browser draws no map; exhausted: over its quota. */
      result: z.enum(MAP_KEY_RESULTS),
      /** The provider's own code; '' without an answer. */
      code: z.string(),
    }),
  },
  testMedia: {
    summary:
      'Tests whether the addresses that terminals receive for video and alarm files accept a connection. `values` contains settings that are not saved yet.',
    data: z.object({
      values: z
        .object({ evidenceHost: z.string().max(100), evidencePort: z.number() })
        .partial()
        .default({}),
    }),
    reply: z.object({
      list: z.array(
        z.object({
          service: z.enum(MEDIA_SERVICES),
          /** '': PUBLIC_HOST is not set, so each terminal gets the address that it connected to. */
          host: z.string(),
          port: z.number(),
          /** null: not tried, without a host. */
          reachable: z.boolean().nullable(),
        }),
      ),
    }),
  },
  uploadLogo: {
    summary:
      'Sets the logo of the platform or of a department: PNG, JPEG or WebP, at most 512 KB, base64. An empty value removes the logo.',
    data: z.object({ deptId: id.optional(), image: z.string().max(720_000) }),
    reply: z.object({ logoUrl: z.string() }),
  },
  qryPlatInfoByDeptId: {
    summary: 'Returns the platform name and logo of a department: its own, or those of the nearest department above it.',
    data: z.object({ deptId: id.optional() }),
    reply: z.object({ platName: z.string(), logoUrl: z.string() }),
  },
  getDeptLogoShowUrlPre: {
    summary: 'Returns the prefix of a logoUrl. It is empty while logos are served below the console’s own address.',
    data: z.object({}),
    reply: z.object({ urlPre: z.string() }),
  },
} satisfies Record<string, CallSchemas>;

/** `data` of the commonmsg `configChanged`: settings of a department changed, or (null) the platform's. */
export const ConfigChanged = z.object({ deptId: z.string().nullable() });
export type ConfigChanged = z.infer<typeof ConfigChanged>;
