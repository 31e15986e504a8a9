import type { DemoStores } from '../../../src/demo/enter-demo.ts';
import type { TestServer } from '../test-server.ts';

/** For tests: stores of a test server's records. */
export const demoStores = (server: TestServer, refused: DemoStores['refused']): DemoStores => ({
  db: server.db,
  bus: server.bus,
  fleet: server.fleet,
  people: server.people,
  platforms: server.platforms,
  quotas: server.quotas,
  notices: server.noticeRecords,
  expiry: server.expiry,
  repairs: server.repairs,
  installs: server.installs,
  geofences: server.geofences,
  sms: server.sms,
  education: server.education,
  below: server.identity.scopes.of,
  timeZone: 'Asia/Shanghai',
  now: () => server.clock.now,
  refused,
});
