import type { ComponentType } from 'react';
import { createElement } from 'react';
import type { ResourcePageRow } from '../shared/resource/resource-hooks.ts';

/** Loads the page of a row of resourcePages, once. */
export async function loadResourcePage(load: () => Promise<ResourcePageRow>): Promise<ComponentType> {
  const [row, { ResourcePage }] = await Promise.all([load(), import('../shared/resource/ResourcePage.tsx')]);
  return () => createElement(ResourcePage, row);
}
