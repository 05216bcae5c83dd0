/** Dots of the picture to a pixel of the page: sharp in print. */
const SCALE = 2

/**
 * Copies a chart to the clipboard: as a picture, with its caption in it, and the caption as text for where pictures cannot be pasted.
 * @param svg as `figureSvg` writes it. @throws where the browser does not let the page write to the clipboard.
 */
export async function copyFigure(svg: string, caption: string): Promise<void> {
  await navigator.clipboard.write([new ClipboardItem({
    // a promise: the picture takes longer than the click that allows the copying lasts
    'image/png': pictureOf(svg),
    'text/plain': new Blob([caption], { type: 'text/plain' }),
  })])
}

async function pictureOf(svg: string): Promise<Blob> {
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = SCALE * image.naturalWidth
  canvas.height = SCALE * image.naturalHeight
  const drawing = canvas.getContext('2d')
  if (!drawing) throw new Error('no canvas to draw on')
  // the page's own ground: a dark page's light lines would be lost on white
  drawing.fillStyle = getComputedStyle(document.body).backgroundColor
  drawing.fillRect(0, 0, canvas.width, canvas.height)
  drawing.drawImage(image, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture was made'))), 'image/png'))
}
