import { permission } from '@fleetwarden/contract/permissions';
import { Button } from 'antd';
import { Suspense, use, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../api/session.ts';
import { VehicleVideoContext, type VideoVehicle } from '../../../shared/vehicle-video.ts';

/** Live video of the vehicle on request, for users with the permission. */
export function LiveOfVehicle({ vehicle }: { vehicle: VideoVehicle }) {
  const { t } = useTranslation();
  const Video = use(VehicleVideoContext);
  const may = useMay(permission.liveVideo);
  const [shown, setShown] = useState(false);
  if (!Video || !may) return null;
  return (
    <>
      <Button aria-expanded={shown} onClick={() => setShown(!shown)}>
        {t(shown ? 'attachment.hideVideo' : 'attachment.showVideo')}
      </Button>
      {shown && (
        <Suspense fallback={null}>
          <Video vehicle={vehicle} />
        </Suspense>
      )}
    </>
  );
}
