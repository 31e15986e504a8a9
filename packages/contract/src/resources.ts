import type { Resource } from './resource.ts';
import { driver } from './resources/driver.ts';

/** Every resource by its name: the kinds of records an operator keeps. */
export const resources = { driver } as const satisfies Readonly<Record<string, Resource>>;
