import type { BaseIssue } from 'valibot'

/** Where in a file a schema's issue is: `scheme.fields[2].labels[0].id`; empty for all of it. */
export function issuePath({ path }: Pick<BaseIssue<unknown>, 'path'>): string {
  return (path ?? []).map(({ key }, at) => (typeof key === 'number' ? `[${key}]` : `${at === 0 ? '' : '.'}${String(key)}`)).join('')
}
