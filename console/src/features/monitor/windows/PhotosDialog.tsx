import { Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import { TakenPhotos } from '../../../shared/commands/TakenPhotos.tsx';
import { AntdProvider } from '../../../ui/theme/AntdProvider.tsx';
import { apart } from './apart.ts';

const WIDTH = 720;

/** Photos of a command, including those that arrive while it is open. */
export function PhotosDialog(props: { seqId: string; targId: string; plate: string; onClose: () => void }) {
  const { seqId, targId, plate, onClose } = props;
  const { t } = useTranslation();
  return (
    <AntdProvider>
      <Modal
        open
        centered
        width={WIDTH}
        title={t('commandTray.photosOf', { plate })}
        mask={{ closable: false }}
        footer={null}
        onCancel={onClose}
        wrapProps={apart}
      >
        <TakenPhotos seqId={seqId} targId={targId} />
      </Modal>
    </AntdProvider>
  );
}
