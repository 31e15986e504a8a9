import type { RoutePath } from '@fleetwarden/contract/console-routes';
import type { FilterType } from '@fleetwarden/contract/reports/report-filters';
import type { ColumnType, ReportAction } from '@fleetwarden/contract/reports/schemas';
import type { Region } from '@fleetwarden/domain/region';
import type { Queryable, Sql } from '../../../platform/db/database.ts';
import type { ReportDocument } from '../documents/document.ts';
import type { KeptRows } from '../query/result-cache.ts';
import type { RulesOf } from '../scores/score-rules.ts';

/**
 * A condition of a report. `name` is that of the wire (`deptId`, `carIds`, `staticDate` ...); its label is the text
 * `reportCondition.<name>`.
 */
export type Condition = {
  readonly name: string;
  readonly type: FilterType;
  readonly required?: boolean;
  /** Of dates: 0, 1, -1, curMonth, dtOneMonth or `-7,-1` (report catalogue 2.3). */
  readonly remark?: Remark;
  /** What another begins with; `own` of a company: that of whoever asks. */
  readonly begins?: string;
  /** The enumeration it chooses from: one of `domain/enumerations`, or texts `reportEnum.<values>_<value>`. */
  readonly values?: string;
  /** It is about companies: those that are asked for are no more than those it is true of. */
  readonly ofCompanies?: true;
  /** Days of a range at the most. */
  readonly maxDays?: number;
};
export type Remark = '0' | '1' | '-1' | 'curMonth' | 'dtOneMonth' | '-7,-1';

/** What conditions come to, checked and within the caller's scope. Times epoch ms, ends exclusive; days yyyy-MM-dd, both included. */
export type Asked = {
  /** Departments whose rows may be read: the chosen ones and those below, within the scope. */
  readonly departments: readonly number[];
  /** All departments whose records the caller may see, whatever was chosen. */
  readonly scope: readonly number[];
  /** The one that was chosen, or the caller's own. */
  readonly company: number;
  /** Chosen vehicles, all of them within the scope; null: none was chosen. */
  readonly vehicles: readonly number[] | null;
  readonly days: { readonly from: string; readonly to: string };
  readonly times: { readonly from: number; readonly to: number };
  /** Days of the range, as many as it has. */
  readonly dayCount: number;
  readonly now: number;
  readonly timeZone: string;
  /** A condition's value as it came; '' where it was not given. */
  text(name: string): string;
  /** A number; null where it was not given. */
  number(name: string): number | null;
  /** Of one with several values; null where none is chosen, which means all, and where the report has no such condition. */
  list(name: string): readonly string[] | null;
  /** What was found where the report has it looked for (`seeks`). */
  readonly stays?: readonly RegionStay[];
  /** From and to; null where that end is open. */
  range(name: string): readonly [from: number | null, to: number | null];
};

/** When a vehicle was in a part of the map: epoch ms, ms, km, km/h (null: no fix lies in it), and where it was first. */
export type RegionStay = {
  readonly vehicleId: number;
  readonly firstAt: number;
  readonly lastAt: number;
  readonly stayMs: number;
  readonly km: number;
  readonly maxKmh: number | null;
  readonly lng: number;
  readonly lat: number;
};

/** Looks through the positions of vehicles, for whoever asks, from `start` to before `end`, epoch ms. Throws CallError. */
export type SearchRegion = (
  accountId: number,
  vehicleIds: readonly number[],
  region: Region,
  time: { readonly start: number; readonly end: number },
) => Promise<readonly RegionStay[]>;

/** How a figure is counted over several rows. `ratio`: anew, of the sums of what it is made of. */
export type Aggregate = 'sum' | 'max' | 'min' | 'avg' | 'ratio';

/** A column of a report: its key in the dictionary (`columns.ts`), and how it stands in this report. */
export type Shown = { readonly key: string; readonly fixed?: boolean; readonly hidden?: boolean };

/** A figure that leads to another report: which conditions that begins with, each by an id of the row or a condition of this one. */
export type Drill = {
  readonly column: string;
  readonly report: number;
  /** Condition there -> `row.<id>`, the condition here that it takes over, `range`, `=<value>`, or of a column of `spread` what it is of. */
  readonly takes: Readonly<Record<string, string>>;
};

/** All of a report but where its rows come from. */
export type ReportShape = {
  readonly id: number;
  /** Its page, and with it the code that opens it. */
  readonly page: RoutePath;
  readonly conditions: readonly Condition[];
  readonly columns: readonly (string | Shown)[];
  readonly sums?: Readonly<Record<string, Aggregate>>;
  /** `radar`: it goes round `y`, each of the first rows is a shape that `x` names. `across`: the axis are these columns, each with the sum of its rows; `x` names them together then. */
  readonly chart?: {
    readonly type: 'bar' | 'line' | 'pie' | 'radar';
    readonly x: string;
    readonly y: readonly string[];
    readonly across?: readonly string[];
    /** A line for each value of this column instead of one for all rows. */
    readonly by?: string;
    /** What rows of the same place come to; absent: as they are summed up below the table. */
    readonly of?: Aggregate;
  };
  readonly drills?: readonly Drill[];
  /** What can be done with the vehicle of a row, in the order it is offered. */
  readonly actions?: readonly ReportAction[];
  /** Columns in whose place others stand, which depend on what is asked for: keys of the dictionary, in their order. */
  readonly spread?: Readonly<Record<string, (asked: Asked, db: Pick<Queryable, 'query'>) => Promise<readonly string[]>>>;
  readonly order: readonly [column: string, direction: 'asc' | 'desc'];
  /** What a workbook or a PDF of it is, where that is more than its rows: csv has those alone. */
  readonly layout?: ReportDocument;
  /** The part of the map whose visitors are looked for before the query; null: none. Throws CallError. */
  readonly seeks?: (asked: Asked) => Region | null;
};
export type ReportDefinition = ReportShape & { readonly query: ReportQuery };

/** What somebody has to bring before there are rows. */
export type AwaitedFacts = 'attachments' | 'passengerCounts' | 'sensorReadings' | 'shortMessages' | 'training' | 'videoSessions';
/** A report that nothing brings facts of yet: it is known, and nobody is offered it. */
export type AwaitingReport = ReportShape & { readonly awaits: readonly AwaitedFacts[] };

/**
 * A report's SQL before order, page and sums. `columns`: an expression for each column it can tell, by key; what stands in none is
 * made of others by `formulas`. `ids`: of a row, as text; `carId` and `deptId` mostly.
 */
export type Relation = {
  readonly from: Sql;
  readonly where?: readonly Sql[];
  readonly columns: Readonly<Record<string, Sql>>;
  /** Groups rows by these; absent: one row is one of the table's. */
  readonly groupBy?: readonly Sql[];
  readonly having?: Sql;
  /** Made of other columns, named in double quotes: they hold for a row and for the sums alike. */
  readonly formulas?: Readonly<Record<string, Sql>>;
  readonly ids?: Readonly<Record<string, Sql>>;
  /**
   * What rows are called, told of those alone that are shown, or of all where they are ordered by it. `join`: left joins to the rows `b`,
   * each of one row at the most, by what those have: columns by their names, ids behind `#`.
   */
  readonly names?: {
    readonly join: Sql;
    readonly columns: Readonly<Record<string, Sql>>;
    readonly ids?: Readonly<Record<string, Sql>>;
  };
  /** What breaks a tie, so that pages never overlap. */
  readonly tie: readonly Sql[];
  /** Common table expressions it reads. */
  readonly with?: readonly { readonly name: string; readonly body: Sql }[];
  /** Columns that are empty in no row. */
  readonly always?: readonly string[];
  /** Columns that are empty where nobody knows the figure: then nobody knows what it comes to with those of other rows either. */
  readonly unknown?: readonly string[];
  /** Rows are those of one table as they are stored, though `with` says what is read of it: they are never all found to show some. */
  readonly isStored?: boolean;
  /** Columns that say nothing under these conditions, those of another grouping: they stand empty, and in no file. Named in no other way. */
  readonly without?: readonly string[];
  /** Days whose figures may still change, where that is not told by days that are counted anew: none of a month that is closed. */
  readonly incomplete?: readonly string[];
};
export type ReportQuery = (asked: Asked, facts: Facts) => Relation | Promise<Relation>;

/** What a report may read before its statement is made: figures that more than SQL makes. */
export type Facts = {
  readonly db: Queryable;
  /** Where figures are kept that take long to find; absent: they are found anew. */
  readonly kept?: KeptRows;
  /** Weights and floors of a department, by which months that are not closed are counted. */
  readonly rulesOf: RulesOf;
  /** The columns that stand for those of `spread`. */
  readonly heads?: Readonly<Record<string, readonly string[]>>;
};

/** A row of the dictionary of columns. */
export type ColumnKind = {
  readonly type: ColumnType;
  /** Key of the sign of its unit: `reportUnit.<unit>`. */
  readonly unit?: string;
  /** The enumeration of its values: texts `reportEnum.<ENUM>_<value>`. */
  readonly values?: string;
};
