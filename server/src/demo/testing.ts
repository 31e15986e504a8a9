import type { TestServer } from '../areas/testing/test-server.ts';
import type { DemoHouse } from './enter-demo.ts';

/** For tests: what keeps the records of a test server. */
export const demoHouse = (server: TestServer, refused: DemoHouse['refused']): DemoHouse => ({
  db: server.db,
  fleet: server.fleet,
  people: server.people,
  notices: server.noticeRecords,
  expiry: server.expiry,
  repairs: server.repairs,
  installs: server.installs,
  geofences: server.geofences,
  below: server.identity.scopes.of,
  timeZone: 'Asia/Shanghai',
  now: () => server.clock.now,
  refused,
});
