import type { PdfWriter } from './pdf-writer.ts';
import { decodePng, parseOpaquePng } from './png.ts';

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

/** Reads a JPEG or an opaque PNG of any size without decoding it; undefined for others. */
export function readPicture(bytes: Buffer): Image | undefined {
  return readJpeg(bytes) ?? readOpaquePng(bytes);
}

/** A PDF holds the lines of a PNG as they are, with their filters. */
function readOpaquePng(bytes: Buffer): Image | undefined {
  const png = parseOpaquePng(bytes);
  if (!png) return undefined;
  const { width, height, depth, samples, palette, data } = png;
  const space = palette
    ? `[/Indexed /DeviceRGB ${palette.length / 3 - 1} <${palette.toString('hex')}>]`
    : `/${COLOUR_SPACES[samples]}`;
  const lines = `<< /Predictor 15 /Colors ${samples} /BitsPerComponent ${depth} /Columns ${width} >>`;
  return {
    width,
    height,
    embed: async (writer) => {
      const image = writer.reserveObject();
      const entries = `${imageEntries(width, height)} /ColorSpace ${space} /BitsPerComponent ${depth} /DecodeParms [null ${lines}]`;
      await writer.writeStream(image, entries, data, 'FlateDecode');
      return image;
    },
  };
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

/** Pixels of a JPEG, which is not decoded here. */
const MAX_JPEG_PIXELS = 50_000_000;

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
    if (depth !== 8 || !space || width * height === 0 || width * height > MAX_JPEG_PIXELS) return undefined;
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
