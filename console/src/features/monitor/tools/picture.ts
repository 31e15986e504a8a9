import { businessTime } from '../../../api/business-time.ts';
import type { MapPicture } from '../../../map/capture.ts';
import { saveBlob } from '../../../ui/save-text.ts';
import styles from './picture.module.css';

/** Saves a map image as PNG; false if the browser fails. */
export async function savePicture({ canvas }: MapPicture, name: string): Promise<boolean> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (blob) saveBlob(`${name}.png`, blob);
  return blob !== null;
}

/** Prints only the map image: the page itself would print badly. */
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

/** 2026-11-21 16-05 by the platform's clock; file names cannot contain a colon. */
export function pictureName(title: string, at: number): string {
  return `${title} ${businessTime(at).format('YYYY-MM-DD HH-mm')}`;
}
