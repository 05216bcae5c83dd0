import { lazy, type ReactElement, Suspense, useMemo } from 'react'
import type { Field } from '../../domain/scheme.ts'
import type { FieldFigures, FieldCalibration } from '../../metrics/figures.ts'
import { useLanguage } from '../../state/language.ts'
import type { Table } from '../../export/table.ts'
import type { Reliability, ReliabilityBin, RiskCoveragePoint } from '../../metrics/calibration.ts'
import { resultsMessages } from '../messages/results.ts'
import { useMessages } from '../messages/useMessages.ts'
import { DataTable } from '../parts/DataTable.tsx'
import { formatCount, formatShare } from '../parts/numbers.ts'
import type { TableColumn } from '../parts/tableColumn.ts'
import { CopyTable } from './CopyTable.tsx'
import { IntervalText } from './IntervalText.tsx'

const CalibrationPlot = lazy(() => import('./CalibrationPlot.tsx'))
const RiskPlot = lazy(() => import('./RiskPlot.tsx'))
const DistributionPlot = lazy(() => import('./DistributionPlot.tsx'))

interface ChartsProps {
  readonly field: Field
  readonly figures: FieldFigures
  /** Undefined while it is being computed. */
  readonly measured: FieldCalibration | undefined
  /** Of what run over what data: the head of what is saved. */
  readonly title: string
  /** Name of the downloaded table, without its end. */
  readonly file: string
}

/** Calibration, and how answers are spread beside gold; the charting library is loaded when it is first needed. */
export function Charts({ field, figures, measured, file, title }: ChartsProps): ReactElement {
  const language = useLanguage()
  const messages = useMessages(resultsMessages)
  const reliability = measured?.reliability
  const band = measured?.calibration
  const captionHead = `${title}, ${field.name[language]}`
  return (
    <Suspense fallback={<p className="muted">{messages.loading}</p>}>
      <div className="charts">
        <figure className="chart">
          <figcaption>
            <h2>{messages.calibration}</h2>
            <p className="muted small">
              {!reliability
                ? messages.calibrationPending
                : reliability.ece === undefined
                ? messages.noProbabilities
                : messages.calibrationText(formatShare(reliability.ece, language), formatCount(reliability.records, language))}
              {reliability && reliability.records > 0 && !band && ` ${messages.noBand}`}
              {band && ` ${messages.calibrationBand(formatShare(band.low, language), formatShare(band.high, language))}`}
            </p>
          </figcaption>
          {reliability && reliability.records > 0 && <CalibrationPlot reliability={reliability} x={messages.confidence} y={messages.accuracyAxis} caption={`${captionHead}: ${messages.calibrationText(formatShare(reliability.ece ?? NaN, language), formatCount(reliability.records, language))} ${band ? messages.calibrationBand(formatShare(band.low, language), formatShare(band.high, language)) : ''}`} />}
          {reliability && reliability.records > 0 && <CalibrationTable reliability={reliability} file={file} />}
        </figure>
        {measured && measured.risk.points.length > 0 && (
          <figure className="chart">
            <figcaption>
              <h2>{messages.riskCoverage}</h2>
              <p className="muted small">
                {messages.riskText(formatShare(measured.risk.area ?? NaN, language), formatCount(measured.reliability.records, language))}{' '}
                {messages.brier((measured.brier.value ?? NaN).toFixed(3), measured.brier.interval ? ` [${measured.brier.interval.low.toFixed(3)}, ${measured.brier.interval.high.toFixed(3)}]` : '')}
              </p>
            </figcaption>
            <RiskPlot points={measured.risk.points} x={messages.coverage} y={messages.risk} caption={`${captionHead}: ${messages.riskText(formatShare(measured.risk.area ?? NaN, language), formatCount(measured.reliability.records, language))}`} />
            <details>
              <summary className="small">{messages.riskTable}</summary>
              <CopyTable table={riskTable(measured.risk.points, `${field.name[language]}: ${messages.riskCoverage}, n = ${measured.reliability.records}`, messages)} file={`${file}-risk`} />
            </details>
          </figure>
        )}
        <figure className="chart">
          <figcaption>
            <h2>{messages.distribution}</h2>
            <p className="muted small">{messages.distributionText(formatCount(figures.all.records, language))}</p>
          </figcaption>
          <DistributionPlot
            labels={field.labels.map(({ name }) => name[language])}
            gold={figures.all.perClass.map(({ support }) => support)}
            answers={figures.all.perClass.map(({ predicted }) => predicted)}
            records={figures.all.records}
            caption={`${captionHead}: ${messages.distribution}, ${messages.distributionText(formatCount(figures.all.records, language))}`}
            names={{ gold: messages.gold, answer: messages.answer, share: messages.share }}
          />
        </figure>
      </div>
    </Suspense>
  )
}

function riskTable(points: readonly RiskCoveragePoint[], caption: string, messages: (typeof resultsMessages)['zh']): Table {
  const shares = [['coverage', messages.coverage], ['risk', messages.risk], ['threshold', messages.confidence]] as const
  return {
    caption,
    columns: [{ header: messages.records, key: 'records', align: 'end' }, ...shares.map(([key, header]) => ({ header, key, align: 'end' as const, scale: 'percent' as const }))],
    rows: points.map(({ records, coverage, risk, threshold }) => [records, coverage, risk, threshold]),
  }
}

function CalibrationTable({ reliability, file }: { readonly reliability: Reliability; readonly file: string }): ReactElement {
  const language = useLanguage()
  const messages = useMessages(resultsMessages)
  const columns = useMemo(
    (): readonly TableColumn<ReliabilityBin>[] => [
      { id: 'bin', header: messages.bin, value: ({ low, high }) => `${formatShare(low, language, 0)}–${formatShare(high, language, 0)}`, order: ({ low }) => low },
      { id: 'records', header: messages.records, align: 'end', value: ({ records }) => records },
      { id: 'confidence', header: messages.confidence, align: 'end', value: ({ confidence }) => confidence, render: ({ confidence }) => formatShare(confidence, language) },
      { id: 'right', header: messages.accuracyAxis, align: 'end', value: ({ accuracy }) => accuracy, render: ({ accuracy }) => formatShare(accuracy, language) },
      { id: 'interval', header: '95%', align: 'end', value: ({ interval }) => interval?.low ?? null, render: ({ interval }) => <IntervalText interval={interval} pending={false} /> },
    ],
    [messages, language],
  )
  return (
    <details>
      <summary className="small">{messages.calibrationTable}</summary>
      <DataTable columns={columns} rows={reliability.bins} keyOf={({ low }) => String(low)} caption={messages.calibrationTable} captionHidden file={file} />
    </details>
  )
}
