import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { loadCode } from '../api/load-code.ts';

/**
 * A component whose code is loaded when it is first shown. An outage of the network or of the server delays it. Without the code
 * the nearest error boundary is shown.
 */
// biome-ignore lint/suspicious/noExplicitAny: the constraint of React's own `lazy`
export const lazyComponent = <T extends ComponentType<any>>(load: () => Promise<T>): LazyExoticComponent<T> =>
  lazy(async () => ({ default: await loadCode(load) }));
