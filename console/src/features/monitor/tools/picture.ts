import { businessTime } from '../../../api/business-time.ts';
import type { MapPicture } from '../../../map/capture.ts';
import { saveBlob } from '../../../ui/save-text.ts';
import styles from './picture.module.css';

/** Saves a picture of the map as PNG; false where the browser makes none. */
export async function savePicture({ canvas }: MapPicture, name: string): Promise<boolean> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (blob) saveBlob(`${name}.png`, blob);
  return blob !== null;
}

/** Prints a picture of the map alone: the page itself, with its canvases and bars, would come out as something else. */
export async function printPicture({ canvas }: MapPicture, name: string): Promise<void> {
  const image = new Image();
  image.alt = name;
  image.className = styles['printed']!;
  image.src = canvas.toDataURL('image/png');
  await image.decode();
  const page = document.documentElement;
  document.body.append(image);
  page.dataset['printing'] = 'map';
  const clean = () => {
    image.remove();
    page.removeAttribute('data-printing');
  };
  addEventListener('afterprint', clean, { once: true });
  print();
}

/** 2026-11-21 16-05, by the platform's clock: no colon, which file systems refuse. */
export function pictureName(title: string, at: number): string {
  return `${title} ${businessTime(at).format('YYYY-MM-DD HH-mm')}`;
}
