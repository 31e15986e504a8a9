/** Parameters of schemes as the engine reads them, by the code of their kind: contract/alarm-rules/kinds says their bounds and defaults. */

type Levels = { readonly second: number; readonly third: number };
type Limits = { readonly passenger: number; readonly freight: number; readonly dangerous: number };

export type ParamsOf = {
  '130101': {
    readonly types: readonly {
      readonly typeId: number;
      readonly enabled: boolean;
      readonly level: 1 | 2 | 3;
      readonly popup: boolean;
      readonly sound: boolean;
      readonly minTimes: number;
      readonly window: number;
      readonly mergeGap: number;
      readonly key: boolean;
      readonly reportTo809: boolean;
      readonly sla: number;
    }[];
  };
  '130102': {
    readonly rows: readonly {
      readonly start: string;
      readonly end: string;
      readonly roadGrade: number;
      readonly vehicleClass: number;
      readonly limit: number;
    }[];
    readonly nightFactor: number;
    readonly tolerance: number;
    readonly duration: number;
    readonly preDiff: number;
    readonly levels: Levels;
    readonly speedSource: 1 | 2 | 3;
    readonly repeat: number;
  };
  '130104': {
    readonly banStart: string;
    readonly banEnd: string;
    readonly minSpeed: number;
    readonly moving: number;
    readonly repeat: number;
    readonly industry: readonly number[];
    readonly exempt: readonly string[];
  };
  '130108': {
    readonly types: readonly {
      readonly typeId: number;
      readonly raiseDelay: number;
      readonly endDelay: number;
      readonly minTimes: number;
    }[];
  };
  '130111': { readonly kinds: readonly number[] };
  '130112': {
    readonly dayMax: number;
    readonly nightMax: number;
    readonly minRest: number;
    readonly dailyMax: number;
    readonly weekMax: number;
    readonly preMinutes: number;
    readonly resetOnDriverChange: boolean;
    readonly repeat: number;
  };
  '130113': {
    readonly useRoadLimit: boolean;
    readonly motorway: Limits;
    readonly national: Limits;
    readonly provincial: Limits;
    readonly county: Limits;
    readonly city: Limits;
    readonly matchDist: number;
    readonly tolerance: number;
    readonly duration: number;
    readonly preDiff: number;
    readonly levels: Levels;
  };
};

/** Kinds the engine does something with. */
export type EngineKind = keyof ParamsOf;
export const ENGINE_KINDS = [
  '130101',
  '130102',
  '130104',
  '130108',
  '130111',
  '130112',
  '130113',
] as const satisfies EngineKind[];
