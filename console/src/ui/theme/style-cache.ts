import { createCache } from '@ant-design/cssinjs';

type StyleCache = Pick<ReturnType<typeof createCache>, 'opUpdate'>;
/** antd's entry: how many components use the style, and the style. */
type Entry = [number, unknown];

/**
 * Makes a cache keep the styles that no component uses any more. antd would drop and compute them again when a page with the
 * component comes back.
 */
export function keepUnusedStyles(cache: StyleCache): void {
  const { opUpdate } = cache;
  cache.opUpdate = function update(this: StyleCache, key, change) {
    opUpdate.call(this, key, (entry: Entry | null) => change(entry) ?? (entry && [0, entry[1]]));
  };
}

/** Of all antd components of the console. */
export const styleCache = createCache();
keepUnusedStyles(styleCache);
