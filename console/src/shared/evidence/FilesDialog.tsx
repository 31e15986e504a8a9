import { Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import { AntdProvider } from '../../ui/theme/AntdProvider.tsx';
import { AlarmFiles } from './AlarmFiles.tsx';

/** The files of an alarm over its list. */
export function FilesDialog({ alarmGid, files, onClose }: { alarmGid: string; files: number; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <AntdProvider>
      <Modal open centered title={t('alarmPopup.files')} mask={{ closable: false }} footer={null} onCancel={onClose}>
        <AlarmFiles alarmGid={alarmGid} files={files} />
      </Modal>
    </AntdProvider>
  );
}
