import { Pencil, RotateCcw, Trash2 } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import type { Dataset } from '../../domain/dataset.ts'
import { navigate } from '../../state/address.ts'
import { deleteDataset, renameDataset } from '../../state/data/datasets.ts'
import { useImportDesk } from '../../state/data/importing.ts'
import { useLanguage } from '../../state/language.ts'
import { usePlans } from '../../state/plan/plans.ts'
import { dataMessages } from '../messages/data.ts'
import { useMessages } from '../messages/useMessages.ts'
import { Button } from '../parts/Button.tsx'
import { Dialog } from '../parts/Dialog.tsx'
import { Failure } from '../parts/Failure.tsx'
import { TextField } from '../parts/Field.tsx'
import { formatCount } from '../parts/numbers.ts'

/** Rename, delete (after saying what is lost), read again with other columns while the file is still at hand. */
export function DatasetActions({ dataset }: { readonly dataset: Dataset }): ReactElement {
  const messages = useMessages(dataMessages)
  const desk = useImportDesk()
  const [open, setOpen] = useState<'rename' | 'remove' | null>(null)
  const close = (): void => setOpen(null)
  return (
    <>
      {desk.canReadAgain(dataset.id) && (
        <Button
          kind="quiet"
          onClick={() => {
            desk.readAgain(dataset.id)
            navigate({ screen: 'data' })
          }}
        >
          <RotateCcw aria-hidden="true" />
          {messages.again}
        </Button>
      )}
      <Button kind="quiet" onClick={() => setOpen('rename')}><Pencil aria-hidden="true" />{messages.rename}</Button>
      <Button kind="quiet" onClick={() => setOpen('remove')}><Trash2 aria-hidden="true" />{messages.remove}</Button>
      {open === 'rename' && <RenameDialog dataset={dataset} onClose={close} />}
      {open === 'remove' && <RemoveDialog dataset={dataset} onClose={close} />}
    </>
  )
}

interface ActionDialogProps {
  readonly dataset: Dataset
  readonly onClose: () => void
}

function RenameDialog({ dataset, onClose }: ActionDialogProps): ReactElement {
  const messages = useMessages(dataMessages)
  const [name, setName] = useState(dataset.name)
  const [error, setError] = useState<unknown>(null)
  const save = (): void => {
    renameDataset(dataset.id, name.trim()).then(onClose, setError)
  }
  return (
    <Dialog
      title={messages.renameTitle}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{messages.cancel}</Button>
          <Button kind="primary" disabled={name.trim() === ''} onClick={save}>{messages.save}</Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (name.trim() !== '') save()
        }}
      >
        <TextField label={messages.newName} value={name} onChange={setName} />
      </form>
      {error !== null && <Failure error={error} />}
    </Dialog>
  )
}

function RemoveDialog({ dataset, onClose }: ActionDialogProps): ReactElement {
  const messages = useMessages(dataMessages)
  const language = useLanguage()
  const plans = usePlans()
  const [error, setError] = useState<unknown>(null)
  const over = plans.status === 'ready' ? plans.value.filter(({ plan }) => plan.dataset.id === dataset.id).length : 0
  const remove = (): void => {
    deleteDataset(dataset.id).then(() => navigate({ screen: 'data' }, { replace: true }), setError)
  }
  return (
    <Dialog
      title={messages.removeTitle(dataset.name)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{messages.cancel}</Button>
          <Button kind="danger" onClick={remove}>{messages.removeConfirm}</Button>
        </>
      }
    >
      <p>{messages.removeText(formatCount(dataset.samples, language))}</p>
      {over > 0 && <p>{messages.removeRuns(formatCount(over, language))}</p>}
      {error !== null && <Failure error={error} />}
    </Dialog>
  )
}
