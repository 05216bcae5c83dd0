import { strToU8, zip } from 'fflate'
import type { TextFile } from './textFile.ts'

/** Files packed into one archive, names as UTF-8. @throws where two have one name, or a name leaves the archive's folder. */
export function zipFiles(files: readonly TextFile[]): Promise<Blob> {
  const entries: Record<string, Uint8Array> = {}
  for (const { name, text } of files) {
    if (Object.hasOwn(entries, name)) throw new Error(`two files are called ${name}`)
    if (name === '' || name.startsWith('/') || name.split('/').includes('..')) throw new Error(`no file can be called ${name}`)
    entries[name] = strToU8(text)
  }
  return new Promise((resolve, reject) => {
    zip(entries, { level: 6 }, (error, bytes) => {
      if (error) reject(error)
      else resolve(new Blob([bytes.slice()], { type: 'application/zip' }))
    })
  })
}
