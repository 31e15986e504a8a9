import type { PdfFile } from './pdf-file.ts';
import { MAX_PIXELS, readPng } from './png.ts';

/** A picture that a page may bear; `embed` writes it into the file and resolves to its object. */
export type Picture = {
  readonly width: number;
  readonly height: number;
  readonly embed: (file: PdfFile) => Promise<number>;
};

/** Reads a PNG or JPEG. undefined: it is neither, broken, or larger than a page's head needs. */
export function readPicture(bytes: Buffer): Picture | undefined {
  return ofJpeg(bytes) ?? ofPng(bytes);
}

function ofPng(bytes: Buffer): Picture | undefined {
  const pixels = readPng(bytes);
  if (!pixels) return undefined;
  const { width, height, colours, opacity } = pixels;
  return {
    width,
    height,
    embed: async (file) => {
      const isClear = opacity.some((each) => each < 255);
      const [picture, mask] = [file.reserve(), isClear ? file.reserve() : undefined];
      const shape = (space: string) => `${dictionary(width, height)} /ColorSpace /${space} /BitsPerComponent 8`;
      if (mask !== undefined) await file.stream(mask, shape('DeviceGray'), opacity);
      await file.stream(picture, `${shape('DeviceRGB')}${mask === undefined ? '' : ` /SMask ${mask} 0 R`}`, colours);
      return picture;
    },
  };
}

const dictionary = (width: number, height: number) => `/Type /XObject /Subtype /Image /Width ${width} /Height ${height}`;

/** Frames that pages can show: baseline, extended, progressive (ITU-T T.81, table B.1). */
const FRAMES: ReadonlySet<number> = new Set([0xc0, 0xc1, 0xc2]);
const ADOBE = 0xee;
const SPACES: Readonly<Record<number, string>> = { 1: 'DeviceGray', 3: 'DeviceRGB', 4: 'DeviceCMYK' };

/** A JPEG goes in as it is. */
function ofJpeg(bytes: Buffer): Picture | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined;
  let isAdobe = false;
  for (let at = 2; at + 10 <= bytes.length && bytes[at] === 0xff; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes[at + 1]!;
    if (marker === ADOBE) isAdobe = true;
    if (!FRAMES.has(marker)) continue;
    const [depth, height, width, samples] = [
      bytes[at + 4]!,
      bytes.readUInt16BE(at + 5),
      bytes.readUInt16BE(at + 7),
      bytes[at + 9]!,
    ];
    const space = SPACES[samples];
    if (depth !== 8 || !space || width * height === 0 || width * height > MAX_PIXELS) return undefined;
    // what Adobe writes with four inks has them the other way round
    const turned = samples === 4 && isAdobe ? ' /Decode [1 0 1 0 1 0 1 0]' : '';
    return {
      width,
      height,
      embed: async (file) => {
        const picture = file.reserve();
        await file.stream(
          picture,
          `${dictionary(width, height)} /ColorSpace /${space} /BitsPerComponent 8${turned}`,
          bytes,
          'DCTDecode',
        );
        return picture;
      },
    };
  }
  return undefined;
}
