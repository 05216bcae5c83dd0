/** Hands a file to the browser's downloads. Text gets a byte order mark where spreadsheets need it to see UTF-8 (CSV). */
export function saveFile(name: string, content: string | Blob, type = 'text/plain'): void {
  const blob = typeof content === 'string' ? new Blob([type === 'text/csv' ? `\uFEFF${content}` : content], { type: `${type};charset=utf-8` }) : content
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  // the download has begun by then; the address is of no use to anybody else
  setTimeout(() => { URL.revokeObjectURL(link.href) }, 60_000)
}
