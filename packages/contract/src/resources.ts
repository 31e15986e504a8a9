import type { Resource } from './resource.ts';
import { department } from './resources/department.ts';
import { driver } from './resources/driver.ts';
import { role, roleSF } from './resources/role.ts';
import { user, userSF } from './resources/user.ts';

/** Every resource by its name: the kinds of records an operator keeps. */
export const resources: Readonly<Record<string, Resource>> = { department, driver, role, roleSF, user, userSF };
