import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { DEPARTMENTS_QUERY } from '../shared/departments.ts';
import { useCommonMessage, useLive } from '../shared/live-context.ts';

/** Reloads department trees after a change here or elsewhere, and whenever the socket opens. */
export function DepartmentWatch() {
  const queries = useQueryClient();
  const reload = useCallback(() => {
    void queries.invalidateQueries({ queryKey: DEPARTMENTS_QUERY });
    void queries.invalidateQueries({ queryKey: ['options', 'department'] });
  }, [queries]);
  useCommonMessage('deptChanged', reload);
  const hears = useLive().state?.sockets.commonmsg === 'open';
  useEffect(() => {
    if (hears) reload();
  }, [hears, reload]);
  return null;
}
