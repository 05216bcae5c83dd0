import type { ReactElement } from 'react'
import type { AddressOf } from '../../state/address.ts'

export default function ModelScreen({ address }: { readonly address: AddressOf<'model'> }): ReactElement {
  return <div className="screen">{address.screen}</div>
}
