import type { Field } from '../../../domain/scheme.ts'
import { columnsFor, type Confusion, countAt, marginsOf } from '../../../metrics/confusion.ts'
import { type Inset, type Markup, markup } from '../markup.ts'
import type { Voice } from '../voice.ts'

/** Gold in rows, answers in columns, two more columns for what named no label; shade: share of the row. */
export function confusionGrid(field: Field, table: Confusion, caption: Inset, voice: Voice): Markup {
  const { gold } = marginsOf(table)
  const columns = [...field.labels.map(({ name }) => voice.say(name)), voice.say(words.out), voice.say(words.unparsed)]
  const cell = (row: number, column: number): Markup => {
    const count = countAt(table, row, column)
    const share = gold[row]! > 0 ? count / gold[row]! : 0
    const kind = column === row ? markup` data-diagonal=""` : column >= field.labels.length ? markup` data-missing=""` : null
    // most cells are empty, and there are thousands
    return markup`<td${count > 0 ? markup` style="--share:${share.toFixed(3)}"` : null}${kind}>${count === 0 ? '·' : voice.count(count)}</td>`
  }
  return markup`<div class="scroll"><table class="confusion"><caption>${caption}</caption><thead><tr><th scope="col">${voice.say(words.corner)}</th>
${columns.map((name) => markup`<th scope="col" class="confusion__column"><span>${name}</span></th>`)}<th scope="col" class="confusion__column"><span>${voice.say(words.total)}</span></th></tr></thead>
<tbody>${field.labels.map((label, row) => markup`<tr><th scope="row">${voice.say(label.name)}</th>${Array.from({ length: columnsFor(field.labels.length) }, (_, column) => cell(row, column))}<td class="confusion__total">${voice.count(gold[row]!)}</td></tr>
`)}</tbody></table></div>`
}

const words = {
  corner: { zh: '标注 ＼ 答案', en: 'gold ＼ answer' },
  out: { zh: '表外', en: 'out of scheme' },
  unparsed: { zh: '没读出', en: 'unparsed' },
  total: { zh: '合计', en: 'total' },
}
