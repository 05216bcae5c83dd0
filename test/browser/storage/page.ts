/** What the storage tests call from outside: storage's verbs, and records to write. */
import * as datasets from '../../../src/storage/datasets.ts'
import * as plans from '../../../src/storage/plans.ts'
import * as predictions from '../../../src/storage/predictions.ts'
import * as quota from '../../../src/storage/quota.ts'
import { claimRun } from '../../../src/run/runLock.ts'
import * as fixtures from '../../storage/fixtures.ts'

const verbs = { ...datasets, ...plans, ...predictions, ...quota, ...fixtures, claimRun }

declare global {
  var stored: typeof verbs
}
globalThis.stored = verbs
