import { defineRoutes } from '../call.ts';
import type { lookupsSchemas } from './schemas.ts';

const byType = { permission: 'signedIn', read: true } as const;
const divisions = { method: 'GET', permission: 'signedIn', read: true } as const;

export const lookupsCalls = defineRoutes<typeof lookupsSchemas>()({
  getEnumListByType: { ...byType, method: 'POST', path: 'config/getEnumListByType' },
  getEnumByType: { ...byType, method: 'GET', path: 'common/getEnumByType' },
  getProvince: { ...divisions, path: 'location/rs/getProvince' },
  getCity: { ...divisions, path: 'location/rs/getCity' },
  getArea: { ...divisions, path: 'location/rs/getArea' },
});
