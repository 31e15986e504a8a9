import { z } from 'zod';
import { defineCalls } from '../call.ts';

/** A value of an enumeration with its name in each language; `sort` counts from 1, and forms offer what is enabled. */
const EnumerationRow = z.object({
  value: z.union([z.number(), z.string()]),
  label: z.string(),
  labelEn: z.string(),
  labelEs: z.string(),
  labelJa: z.string(),
  sort: z.number(),
  enabled: z.boolean(),
});

/** A division by its code of six digits (GB/T 2260), named as the standard does. */
const Division = z.object({ areaId: z.string(), areaName: z.string() });

const byType = {
  permission: 'signedIn',
  read: true,
  data: z.object({ type: z.string().min(1).max(40) }),
  reply: z.object({ list: z.array(EnumerationRow) }),
} as const;

const divisions = {
  method: 'GET',
  permission: 'signedIn',
  read: true,
  reply: z.object({ list: z.array(Division) }),
} as const;

const areaId = z.string().regex(/^\d{6}$/);

export const lookupsCalls = defineCalls({
  getEnumListByType: {
    ...byType,
    method: 'POST',
    path: 'config/getEnumListByType',
    summary: 'The values of an enumeration (PLATE_COLOR, CFG_PROTOCOL …) in their order, named in four languages.',
  },
  getEnumByType: {
    ...byType,
    method: 'GET',
    path: 'common/getEnumByType',
    summary: 'The same as config/getEnumListByType.',
  },
  getProvince: {
    ...divisions,
    path: 'location/rs/getProvince',
    summary: 'Provinces, municipalities and regions.',
    data: z.object({}),
  },
  getCity: {
    ...divisions,
    path: 'location/rs/getCity',
    summary: 'The cities of a province. What has none, like a municipality, is its own one city.',
    data: z.object({ areaId }),
  },
  getArea: {
    ...divisions,
    path: 'location/rs/getArea',
    summary: 'The districts and counties of a city, or of a province that is its own city.',
    data: z.object({ areaId }),
  },
});
