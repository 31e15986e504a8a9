import { permission } from '@fleetwarden/contract/permissions';
import type { DragEvent } from 'react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/session.ts';
import { isDragging, takeDragged } from './dragged.ts';
import { VideoTile } from './VideoTile.tsx';
import styles from './VideoWall.module.css';
import { streamOf, tileKey, type Wall, type WallAction } from './wall-model.ts';

type Props = { readonly wall: Wall; readonly keepsRetrying: boolean; readonly change: (action: WallAction) => void };

/** The tiles of the layout, or the enlarged one alone. Channels and tiles can be dropped on each. */
export function WallGrid({ wall, keepsRetrying, change }: Props) {
  const { t } = useTranslation();
  const mayMain = useMay(permission.mainStream);
  const [over, setOver] = useState(-1);
  const { layout, tiles, enlarged } = wall;

  function handleDrop(event: DragEvent, at: number) {
    event.preventDefault();
    setOver(-1);
    const item = takeDragged();
    if (item?.kind === 'tile') change({ kind: 'swap', from: item.at, to: at });
    else void item?.load().then((channels) => change({ kind: 'open', channels, at }));
  }

  return (
    <div className={styles['grid']} data-layout={enlarged === null ? layout : 1}>
      {tiles.map((tile, at) => {
        if (enlarged !== null && enlarged !== at) return null;
        return (
          <section
            key={tile ? tileKey(tile.channel) : `empty ${at}`}
            className={styles['cell']}
            aria-label={t('video.tile', { n: at + 1 })}
            data-selected={wall.selected === at || undefined}
            data-over={over === at || undefined}
            onPointerDown={() => change({ kind: 'select', at })}
            // the keyboard selects the tile whose buttons it reaches
            onFocus={() => wall.selected !== at && change({ kind: 'select', at })}
            onDoubleClick={({ target }) => {
              if (tile && !(target as Element).closest('button')) change({ kind: 'enlarge', at: enlarged === null ? at : null });
            }}
            onDragOver={(event) => {
              if (!isDragging()) return;
              event.preventDefault();
              setOver(at);
            }}
            onDragLeave={() => setOver(-1)}
            onDrop={(event) => handleDrop(event, at)}
          >
            {tile ? (
              <VideoTile
                at={at}
                channel={tile.channel}
                stream={streamOf(wall, at, mayMain)}
                mayMain={mayMain}
                isSelected={wall.selected === at}
                isHeard={wall.sound === at}
                isEnlarged={enlarged === at}
                keepsRetrying={keepsRetrying}
                onSound={(on) => change({ kind: 'sound', at: on ? at : null })}
                onStream={(stream) => change({ kind: 'stream', at, stream })}
                onEnlarge={() => change({ kind: 'enlarge', at: enlarged === null ? at : null })}
                onClose={() => change({ kind: 'close', at })}
              />
            ) : (
              <button type="button" className={styles['empty']} onClick={() => change({ kind: 'select', at })}>
                {t('video.empty')}
              </button>
            )}
          </section>
        );
      })}
    </div>
  );
}
