import { lazy, type ReactElement } from 'react'
import { type Address, useUnreadParameters } from '../../state/address.ts'
import { HomeScreen } from '../home/HomeScreen.tsx'
import { shellMessages } from '../messages/shell.ts'
import { useMessages } from '../messages/useMessages.ts'
import { Notice } from '../parts/Notice.tsx'
import { UnknownScreen } from './UnknownScreen.tsx'

const DataScreen = lazy(() => import('../data/DataScreen.tsx'))
const ModelScreen = lazy(() => import('../model/ModelScreen.tsx'))
const PlanScreen = lazy(() => import('../plan/PlanScreen.tsx'))
const RunScreen = lazy(() => import('../run/RunScreen.tsx'))
const ResultsScreen = lazy(() => import('../results/ResultsScreen.tsx'))
const AnswersScreen = lazy(() => import('../answers/AnswersScreen.tsx'))
const PromptsScreen = lazy(() => import('../prompts/PromptsScreen.tsx'))
const AboutScreen = lazy(() => import('../about/AboutScreen.tsx'))

/** The screen that an address names. All but the first are loaded when they are first opened. */
export function Screen({ address }: { readonly address: Address }): ReactElement {
  const messages = useMessages(shellMessages)
  const unread = useUnreadParameters()
  const name = address.screen === 'unknown' ? messages.unknownTitle : messages[address.screen]
  return (
    <>
      <title>{messages.title(name)}</title>
      {unread.length > 0 && <div className="unread"><Notice kind="warning" title={messages.unreadTitle(unread.map((each) => `${each.name}=${each.value}`).join(' · '))}>{messages.unreadText}</Notice></div>}
      {screenOf(address)}
    </>
  )
}

function screenOf(address: Address): ReactElement {
  switch (address.screen) {
    case 'home':
      return <HomeScreen />
    case 'data':
      return <DataScreen address={address} />
    case 'model':
      return <ModelScreen address={address} />
    case 'about':
      return <AboutScreen />
    case 'plan':
      return <PlanScreen address={address} />
    case 'run':
      return <RunScreen address={address} />
    case 'results':
      return <ResultsScreen address={address} />
    case 'answers':
      return <AnswersScreen address={address} />
    case 'prompts':
      return <PromptsScreen address={address} />
    case 'unknown':
      return <UnknownScreen path={address.path} />
  }
}
