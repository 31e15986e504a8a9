import { type AreaShapeNumber, SHAPE } from '@fleetwarden/domain/area-geometry';

/** The commands that set, delete and query areas, by AREA_SHAPE; `kind` is the number 0x8608 has for the shape. */
export const AREA_COMMANDS = {
  [SHAPE.rectangle]: { set: '8602', erase: '8603', kind: 2 },
  [SHAPE.polygon]: { set: '8604', erase: '8605', kind: 3 },
  [SHAPE.route]: { set: '8606', erase: '8607', kind: 4 },
  [SHAPE.circle]: { set: '8600', erase: '8601', kind: 1 },
} as const satisfies Readonly<Record<AreaShapeNumber, { readonly set: string; readonly erase: string; readonly kind: number }>>;
