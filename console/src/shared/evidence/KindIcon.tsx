import AudioOutlined from '@ant-design/icons/AudioOutlined';
import FileOutlined from '@ant-design/icons/FileOutlined';
import FileTextOutlined from '@ant-design/icons/FileTextOutlined';
import PictureOutlined from '@ant-design/icons/PictureOutlined';
import VideoCameraOutlined from '@ant-design/icons/VideoCameraOutlined';
import type { AttachmentKind } from '@fleetwarden/contract/alarms/attachments';
import { useTranslation } from 'react-i18next';

const ICONS = [PictureOutlined, AudioOutlined, VideoCameraOutlined, FileTextOutlined, FileOutlined] as const;

/** The kind of a file as an icon. */
export function KindIcon({ kind }: { kind: AttachmentKind }) {
  const { t } = useTranslation();
  const Icon = ICONS[kind];
  const name = t(`attachment.kind${kind}`);
  return <Icon role="img" aria-label={name} title={name} />;
}
