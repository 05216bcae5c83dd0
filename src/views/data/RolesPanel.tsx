import { type ReactElement, useMemo, useState } from 'react'
import type { Dataset, DatasetRoles, Sample } from '../../domain/dataset.ts'
import type { Scheme } from '../../domain/scheme.ts'
import { countedRoles, guessedRoles, roleColumns } from '../../domain/roles.ts'
import { setDatasetRoles } from '../../state/data/datasets.ts'
import { useLanguage } from '../../state/language.ts'
import { rolesMessages } from '../messages/roles.ts'
import { useMessages } from '../messages/useMessages.ts'
import { Button } from '../parts/Button.tsx'
import { Failure } from '../parts/Failure.tsx'
import { Checkbox, Select, TextField } from '../parts/Field.tsx'
import { formatCount } from '../parts/numbers.ts'
import { LookLog } from './LookLog.tsx'

interface RolesPanelProps {
  readonly dataset: Dataset
  readonly samples: readonly Sample[]
}

/** Which samples are for development and which for the test, and every look that was taken at the latter. */
export function RolesPanel({ dataset, scheme, samples }: RolesPanelProps & { readonly scheme: Scheme }): ReactElement {
  const messages = useMessages(rolesMessages)
  return (
    <div className="section roles">
      <section className="section" aria-labelledby="roles">
        <h2 id="roles">{messages.title}</h2>
        <p className="muted small prose">{messages.intro}</p>
        <RolesForm key={JSON.stringify(dataset.roles)} dataset={dataset} samples={samples} />
      </section>
      <LookLog dataset={dataset} scheme={scheme} />
    </div>
  )
}

function RolesForm({ dataset, samples }: RolesPanelProps): ReactElement {
  const language = useLanguage()
  const messages = useMessages(rolesMessages)
  const { roles } = dataset
  const columns = useMemo(() => roleColumns(samples), [samples])
  // what a column's values tell is where one begins; it is nothing until it is saved
  const guess = useMemo(() => guessedRoles(samples, columns), [samples, columns])
  const [kind, setKind] = useState<DatasetRoles['kind'] | 'none'>(roles?.kind ?? 'none')
  const [column, setColumn] = useState(roles?.kind === 'column' ? roles.column : (guess?.column ?? columns[0]?.name ?? ''))
  const [dev, setDev] = useState<readonly string[]>(roles?.kind === 'column' ? roles.dev : (guess?.dev ?? []))
  const [seed, setSeed] = useState(roles?.kind === 'split' ? String(roles.seed) : '1')
  const [share, setShare] = useState(roles?.kind === 'split' ? String(Math.round(roles.share * 100)) : '20')
  const [problem, setProblem] = useState<unknown>(null)
  const odd = kind === 'split' && !(/^\d{1,2}$/.test(share) && Number(share) >= 1 && /^\d{1,9}$/.test(seed))
  const counted = useMemo(
    () => (kind === 'none' || odd ? null : countedRoles(kind === 'column' ? { kind, column, dev } : { kind, seed: Number(seed), share: Number(share) / 100 }, samples)),
    [kind, odd, column, dev, seed, share, samples],
  )
  const empty = counted !== null && (counted.samples.dev === 0 || counted.samples.test === 0)
  const same = JSON.stringify(counted) === JSON.stringify(roles ?? null)
  const name = (id: string): string => (id === 'tier' || id === 'group' ? messages[id] : id)
  const values = columns.find((each) => each.name === column)?.values ?? []
  return (
    <>
      <Select
        label={messages.how}
        value={kind}
        options={(['none', 'column', 'split'] as const).map((value) => ({ value, label: messages.hows[value], disabled: value === 'column' && columns.length === 0 }))}
        hint={columns.length === 0 ? messages.noColumns : undefined}
        onChange={setKind}
      />
      {kind === 'column' && (
        <>
          <Select
            label={messages.column}
            value={column}
            options={columns.map((each) => ({ value: each.name, label: name(each.name) }))}
            onChange={(next) => {
              setColumn(next)
              setDev(next === guess?.column ? guess.dev : [])
            }}
          />
          <fieldset className="codes">
            <legend>{messages.values}</legend>
            {values.map(({ value, count }) => (
              <Checkbox
                key={value}
                label={messages.valueCount(value, formatCount(count, language))}
                checked={dev.includes(value)}
                onChange={(on) => setDev(values.map((each) => each.value).filter((each) => (each === value ? on : dev.includes(each))))}
              />
            ))}
          </fieldset>
        </>
      )}
      {kind === 'split' && (
        <div className="row row--end">
          <TextField label={messages.share} type="number" min={1} max={99} value={share} aria-invalid={odd || undefined} hint={odd ? <span className="warning-text">{messages.shareOdd}</span> : messages.splitHint} onChange={setShare} />
          <TextField label={messages.seed} type="number" min={0} value={seed} onChange={setSeed} />
        </div>
      )}
      {counted && <p className="balance">{messages.becomes(formatCount(counted.samples.dev, language), formatCount(counted.samples.test, language))}</p>}
      {empty && <p className="small warning-text">{messages.empty}</p>}
      {problem !== null && <Failure title={messages.failed} error={problem} />}
      <div className="row">
        <Button
          kind="primary"
          disabled={same || empty || odd}
          onClick={() => {
            setProblem(null)
            setDatasetRoles(dataset.id, counted).catch(setProblem)
          }}
        >
          {same ? messages.saved : messages.save}
        </Button>
        <span className="small muted">{messages.changedPlans}</span>
      </div>
    </>
  )
}
