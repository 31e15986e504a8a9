/** Saves a blob as a local file, without a request. */
export function saveBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  saveUrl(name, url);
  URL.revokeObjectURL(url);
}

/** Saves a file of the server, or of this page. */
export function saveUrl(name: string, url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}

export const saveText = (name: string, type: string, text: string): void => saveBlob(name, new Blob([text], { type }));
