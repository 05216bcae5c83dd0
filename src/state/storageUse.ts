import { storageEstimate, type StorageEstimate } from '../storage/quota.ts'
import { type Live, useOnce } from './liveQuery.ts'

/** How much this site keeps in the browser; null where the browser does not say. */
export function useStorageEstimate(): Live<StorageEstimate | null> {
  return useOnce('storage estimate', storageEstimate)
}
