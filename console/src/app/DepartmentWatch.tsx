import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { DEPARTMENTS_QUERY } from '../shared/departments.ts';
import { useCommonMessage, useReopened } from '../shared/live-context.ts';
import { reloadQueries } from '../shared/reload-queries.ts';

/** Reloads department trees after a change here or elsewhere, and when the socket opens again. */
export function DepartmentWatch() {
  const queries = useQueryClient();
  const reload = useCallback(() => {
    void reloadQueries(queries, DEPARTMENTS_QUERY, ['options', 'department']);
  }, [queries]);
  useCommonMessage('deptChanged', reload);
  useReopened(reload);
  return null;
}
