import { findParameter } from '@fleetwarden/contract/terminal-settings/parameter-table';
import { terminalSettingsCalls } from '@fleetwarden/contract/terminal-settings/routes';
import type { ParamTemplate } from '@fleetwarden/contract/terminal-settings/schemas';
import { useQuery } from '@tanstack/react-query';
import type { i18n as I18n } from 'i18next';
import { call } from '../../../api/call.ts';
import { formatParameter, parameterName } from '../fields/parameter-text.ts';

export const TEMPLATES_QUERY = ['paramTemplates'];

/** The templates of the scope. */
export function useParamTemplates(enabled = true) {
  const { data, isPending, isError, isFetching, refetch } = useQuery({
    queryKey: TEMPLATES_QUERY,
    queryFn: ({ signal }) => call(terminalSettingsCalls.listParamTemplate, {}, { signal, quiet: true }),
    enabled,
  });
  return { templates: data?.list ?? NONE, isPending, isError, isFetching, retry: () => void refetch() };
}
const NONE: readonly ParamTemplate[] = [];

/** The name of a parameter by its id; unknown ones by their number on the wire. */
export function parameterTitle(i18n: I18n, id: string): string {
  const parameter = findParameter(id);
  return parameter ? parameterName(i18n.t, parameter.key) : wireId(id);
}

/** A parameter id as the standard writes it: 0x0055. */
export const wireId = (id: string | number): string => `0x${Number(id).toString(16).toUpperCase().padStart(4, '0')}`;

/** The value of a parameter by its id, as text. */
export function parameterText(i18n: I18n, id: string, value: unknown): string {
  const parameter = findParameter(id);
  if (value === null || value === undefined) return '';
  if (!parameter) return typeof value === 'string' ? value : JSON.stringify(value);
  return parameter.secret ? i18n.t('terminalSetup.secretSet') : formatParameter(i18n, parameter.field, value, parameter.shown);
}
