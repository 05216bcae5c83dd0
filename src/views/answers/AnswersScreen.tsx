import { type ReactElement, useState } from 'react'
import type { Dataset } from '../../domain/dataset.ts'
import { type AddressOf, navigate } from '../../state/address.ts'
import { builtInScheme } from '../../domain/builtInScheme.ts'
import type { Scheme } from '../../domain/scheme.ts'
import { useAboutDataset } from '../../state/answers/aboutDataset.ts'
import { keepOwnData } from '../../state/answers/filesOwnData.ts'
import { matchedOnDesk, useAnswerDesk } from '../../state/answers/answerDesk.ts'
import { useDatasets, useSamples } from '../../state/data/datasets.ts'
import { useSchemeOf } from '../../state/data/schemes.ts'
import { schemesMessages } from '../messages/schemes.ts'
import { useLanguage } from '../../state/language.ts'
import { datasetNames } from '../data/datasetNames.ts'
import { answersMessages } from '../messages/answers.ts'
import { useMessages } from '../messages/useMessages.ts'
import { Button, LinkButton } from '../parts/Button.tsx'
import { EmptyState } from '../parts/EmptyState.tsx'
import { Failure } from '../parts/Failure.tsx'
import { Select } from '../parts/Field.tsx'
import { FileDrop } from '../parts/FileDrop.tsx'
import { Notice } from '../parts/Notice.tsx'
import { formatCount } from '../parts/numbers.ts'
import { AnswerFileCard } from './AnswerFileCard.tsx'
import { ImportRuns } from './ImportRuns.tsx'
import '../parts/lists.css'
import { ScreenHead } from '../parts/ScreenHead.tsx'
import '../data/data.css'
import './answers.css'

/** Files of somebody else's answers come in: read, set beside a dataset, and kept as runs. */
export default function AnswersScreen({ address }: { readonly address: AddressOf<'answers'> }): ReactElement {
  const language = useLanguage()
  const messages = useMessages(answersMessages)
  const { desk, state } = useAnswerDesk()
  const datasets = useDatasets()
  return (
    <div className="screen">
      <ScreenHead title={messages.title} shows={messages.intro} />
      <FileDrop words={messages} accept=".jsonl,.ndjson,.json,.csv,.tsv,.txt,.xlsx" multiple onFiles={(files) => void desk.open(files)} />
      {state.reading > 0 && <p className="muted small" role="status">{messages.reading(formatCount(state.reading, language))}</p>}
      {state.refused.map(({ name, error }, at) => (
        <Failure key={at} title={messages.refusedFile(name)} error={error} />
      ))}
      {state.taken.map(({ name, plan }) => (
        <Notice key={plan.id} title={messages.takenRun(name)} actions={<LinkButton small to={{ screen: 'results', plan: plan.id }}>{messages.seeRun}</LinkButton>} />
      ))}
      {datasets.status === 'failed' && <Failure title={messages.failed} error={datasets.error} />}
      {state.files.length > 0 && datasets.status === 'ready' && (
        datasets.value.length === 0
          ? <EmptyState title={messages.noDataset} actions={<><LinkButton kind="primary" to={{ screen: 'data' }}>{messages.toData}</LinkButton><OwnData scheme={builtInScheme} /></>}>{messages.noDatasetText} {messages.ownDataText}</EmptyState>
          : <Beside address={address} datasets={datasets.value} />
      )}
    </div>
  )
}

/** The dataset that is meant: the address's, else the one that has the files' ids. */
function Beside({ address, datasets }: { readonly address: AddressOf<'answers'>; readonly datasets: readonly Dataset[] }): ReactElement {
  const language = useLanguage()
  const messages = useMessages(answersMessages)
  const { state } = useAnswerDesk()
  const guess = useAboutDataset(state.files, datasets)
  const named = datasets.find(({ id }) => id === address.dataset)
  if (!named && guess.status === 'loading') return <p className="muted small">{messages.loading}</p>
  const dataset = named ?? (guess.status === 'ready' ? datasets.find(({ id }) => id === guess.value.taken) : undefined) ?? datasets[0]
  if (!dataset) return <></>
  const nameOf = datasetNames(datasets, language)
  const guessed = guess.status === 'ready' && !named ? guess.value : null
  const equals = datasets.filter(({ id }) => guessed?.equals.includes(id))
  const choice = (one: Dataset): ReactElement => <LinkButton key={one.id} small to={{ screen: 'answers', dataset: one.id }}>{nameOf(one)}</LinkButton>
  return (
    <>
      {address.dataset !== undefined && !named && <Notice kind="warning" title={messages.unknownDataset}>{messages.unknownDatasetText(nameOf(dataset))}</Notice>}
      {equals.length > 0 && (
        <Notice kind="warning" title={messages.equalDatasets(formatCount(equals.length + 1, language))} actions={[dataset, ...equals].map(choice)}>
          {messages.equalDatasetsText(nameOf(dataset))}
        </Notice>
      )}
      <OneDataset key={dataset.id} dataset={dataset} datasets={datasets} />
    </>
  )
}

interface OneDatasetProps {
  readonly dataset: Dataset
  readonly datasets: readonly Dataset[]
}

function OneDataset({ dataset, datasets }: OneDatasetProps): ReactElement {
  const language = useLanguage()
  const messages = useMessages(answersMessages)
  const { desk, state } = useAnswerDesk()
  const schemes = useMessages(schemesMessages)
  const labelled = useSchemeOf(dataset)
  const samples = useSamples(dataset.id)
  if (samples.status === 'failed') return <Failure title={messages.failed} error={samples.error} />
  if (labelled.status === 'failed') return <Failure title={messages.failed} error={labelled.error} />
  if (samples.status === 'loading' || labelled.status === 'loading') return <p className="muted small">{messages.loading}</p>
  const scheme = labelled.value
  if (!scheme) return <Notice kind="warning" title={schemes.gone}>{schemes.goneText(dataset.schemeId)}</Notice>
  const files = state.files.map((file) => ({ file, matched: matchedOnDesk(file, samples.value, scheme) }))
  const nameOf = datasetNames(datasets, language)
  const counts = files.flatMap(({ matched }) => (matched ? [matched.counts] : []))
  const sum = (numbers: readonly number[]): string => formatCount(numbers.reduce((all, number) => all + number, 0), language)
  return (
    <>
      <div className="row row--end">
        <Select
          label={messages.dataset}
          hint={counts.length > 0 ? messages.datasetHint(sum(counts.map(({ taken }) => taken)), sum(counts.map(({ records }) => records))) : undefined}
          value={dataset.id}
          options={datasets.map((each) => ({ value: each.id, label: messages.option(nameOf(each), formatCount(each.samples, language)) }))}
          onChange={(id) => navigate({ screen: 'answers', dataset: id }, { replace: true })}
        />
        <Button kind="quiet" onClick={() => desk.clear()}>{messages.clear}</Button>
      </div>
      {files.map(({ file, matched }) => (
        <AnswerFileCard key={file.key} file={file} matched={matched} scheme={scheme} samples={samples.value.length} />
      ))}
      {counts.length === files.length && counts.every(({ taken }) => taken === 0) && (
        <div className="row">
          <p className="small muted prose">{messages.ownDataText}</p>
          <OwnData scheme={scheme} />
        </div>
      )}
      <ImportRuns matched={files.map(({ matched }) => matched)} dataset={dataset} samples={samples.value} scheme={scheme} />
    </>
  )
}

/** The gold that the files state themselves, in place of the data. */
function OwnData({ scheme }: { readonly scheme: Scheme }): ReactElement {
  const messages = useMessages(answersMessages)
  const { state } = useAnswerDesk()
  const [problem, setProblem] = useState<unknown>(null)

  async function take(): Promise<void> {
    try {
      const id = await keepOwnData(state.files, scheme)
      setProblem(id === null ? 'noGold' : null)
      if (id !== null) navigate({ screen: 'answers', dataset: id }, { replace: true })
    } catch (error) {
      setProblem(error)
    }
  }

  return (
    <>
      <Button onClick={() => void take()}>{messages.ownData}</Button>
      {problem === 'noGold' ? <Notice kind="error" title={messages.ownDataFailed}>{messages.ownDataNone}</Notice> : problem !== null && <Failure title={messages.ownDataFailed} error={problem} />}
    </>
  )
}
