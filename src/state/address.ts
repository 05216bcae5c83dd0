import * as v from 'valibot'
import { useSyncExternalStore } from 'react'

/**
 * The address bar owns the selection: what is shown is `#/<screen>/<subject>?<rest>`, parsed by schema. A value that a
 * screen does not know falls back to its default; a screen that does not exist is `unknown` and gets a page that helps.
 */
const text = v.fallback(v.optional(v.string()), undefined)

/** One of a list, the first where nothing (or nothing known) is said. */
function oneOf<const Values extends readonly [string, ...string[]]>(values: Values) {
  return v.fallback(v.optional(v.picklist(values), values[0]), values[0])
}

/** A parameter that may stand several times. */
const texts = v.fallback(
  v.optional(v.pipe(v.union([v.string(), v.array(v.string())]), v.transform((value) => (typeof value === 'string' ? [value] : value))), []),
  [],
)

/** What each screen reads from the address. `subject` is the part that stands in the path. */
const screens = {
  home: { subject: null, schema: v.object({}) },
  data: {
    subject: 'dataset',
    schema: v.object({
      dataset: text,
      view: oneOf(['samples', 'problems', 'notices', 'columns', 'roles']),
      /** Filters of the sample list: a cell of the matrix, a field's label, words. */
      stance: text,
      field: text,
      label: text,
      search: text,
      /** A kind of problem or notice. */
      code: text,
      sample: text,
    }),
  },
  model: { subject: 'model', schema: v.object({ model: text }) },
  plan: {
    subject: 'dataset',
    schema: v.object({
      dataset: text,
      models: texts,
      methods: texts,
      /** How many samples are drawn (all where absent), and the seed of their order. */
      samples: text,
      seed: text,
      /** Which role's samples are drawn, where the dataset names roles: the test's where nothing is said. */
      role: text,
      /** The primary figure: `field.metric`. */
      metric: text,
      /** Which runs are compared, and the margin of equivalence in points; see state/plan/planFamily.ts. */
      family: text,
      margin: text,
      prior: oneOf(['none', 'contentFree', 'pool', 'batch']),
      rule: oneOf(['joint', 'path']),
      later: oneOf(['chosen', 'marginal']),
      /** The dataset that a prior's pool is drawn from. */
      pool: text,
      /** The dataset that examples are drawn from: every method that can show them is then run with and without. */
      shots: text,
      /** How they are drawn, by which field, how many, and how many turns of their contexts are shown (all where absent). */
      draw: oneOf(['perLabel', 'balanced', 'random', 'named']),
      shotField: text,
      shotCount: text,
      shotTurns: text,
      /** Of a named set: the samples' ids, parted by commas or line ends. */
      shotIds: text,
      /** How many other wordings, label orders and draws of examples are planned beside each method. */
      spread: text,
    }),
  },
  run: { subject: 'plan', schema: v.object({ plan: text }) },
  results: {
    subject: 'plan',
    schema: v.object({
      plan: text,
      run: text,
      /** A second run to set beside the first. */
      against: text,
      /** Runs that are set side by side, by the beginnings of their ids; all of the plan's where absent. */
      runs: texts,
      /** Choices of the evidence screens (state/results/evidence/evidenceService.ts). */
      of: text,
      baseline: text,
      mean: text,
      unit: text,
      figure: text,
      by: text,
      none: text,
      margin: text,
      /** The dataset that baselines are fitted on. */
      dev: text,
      view: oneOf([
        'overview', 'stances', 'classes', 'confusion', 'charts', 'leaning', 'slices', 'chain', 'overlap', 'samples', 'parsing',
        'compare', 'gains', 'ladder', 'shams', 'spread', 'agreement', 'export',
      ]),
      field: text,
      /** Filters; see state/results/runFilter.ts. */
      gold: text,
      answer: text,
      verdict: text,
      state: text,
      scene: text,
      tier: text,
      search: text,
      /** A part of the samples by any column (state/results/slices.ts). */
      slice: text,
      part: text,
      /** Beside other runs, along a chain, and where samples also stand (runFilter.ts says what each is). */
      beside: text,
      relation: text,
      equal: text,
      unequal: text,
      together: text,
      planned: text,
      path: text,
      overlap: text,
      sample: text,
      /** Another reading than the plan's: exploratory. */
      prior: text,
      rule: text,
      later: text,
    }),
  },
  /** Answers from elsewhere, and the dataset that they are about. */
  answers: { subject: 'dataset', schema: v.object({ dataset: text }) },
  /** Two prompts side by side: a method's id, or `file` and a prompt file's name; and the scheme they are about, the built-in one where absent. */
  prompts: { subject: null, schema: v.object({ left: text, right: text, scheme: text }) },
  about: { subject: null, schema: v.object({}) },
} as const

export type ScreenName = keyof typeof screens

/** The address of one screen, with everything it reads. */
export type AddressOf<Name extends ScreenName> = Readonly<{ screen: Name } & Parameters<Name>>

type Parameters<Name extends ScreenName> = v.InferOutput<(typeof screens)[Name]['schema']>

/** A screen and whatever of its parameters differ from their defaults: enough to make a link. */
export type Destination = {
  [Name in ScreenName]: Readonly<{ screen: Name } & Partial<Parameters<Name>>>
}[ScreenName]

export type Address = { [Name in ScreenName]: AddressOf<Name> }[ScreenName] | { readonly screen: 'unknown'; readonly path: string }

/** Reads what stands after the address's `#`. Never throws: the user may have typed it. */
export function parseAddress(hash: string): Address {
  const path = hash.replace(/^#?\/?/, '')
  const cut = path.indexOf('?')
  const segments = (cut < 0 ? path : path.slice(0, cut)).split('/').map(decode)
  const name = segments[0] === '' ? 'home' : segments[0]
  const subject = segments[1]
  if (name === undefined || !isScreen(name) || segments.length > 2) return { screen: 'unknown', path }
  const raw: Record<string, string | string[]> = {}
  const query = new URLSearchParams(cut < 0 ? '' : path.slice(cut + 1))
  for (const key of new Set(query.keys())) {
    const values = query.getAll(key)
    raw[key] = values.length === 1 ? (values[0] ?? '') : values
  }
  const subjectName = screens[name].subject
  if (subject !== undefined && subject !== '') {
    if (subjectName === null) return { screen: 'unknown', path }
    raw[subjectName] = subject
  }
  return { screen: name, ...v.parse(screens[name].schema, raw) } as Address
}

/** What an address says and its screen does not read: a parameter of no such name, a value that is none of those to choose from. */
export function unreadParameters(hash: string): readonly { readonly name: string; readonly value: string }[] {
  const address = parseAddress(hash)
  if (address.screen === 'unknown') return []
  const cut = hash.indexOf('?')
  const query = new URLSearchParams(cut < 0 ? '' : hash.slice(cut + 1))
  const read = new Map<string, unknown>(Object.entries(address))
  return [...new Set(query.keys())].flatMap((name) => {
    const values = query.getAll(name)
    const taken = name === 'screen' ? undefined : read.get(name)
    const same = Array.isArray(taken) ? taken.length === values.length : values.length === 1 && taken === values[0]
    return same ? [] : [{ name, value: values.join(', ') }]
  })
}

/** The address as it stands in a link, `#` included. Defaults are left out, so that one selection has one address. */
export function formatAddress(destination: Destination): string {
  const { schema, subject } = screens[destination.screen]
  const defaults = new Map<string, unknown>(Object.entries(v.parse(schema, {})))
  const query = new URLSearchParams()
  let path = destination.screen === 'home' ? '' : destination.screen
  for (const [key, value] of Object.entries(destination)) {
    if (key === 'screen' || value === undefined || value === '' || value === defaults.get(key)) continue
    const items = typeof value === 'string' ? [value] : value
    if (key === subject) path += items.map((item) => `/${encodeURIComponent(item)}`).join('')
    else for (const item of items) query.append(key, item)
  }
  const rest = query.toString()
  return `#/${path}${rest === '' ? '' : `?${rest}`}`
}

function isScreen(name: string): name is ScreenName {
  return Object.hasOwn(screens, name)
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

const listeners = new Set<() => void>()
let current: { readonly hash: string; readonly address: Address; readonly unread: ReturnType<typeof unreadParameters> } | undefined

function subscribe(changed: () => void): () => void {
  listeners.add(changed)
  window.addEventListener('hashchange', changed)
  return () => {
    listeners.delete(changed)
    window.removeEventListener('hashchange', changed)
  }
}

/** The same object as long as the address bar says the same. */
function read(): NonNullable<typeof current> {
  const { hash } = window.location
  if (current?.hash !== hash) {
    current = { hash, address: parseAddress(hash), unread: unreadParameters(hash) }
    last.set(current.address.screen, current.address)
  }
  return current
}

const last = new Map<string, Address>()

/** Where a screen was when it was last shown on this page: what was chosen there and has not been done yet. Undefined where it was not. */
export function lastAddress<Name extends ScreenName>(screen: Name): AddressOf<Name> | undefined {
  return last.get(screen) as AddressOf<Name> | undefined
}

export function useAddress(): Address {
  return useSyncExternalStore(subscribe, read).address
}

/** What the address bar says and the screen does not read. */
export function useUnreadParameters(): ReturnType<typeof unreadParameters> {
  return useSyncExternalStore(subscribe, read).unread
}

/** Goes there. `replace` leaves no step in the history (typing into a filter). */
export function navigate(destination: Destination, { replace = false } = {}): void {
  const target = formatAddress(destination)
  if (target === window.location.hash) return
  if (replace) window.history.replaceState(null, '', target)
  else window.history.pushState(null, '', target)
  for (const changed of listeners) changed()
}
