import type { PdfWriter } from './pdf-writer.ts';
import { decodePng, MAX_PIXELS } from './png.ts';

/** An image for a page; `embed` writes it and returns its object number. */
export type Image = {
  readonly width: number;
  readonly height: number;
  readonly embed: (writer: PdfWriter) => Promise<number>;
};

/** Reads a PNG or JPEG; undefined if it is neither, broken, or too large. */
export function readImage(bytes: Buffer): Image | undefined {
  return readJpeg(bytes) ?? readPng(bytes);
}

function readPng(bytes: Buffer): Image | undefined {
  const pixels = decodePng(bytes);
  if (!pixels) return undefined;
  const { width, height, rgb, alpha } = pixels;
  return {
    width,
    height,
    embed: async (writer) => {
      const isTransparent = alpha.some((value) => value < 255);
      const [image, mask] = [writer.reserveObject(), isTransparent ? writer.reserveObject() : undefined];
      const entries = (space: string) => `${imageEntries(width, height)} /ColorSpace /${space} /BitsPerComponent 8`;
      if (mask !== undefined) await writer.writeStream(mask, entries('DeviceGray'), alpha);
      await writer.writeStream(image, `${entries('DeviceRGB')}${mask === undefined ? '' : ` /SMask ${mask} 0 R`}`, rgb);
      return image;
    },
  };
}

const imageEntries = (width: number, height: number) => `/Type /XObject /Subtype /Image /Width ${width} /Height ${height}`;

/** Frame types a PDF can hold: baseline, extended, progressive (ITU-T T.81, table B.1). */
const FRAME_MARKERS: ReadonlySet<number> = new Set([0xc0, 0xc1, 0xc2]);
const ADOBE_MARKER = 0xee;
/** By number of components. */
const COLOUR_SPACES: Readonly<Record<number, string>> = { 1: 'DeviceGray', 3: 'DeviceRGB', 4: 'DeviceCMYK' };

/** A JPEG is embedded unchanged. */
function readJpeg(bytes: Buffer): Image | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined;
  let isAdobe = false;
  for (let at = 2; at + 10 <= bytes.length && bytes[at] === 0xff; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes[at + 1]!;
    if (marker === ADOBE_MARKER) isAdobe = true;
    if (!FRAME_MARKERS.has(marker)) continue;
    const [depth, height, width, samples] = [
      bytes[at + 4]!,
      bytes.readUInt16BE(at + 5),
      bytes.readUInt16BE(at + 7),
      bytes[at + 9]!,
    ];
    const space = COLOUR_SPACES[samples];
    if (depth !== 8 || !space || width * height === 0 || width * height > MAX_PIXELS) return undefined;
    // Adobe writes CMYK inverted
    const decode = samples === 4 && isAdobe ? ' /Decode [1 0 1 0 1 0 1 0]' : '';
    return {
      width,
      height,
      embed: async (writer) => {
        const image = writer.reserveObject();
        await writer.writeStream(
          image,
          `${imageEntries(width, height)} /ColorSpace /${space} /BitsPerComponent 8${decode}`,
          bytes,
          'DCTDecode',
        );
        return image;
      },
    };
  }
  return undefined;
}
