import type { Resource } from './resource.ts';
import { agent } from './resources/agent.ts';
import { department } from './resources/department.ts';
import { driver } from './resources/driver.ts';
import { forward } from './resources/forward.ts';
import { operator } from './resources/operator.ts';
import { superior } from './resources/superior.ts';

/** Every resource by its name: the kinds of records an operator keeps. */
export const resources: Readonly<Record<string, Resource>> = { agent, department, driver, forward, operator, superior };
