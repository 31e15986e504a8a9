import { afterAll } from 'vitest';
import { removeTestDatabases } from './test-database.ts';

// runs after what test files clean up themselves
afterAll(removeTestDatabases);
