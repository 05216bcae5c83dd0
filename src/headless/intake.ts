import type { Dataset } from '../domain/dataset.ts'
import type { Scheme } from '../domain/scheme.ts'
import { startImporter } from '../import/importClient.ts'
import { readingOf } from '../import/inspection.ts'
import { siteServices } from '../../workers/siteServices.ts'

export interface Intake {
  readonly dataset: Dataset
  /** False where the columns' roles, or what codes stand for, were guessed and nobody was there to confirm it. */
  readonly certain: boolean
  /** What is to be known of the columns beside: those that say what part of the data a sample is in. */
  readonly remarks: readonly string[]
}

/** Imports a file as its inspection reads it: what is looked at is what is imported. @param scheme what its labels are read by. */
export async function takeIn(file: File, scheme: Scheme): Promise<Intake> {
  const importer = startImporter(siteServices.startImport)
  try {
    const inspection = await importer.inspect(file, { scheme })
    const { mapping, labelCodes } = inspection
    const dataset = await importer.importFile(file, { ...readingOf(inspection), scheme, mapping, labelCodes }, ({ readBytes, totalBytes, samples }) => {
      window.report?.(`Importing ${file.name} ${Math.round((100 * readBytes) / Math.max(1, totalBytes))} % · ${samples} samples`)
    })
    return { dataset, certain: inspection.complete, remarks: inspection.findings.flatMap(({ code, column, detail }) => (code === 'dataParts' ? [`Column ${column} says ${detail['values']}, and all of them are asked: give the development samples in a file of their own with --dev.`] : [])) }
  } finally {
    importer.end()
  }
}

/** Which column was taken for what: figures over a wrong guess would look sound. */
export function columnsLine({ dataset: { source }, certain, remarks }: Intake): string {
  const roles = Object.entries(source.mapping).flatMap(([column, role]) =>
    role.kind === 'other' ? [] : [`${column} = ${role.kind === 'gold' ? `gold ${role.field}` : role.kind === 'oneHot' ? `gold ${role.field}: ${role.label}` : role.kind}`],
  )
  return `Columns${certain ? '' : ' (GUESSED: check them, or import the file by hand in the program)'}: ${roles.join(', ')}.${remarks.map((remark) => ` ${remark}`).join('')}`
}
