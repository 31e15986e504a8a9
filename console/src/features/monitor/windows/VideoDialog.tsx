import { Modal } from 'antd';
import { Suspense, use } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Target } from '../../../shared/commands/sent-commands.ts';
import { VehicleVideoContext } from '../../../shared/vehicle-video.ts';
import { SkeletonRows } from '../../../ui/States.tsx';
import { videoPage } from '../vehicle-pages.ts';
import { apart } from './apart.ts';

const WIDTH = 960;

/** The first channels of a vehicle, live, over the map; a link leads to the video wall. */
export function VideoDialog({ vehicle, onClose }: { vehicle: Target; onClose: () => void }) {
  const { t } = useTranslation();
  const Video = use(VehicleVideoContext);
  const { targId, plate, colour } = vehicle;
  return (
    <Modal
      open
      centered
      width={WIDTH}
      title={`${t('action.liveVideo')} · ${plate}`}
      mask={{ closable: false }}
      footer={
        <Link to={videoPage(targId)} onClick={onClose}>
          {t('page.videoWall')}
        </Link>
      }
      onCancel={onClose}
      wrapProps={apart}
    >
      {Video && (
        <Suspense fallback={<SkeletonRows label={t('vehicleWindow.loading')} rows={4} />}>
          <Video vehicle={{ targId, carNo: plate, color: colour }} />
        </Suspense>
      )}
    </Modal>
  );
}
