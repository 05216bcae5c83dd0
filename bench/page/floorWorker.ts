/**
 * The floor under an import: the file's bytes streamed, each line through JSON.parse, and bulkPut in chunks of 500 with the durability that
 * the app writes with. No checks, no hashes, no findings.
 */
import { Dexie } from 'dexie'

const chunk = 500

async function run(file: Blob, put: 'rows' | 'records'): Promise<number> {
  const database = new Dexie(`floor-${put}`, { chromeTransactionDurability: 'strict' })
  database.version(1).stores({ rows: put === 'rows' ? 'sample_id' : '++' })
  await database.open()
  const begun = performance.now()
  let rows: unknown[] = []
  const write = async (): Promise<void> => {
    await database.table('rows').bulkPut(put === 'rows' ? rows : [{ rows }])
    rows = []
  }
  let rest = ''
  for await (const text of file.stream().pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array<ArrayBuffer>>)) {
    const lines = (rest + text).split('\n')
    rest = lines.pop()!
    for (const line of lines) {
      rows.push(JSON.parse(line))
      if (rows.length === chunk) await write()
    }
  }
  if (rest.trim() !== '') rows.push(JSON.parse(rest))
  if (rows.length > 0) await write()
  const took = performance.now() - begun
  await database.delete()
  return took
}

self.onmessage = ({ data }: MessageEvent<{ file: Blob; put: 'rows' | 'records' }>) => void run(data.file, data.put).then((took) => self.postMessage(took))
