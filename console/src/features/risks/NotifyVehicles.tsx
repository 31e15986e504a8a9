import { DEFAULT_CHANNEL } from '@fleetwarden/contract/messages/message-limits';
import { permission } from '@fleetwarden/contract/permissions';
import { risksCalls } from '@fleetwarden/contract/risks/routes';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { notify } from '../../api/feedback.ts';
import { useMay } from '../../api/session.ts';
import { MessageFields } from '../../shared/message/MessageFields.tsx';
import { CUSTOM, type FilledMessage, textOfMessage } from '../../shared/message/message-payload.ts';
import { useTemplates } from '../../shared/message/message-templates.ts';
import { FormDrawer } from '../../ui/FormDrawer.tsx';
import { formatList } from '../../ui/format.ts';
import { useRiskEventDialog } from './risk-event-dialog.ts';

/** Sends a text to the drivers of the chosen vehicles in risk areas. */
export function NotifyVehicles({ onDone }: { onDone: () => void }) {
  const { t, i18n } = useTranslation();
  const dialog = useRiskEventDialog((state) => state.dialog);
  const isOpen = dialog?.action === 'notify';
  const templates = useTemplates(useMay(permission.sendMessage) && isOpen);
  if (!dialog || !isOpen) return null;
  const { records, end } = dialog;
  const areas = [...new Set(records.map((record) => String(record['areaName'])))];
  const text = t('riskEvent.notifyText', { area: formatList(i18n.language, areas) });
  let done = false;

  async function submit(filled: FilledMessage) {
    const message = textOfMessage(filled, templates.list).trim();
    const channels = filled.channels as readonly (4 | 8 | 16)[];
    const { sent, failed } = await call(risksCalls.notifyEvent, {
      ids: records.map(({ id }) => id),
      message,
      channels: [...channels],
    });
    done = true;
    if (failed > 0) notify('warning', t('riskEvent.notNotified', { sent, failed }));
    else notify('success', t('riskEvent.notified', { sent }));
    onDone();
  }

  return (
    <FormDrawer<FilledMessage>
      open
      title={t('riskEvent.notifyTitle', { count: new Set(records.map((record) => record['vehicleId'])).size })}
      initialValues={{ flag: CUSTOM, message: text, channels: [DEFAULT_CHANNEL] }}
      submitText={t('riskEvent.send')}
      onSubmit={submit}
      onClose={() => end(done)}
    >
      <MessageFields templates={templates} savesTemplate={false} />
    </FormDrawer>
  );
}
