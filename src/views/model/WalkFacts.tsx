import type { ReactElement } from 'react'
import type { WalkedModel } from '../../engine/engine.ts'
import { useLanguage } from '../../state/language.ts'
import { modelTrialMessages } from '../messages/modelTrial.ts'
import { useMessages } from '../messages/useMessages.ts'
import { formatCount } from '../parts/numbers.ts'

/** How the model in memory is walked, what of its graph was left alone, and how far its two ways to the same logits are apart. */
export function WalkFacts({ walk }: Pick<WalkedModel, 'walk'>): ReactElement {
  const messages = useMessages(modelTrialMessages)
  const language = useLanguage()
  const { rewrittenAndShipped, treeAndFork, deviceAndWasm } = walk.agreement
  return (
    <section className="section" aria-labelledby="walk">
      <h3 id="walk">{messages.walkTitle}</h3>
      <dl className="facts">
        <dt>{messages.walk}</dt>
        <dd>{messages.walks[walk.kind]}</dd>
        {walk.tokenScales > 0 && <><dt>{messages.tokenScales}</dt><dd>{messages.tokenScalesValue(formatCount(walk.tokenScales, language))}</dd></>}
        {rewrittenAndShipped !== null && <><dt>{messages.rewrittenAndShipped}</dt><dd>{messages.deviations(significant(rewrittenAndShipped))}</dd></>}
        {treeAndFork !== null && <><dt>{messages.treeAndFork}</dt><dd>{messages.deviations(significant(treeAndFork))}</dd></>}
        {deviceAndWasm !== null && <><dt>{messages.deviceAndWasm}</dt><dd>{messages.deviations(significant(deviceAndWasm))}</dd></>}
        {walk.left.length > 0 && <><dt>{messages.left}</dt><dd lang="en">{walk.left.join('; ')}</dd></>}
      </dl>
      {walk.kind === 'tree' && <p className="muted small">{messages.checked}</p>}
    </section>
  )
}

function significant(value: number): string {
  return value === 0 ? '0' : value < 0.001 ? value.toExponential(0) : value.toFixed(3)
}
