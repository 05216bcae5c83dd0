/**
 * HTML that is safe to stand as it is. Only `markup` makes it, and `markup` escapes every text that is put in: what data, labels, names and
 * models say can never become a tag, an attribute or a script.
 */
export class Markup {
  /** Well-formed where its templates are. */
  readonly html: string

  constructor(key: typeof made, html: string) {
    if (key !== made) throw new Error('only markup`…` makes markup')
    this.html = html
  }
}

const made = Symbol('made by markup')

/** What may stand in a template: markup as it is, texts and numbers escaped, lists one after the other, null nothing. */
export type Inset = Markup | string | number | null | readonly Inset[]

/** A template whose insets are escaped. Attributes must stand in quotes. */
export function markup(template: TemplateStringsArray, ...insets: readonly Inset[]): Markup {
  return new Markup(made, template.reduce((before, part, at) => before + written(insets[at - 1] ?? null) + part))
}

function written(inset: Inset): string {
  if (inset === null) return ''
  if (inset instanceof Markup) return inset.html
  if (typeof inset === 'string') return escaped(inset)
  return typeof inset === 'number' ? String(inset) : inset.map(written).join('')
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/**
 * A text for HTML's content and quoted attributes. What HTML cannot hold (control characters, half surrogate pairs) becomes U+FFFD, as a
 * browser would read it; so do the marks that turn the direction of what follows them, which would show other text than is there.
 */
function escaped(text: string): string {
  return text
    .replace(/[\p{Surrogate}\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/gu, '\ufffd')
    .replace(/[&<>"']/g, (character) => entities[character]!)
}
