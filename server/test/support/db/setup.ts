import { afterAll } from 'vitest';
import { removeTestDatabases } from '../../../src/platform/db/testing.ts';

// runs after what test files clean up themselves
afterAll(removeTestDatabases);
