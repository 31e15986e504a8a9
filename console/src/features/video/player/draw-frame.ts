/** Copies the current picture of a video; false without one. */
export function drawFrame(video: HTMLVideoElement, canvas: HTMLCanvasElement): boolean {
  const context = video.videoWidth > 0 ? canvas.getContext('2d') : null;
  if (!context) return false;
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  context.drawImage(video, 0, 0);
  return true;
}
