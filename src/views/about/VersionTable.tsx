import type { ReactElement } from 'react'
import { dependencies, license, version } from '../../../package.json'
import { aboutMessages } from '../messages/about.ts'
import { useMessages } from '../messages/useMessages.ts'
import { HeadRow } from '../parts/HeadRow.tsx'
import { TableFrame } from '../parts/TableFrame.tsx'

/** Licences of what the site ships; versions come from package.json, so that a new package without one is a type error. */
const licences: Readonly<Record<Exclude<keyof typeof dependencies, 'onnxruntime-node' | 'sharp'>, string>> = {
  '@huggingface/transformers': 'Apache-2.0',
  '@observablehq/plot': 'ISC',
  '@tanstack/react-table': 'MIT',
  '@tanstack/react-virtual': 'MIT',
  chardet: 'MIT',
  comlink: 'Apache-2.0',
  dexie: 'Apache-2.0',
  fflate: 'MIT',
  'hash-wasm': 'MIT',
  hyparquet: 'MIT',
  'hyparquet-compressors': 'MIT',
  'lucide-react': 'ISC',
  'onnxruntime-web': 'MIT',
  papaparse: 'MIT',
  react: 'MIT',
  'react-dom': 'MIT',
  'read-excel-file': 'MIT',
  valibot: 'MIT',
}

/** This program's version, and those of what it is made of. */
export function VersionTable(): ReactElement {
  const messages = useMessages(aboutMessages)
  const versions = new Map<string, string>(Object.entries(dependencies))
  return (
    <>
      <p>{messages.versionText(version, license)}</p>
      <TableFrame className="about__table about__table--narrow" caption={messages.versionsCaption}>
        <HeadRow columns={[messages.versionColumns.name, messages.versionColumns.version, messages.versionColumns.licence]} />
        <tbody>
          {Object.entries(licences).map(([name, licence]) => (
            <tr key={name}>
              <th scope="row" className="mono">{name}</th>
              <td>{versions.get(name)}</td>
              <td>{licence}</td>
            </tr>
          ))}
        </tbody>
      </TableFrame>
    </>
  )
}
