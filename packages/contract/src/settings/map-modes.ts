import type { SecretSettingKey, SettingValue } from './platform-settings.ts';

/** Specification 4: the map modes that need a key. 0 is the map that needs none. */
export type KeyedMapMode = 1 | 2 | 3;

type KeyedMap = {
  readonly mode: KeyedMapMode;
  /** As the setting and the user's configuration (typeID 3) name it. */
  readonly provider: SettingValue<'mapProvider'>;
  readonly keySetting: SecretSettingKey;
  /** Amap's second half of a key. */
  readonly codeSetting?: SecretSettingKey;
};

export const keyedMaps: readonly KeyedMap[] = [
  { mode: 1, provider: 'BaiduMap', keySetting: 'baiduMapKey' },
  { mode: 2, provider: 'GaodeMap', keySetting: 'gaodeMapKey', codeSetting: 'gaodeMapCode' },
  { mode: 3, provider: 'TenxunMap', keySetting: 'tenxunMapKey' },
];

/** The keyed mode or the base map for which the server sends the page's content security policy. */
export const MAP_MODE_COOKIE = 'mapMode';
/** The page's meta tag with the keyed mode or the base map of its content security policy. */
export const MAP_MODE_META = 'map-mode';
