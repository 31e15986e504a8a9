import { platformsCalls } from '@fleetwarden/contract/platforms/routes';
import i18next from 'i18next';
import { call } from '../../api/call.ts';
import { notify } from '../../api/feedback.ts';
import { enumerationName } from '../../shared/enumeration.ts';
import type { PageTools } from '../../shared/resource/resource-hooks.ts';
import type { ResourceRecord } from '../../shared/resource/resource-record.ts';
import type { RowAction } from '../../ui/table/table-actions.ts';

/** Duration of a failure notice, s: longer than that of a success. */
const FAILED_SECONDS = 5;

/** Tests a superior platform's address and shows the result. */
export const testAction = ({ id, platName: name }: ResourceRecord, { refresh }: PageTools): RowAction => ({
  key: 'test',
  label: i18next.t('superiorLink.test'),
  run: async () => {
    const { result, ms } = await call(platformsCalls.testSuperior, { id });
    if (ms === null)
      notify(
        'error',
        i18next.t('superiorLink.notReached', { name, result: enumerationName(i18next, 'PROBE_RESULT', result) }),
        FAILED_SECONDS,
      );
    else notify('success', i18next.t('superiorLink.reached', { name, ms }));
    refresh();
  },
});
