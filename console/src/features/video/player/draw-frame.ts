/** Copies the current picture of a video; false without one. */
export function drawFrame(video: HTMLVideoElement, canvas: HTMLCanvasElement): boolean {
  const context = video.videoWidth > 0 ? canvas.getContext('2d') : null;
  if (!context) return false;
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  context.drawImage(video, 0, 0);
  return true;
}

/** Text height as a share of the picture's. */
const TEXT_SHARE = 0.05;

/** Writes a text into the lower left corner, light with a dark edge: it can be read on any picture. */
function writeWatermark(canvas: HTMLCanvasElement, text: string): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const size = Math.max(12, Math.round(canvas.height * TEXT_SHARE));
  context.font = `${size}px sans-serif`;
  context.lineWidth = size / 6;
  context.strokeStyle = 'black';
  context.fillStyle = 'white';
  for (const write of ['strokeText', 'fillText'] as const) context[write](text, size / 2, canvas.height - size / 2);
}

/** The picture as PNG, with a text in its corner if it needs one; null without a picture. */
export async function captureFrame(video: HTMLVideoElement, watermark: string | null): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  if (!drawFrame(video, canvas)) return null;
  if (watermark) writeWatermark(canvas, watermark);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}
