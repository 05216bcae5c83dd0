import type { Dataset } from '../../domain/dataset.ts'
import type { Language } from '../../state/language.ts'
import { formatMoment } from '../parts/numbers.ts'

type Named = Pick<Dataset, 'id' | 'name' | 'hash' | 'importedAt'>

/**
 * What datasets are called where several stand beside each other: by their names, and those of one name by when they were taken in, too; where that is
 * the same minute, by the beginning of their content's hash, and of equal content by that of their ids.
 */
export function datasetNames(datasets: readonly Named[], language: Language): (dataset: Named) => string {
  const tellings: readonly ((dataset: Named) => string)[] = [
    ({ importedAt }) => formatMoment(importedAt, language),
    ({ hash }) => hash.slice(0, 8),
    ({ id }) => id.slice(0, 8),
  ]
  return (dataset) => {
    let alike = datasets.filter(({ id, name }) => id !== dataset.id && name === dataset.name)
    let called = dataset.name
    for (const tell of tellings) {
      if (alike.length === 0) break
      const mark = tell(dataset)
      if (alike.every((other) => tell(other) === mark) && tell !== tellings.at(-1)) continue
      called += ` · ${mark}`
      alike = alike.filter((other) => tell(other) === mark)
    }
    return called
  }
}
