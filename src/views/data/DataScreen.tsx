import type { ReactElement } from 'react'
import type { AddressOf } from '../../state/address.ts'

export default function DataScreen({ address }: { readonly address: AddressOf<'data'> }): ReactElement {
  return <div className="screen">{address.screen}</div>
}
