import { z } from 'zod';
import type { CallSchemas } from '../call.ts';

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

const byTypeSchemas = { data: z.object({ type: z.string().min(1).max(40) }), reply: z.object({ list: z.array(EnumerationRow) }) };

const divisionsSchemas = { reply: z.object({ list: z.array(Division) }) };

const areaId = z.string().regex(/^\d{6}$/);

export const lookupsSchemas = {
  getEnumListByType: {
    ...byTypeSchemas,
    summary:
      'Lists the values of an enumeration (PLATE_COLOR, CFG_PROTOCOL …) in their defined order, with names in four languages.',
  },
  getEnumByType: { ...byTypeSchemas, summary: 'The same as config/getEnumListByType.' },
  getProvince: { ...divisionsSchemas, summary: 'Provinces, municipalities and regions.', data: z.object({}) },
  getCity: {
    ...divisionsSchemas,
    summary:
      'Lists the cities of a province. A province without cities, such as a municipality, is returned as its own single city.',
    data: z.object({ areaId }),
  },
  getArea: {
    ...divisionsSchemas,
    summary: 'Lists the districts and counties of a city, or of a province that is its own city.',
    data: z.object({ areaId }),
  },
} satisfies Record<string, CallSchemas>;
