/** Saves a blob as a local file, without a request. */
export function saveBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

export const saveText = (name: string, type: string, text: string): void => saveBlob(name, new Blob([text], { type }));
