/** Resources: records that operators edit. One table of fields defines columns, validation, list, search, form, import and export. */
import type { AreaGeometry } from '@fleetwarden/domain/area-geometry';
import { ENUMERATIONS, type EnumerationRow, type EnumerationType } from '@fleetwarden/domain/enumerations';
import type { FormRule, RuleProblem } from '@fleetwarden/domain/form-rules';
import type { PermissionCode } from '../call.ts';
import type { RoutePath } from '../console-routes.ts';

/** Options common to all fields. */
type Common = {
  /** Column of the table; the field's key in snake case unless named. */
  readonly column?: string;
  /** The further table that holds the column (Resource.parts); absent: the record's own. */
  readonly part?: string;
  readonly required?: true;
  /** Tab of the form, with the text `<resource>.tab_<tab>`. Fields without one are on the first tab. */
  readonly tab?: string;
  /** Column of the list. `hidden`: initially hidden. Width in px. */
  readonly list?: { readonly width?: number; readonly hidden?: true; readonly pinned?: true };
  /** Shown in the search form; the control follows from the kind. */
  readonly search?: true;
  /** May be set for many records at once. */
  readonly batch?: true;
  /** Set when the record is added, never changed. */
  readonly once?: true;
  /** Made by the server: read, listed and exported, never written. */
  readonly computed?: true;
  /** Not part of import files (it is of exports). */
  readonly notImported?: true;
  /** A copy of a record leaves it empty. */
  readonly notCopied?: true;
  /** Initial value in the form of a new record. */
  readonly initial?: string | number | boolean;
};

type TextOptions = Common & {
  readonly rule?: FormRule;
  /** Most characters; default: the bound of the rule. */
  readonly max?: number;
  /** Lines of the input, if more than one. */
  readonly lines?: number;
  /** Converted to capitals before storing. */
  readonly upper?: true;
  /** Masked for users without the permission to see it in full. */
  readonly masked?: 'phone' | 'id';
  /** Encrypted in the database; searchable only by masked or whole values. */
  readonly sealed?: true;
};
type NumberOptions = Common & { readonly min: number; readonly max: number; readonly unit?: string };
type DecimalOptions = NumberOptions & { readonly digits: 1 | 2 | 3 };
type IntegerOptions = NumberOptions & {
  /** Names something and counts nothing: a port, a year. Written without separators. */
  readonly identifier?: true;
  /** The rule of the specification for such a number, with its text: a port. */
  readonly rule?: FormRule;
};
type ChoiceOptions = Common & { readonly of: EnumerationType };
type LinkOptions = Common & {
  /** Name of the resource it points to. */
  readonly to: string;
  /** Property of a row that carries the name of what is pointed to. */
  readonly shows: string;
};
type LinksOptions = LinkOptions & {
  /** Table of pairs, and its two columns: this record's id and the other's. */
  readonly pairs: { readonly table: string; readonly own: string; readonly other: string };
};

type GeometryOptions = Omit<Common, 'search' | 'list' | 'batch'> & {
  readonly search?: never;
  readonly list?: never;
  readonly batch?: never;
};

export type TextField = { readonly kind: 'text' } & TextOptions;
/** Written only: a reader learns whether there is one. */
export type SecretField = { readonly kind: 'secret' } & Common & { readonly rule?: FormRule; readonly max?: number };
export type IntegerField = { readonly kind: 'integer' } & IntegerOptions;
export type DecimalField = { readonly kind: 'decimal' } & DecimalOptions;
export type FlagField = { readonly kind: 'flag' } & Common;
/** A calendar day, 'YYYY-MM-DD'. */
export type DateField = { readonly kind: 'date' } & Common;
/** UTC epoch ms. */
export type InstantField = { readonly kind: 'instant' } & Common;
/** A number of an enumeration (domain/enumerations). */
export type ChoiceField = { readonly kind: 'choice' } & ChoiceOptions;
export type ChoicesField = { readonly kind: 'choices' } & ChoiceOptions;
/** The text of an enumeration whose values are texts ('A1', '010'). */
export type CodeField = { readonly kind: 'code' } & ChoiceOptions;
/** The id of another record. */
export type LinkField = { readonly kind: 'link' } & LinkOptions;
export type LinksField = { readonly kind: 'links' } & LinksOptions;

/** The shape of a geofence (domain/area-geometry), as JSON. Not in lists, searches or files. */
export type GeometryField = { readonly kind: 'geometry' } & GeometryOptions;

/** Permission codes with the groups above them. */
export type PermissionsField = { readonly kind: 'permissions' } & Common;

export type Field =
  | TextField
  | SecretField
  | IntegerField
  | DecimalField
  | FlagField
  | DateField
  | InstantField
  | ChoiceField
  | ChoicesField
  | CodeField
  | LinkField
  | LinksField
  | GeometryField
  | PermissionsField;
export type Fields = Readonly<Record<string, Field>>;

export const text = <const O extends TextOptions>(options: O) => ({ kind: 'text', ...options }) as const;
export const secret = <const O extends Omit<SecretField, 'kind'>>(options: O) => ({ kind: 'secret', ...options }) as const;
export const integer = <const O extends IntegerOptions>(options: O) => ({ kind: 'integer', ...options }) as const;
export const decimal = <const O extends DecimalOptions>(options: O) => ({ kind: 'decimal', ...options }) as const;
export const flag = <const O extends Common>(options: O) => ({ kind: 'flag', ...options }) as const;
export const date = <const O extends Common>(options: O) => ({ kind: 'date', ...options }) as const;
export const instant = <const O extends Common>(options: O) => ({ kind: 'instant', ...options }) as const;
export const choice = <const T extends EnumerationType, const O extends Common>(of: T, options: O) =>
  ({ kind: 'choice', of, ...options }) as const;
export const choices = <const T extends EnumerationType, const O extends Common>(of: T, options: O) =>
  ({ kind: 'choices', of, ...options }) as const;
export const code = <const T extends EnumerationType, const O extends Common>(of: T, options: O) =>
  ({ kind: 'code', of, ...options }) as const;
export const link = <const O extends LinkOptions>(options: O) => ({ kind: 'link', ...options }) as const;
export const links = <const O extends LinksOptions>(options: O) => ({ kind: 'links', ...options }) as const;
export const geometry = <const O extends GeometryOptions>(options: O) =>
  ({ kind: 'geometry', notImported: true, ...options }) as const;
export const permissions = <const O extends Common>(options: O) => ({ kind: 'permissions', ...options }) as const;
/** The department of a record, which defines its scope. */
export const department = <const O extends Common>(options: O) =>
  link({ to: 'department', shows: 'deptName', column: 'department_id', required: true, ...options });

/** A rule over several fields. Only looked at where each of them is sound. */
export type RowRule = {
  /** The field that gets the error. */
  readonly field: string;
  /** When the field is required. */
  readonly needed?: (values: Readonly<Record<string, unknown>>) => boolean;
  /** Null where it holds. */
  readonly check: (values: Readonly<Record<string, unknown>>) => RuleProblem | null;
};

/** The second day or instant is not before the first, if both are given (X-RANGE). */
export const inOrder = (from: string, to: string): RowRule => ({
  field: to,
  check: ({ [from]: first, [to]: second }) =>
    first != null && second != null && (first as string | number) > (second as string | number) ? { key: 'rule.order' } : null,
});

const isNothing = (value: unknown) => value == null || (Array.isArray(value) && value.length === 0);

/** A field that is required depending on others. */
export const neededWhen = (field: string, when: (values: Readonly<Record<string, unknown>>) => boolean): RowRule => ({
  field,
  needed: when,
  check: (values) => (isNothing(values[field]) && when(values) ? { key: 'rule.empty' } : null),
});

type ResourceOf<F extends Fields, Key extends string> = {
  /** The noun, as in locale, table and file: 'driver'. */
  readonly name: string;
  /** Namespace of its texts in `locale`; default: its name. */
  readonly texts?: string;
  /** First part of the calls' paths, and the noun in them: 'driver' and 'Driver' make `driver/listDriver`. */
  readonly path: string;
  readonly noun: string;
  readonly table: string;
  readonly page: RoutePath;
  /** Key of the plural of its records, if it differs from the page's name. */
  readonly called?: `page.${string}`;
  /** Code of the page; its buttons are two digits more: 01 view, 02 add, 03 edit, 04 remove, 05 import, 06 export. */
  readonly code: PermissionCode;
  /** The page has no permission to import: that of this button is used. */
  readonly importAs?: 'add';
  /** One permission for all changes, for pages that have no permission per button. */
  readonly changeCode?: PermissionCode;
  /** Actions besides viewing. */
  readonly can: readonly ('add' | 'edit' | 'remove' | 'import' | 'export')[];
  readonly fields: F;
  /** The field that names a record to people. */
  readonly title: Key;
  /** Further tables of one record: their column that holds the record's id, and the field without which there is no row. */
  readonly parts?: Readonly<Record<string, { readonly own: string; readonly present: Key }>>;
  /** Unique indexes and constraints, with the fields that get the error of a violation. */
  readonly uniques?: Readonly<Record<string, readonly Key[]>>;
  /** Import finds the record a line means by these fields; without a match it is a new one. */
  readonly importKey?: readonly Key[];
  readonly rules?: readonly RowRule[];
  /** Soft deletion (`deleted_at`, `deleted_by`, `delete_reason`): deleted records can be restored. */
  readonly recycled?: true;
  /** A view of the removed records of a table whose own resource is `recycled`; their parts are as they were then. */
  readonly removed?: true;
  /** Values that every record of this view has: a page for some of a table's records. */
  readonly fixed?: Readonly<Record<string, string | number | boolean>>;
  /** Scope of a record: by its `deptId`, by itself (departments), or by the record that a link points to. */
  readonly scope?: 'self' | { readonly through: Key };
  /** Descendants of the department may choose its records, too: drivers, roles. They do not see other kinds. */
  readonly offeredBelow?: true;
  /** All users can see and choose records without a department, and none can change them. */
  readonly common?: true;
  /** Records that come with the product: the column of their key (null for others), and the namespace of their texts. */
  readonly builtIn?: { readonly column: string; readonly texts: string };
  /** Secrets shown once after adding: further keys of the reply, and of an import's result. */
  readonly shownOnce?: readonly string[];
  /** Width of its drawer in px, where the number of fields is no measure. */
  readonly drawer?: 480 | 720 | 960;
  /** Code that shows masked fields in full. */
  readonly unmaskCode?: PermissionCode;
  readonly order: { readonly by: Key | 'createdAt' | 'updatedAt'; readonly direction: 'asc' | 'desc' };
};

export type Resource = ResourceOf<Fields, string>;
/** What a file of rows needs of a resource. Lists of other forms have it, too. */
export type RowFields = Pick<Resource, 'name' | 'texts' | 'fields' | 'fixed' | 'importKey'>;

/** States a resource; keys that name fields are checked. */
export const defineResource = <const F extends Fields>(
  resource: ResourceOf<F, keyof F & string>,
): Resource & { readonly fields: F } => resource as unknown as Resource & { readonly fields: F };

type ValueOf<T extends Field> = T extends { readonly kind: 'integer' | 'decimal' | 'instant' | 'choice' }
  ? number
  : T extends { readonly kind: 'flag' }
    ? boolean
    : T extends { readonly kind: 'choices' }
      ? readonly number[]
      : T extends { readonly kind: 'links' | 'permissions' }
        ? readonly string[]
        : T extends { readonly kind: 'geometry' }
          ? AreaGeometry
          : string;
type Nullable<T extends Field> = T extends
  | { readonly required: true }
  | { readonly kind: 'choices' | 'links' | 'permissions' | 'flag' }
  ? ValueOf<T>
  : ValueOf<T> | null;

/** Values of a record by field key. */
export type ValuesOf<R extends Resource> = { readonly [K in keyof R['fields']]: Nullable<R['fields'][K]> };
/** A record as calls give it. */
export type RecordOf<R extends Resource> = ValuesOf<R> & {
  readonly id: string;
  readonly version: number;
  readonly createdAt: number;
  readonly updatedAt: number;
} & {
  readonly [K in keyof R['fields'] as R['fields'][K] extends { readonly shows: infer S extends string } ? S : never]: string;
};

/** Suffixes of the button codes. */
const SUFFIX = { view: '01', add: '02', edit: '03', remove: '04', import: '05', export: '06' } as const;

/** Actions that change records. */
const CHANGING: ReadonlySet<string> = new Set(['add', 'edit', 'remove']);

/** Code of a resource's standard button; for an import, of `importAs` if the page has no code for it. */
export function getButtonCode(
  { code, importAs, changeCode }: Pick<Resource, 'code' | 'importAs' | 'changeCode'>,
  button: keyof typeof SUFFIX,
): PermissionCode {
  if (changeCode !== undefined && CHANGING.has(button)) return changeCode;
  return `${code}${SUFFIX[button === 'import' && importAs ? importAs : button]}` as PermissionCode;
}

/** Most characters of a text: the bound of the field, or of its rule. */
export const getMaxChars = ({ max, rule }: { readonly max?: number; readonly rule?: FormRule }): number =>
  max ?? rule?.maxChars ?? 200;

export type { EnumerationRow, EnumerationType };

/** The rows of a choice, including those that forms do not offer. */
export const choiceRows = (of: EnumerationType): readonly EnumerationRow[] => ENUMERATIONS[of];
