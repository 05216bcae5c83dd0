import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Markup, markup } from '../../../src/export/report/markup.ts'
import { reportHtml, reportSections } from '../../../src/export/report/report.ts'
import { reportStyle } from '../../../src/export/report/style.ts'
import { hostile, reportOf } from './fixtures.ts'

/** What a browser would make of the page, as far as it matters: its tags, without what stands between them. */
function tags(html: string): readonly string[] {
  return [...html.matchAll(/<[a-zA-Z!/][^>]*>/g)].map(([tag]) => tag)
}

describe('markup', () => {
  test('turns every text into text, whatever is in it', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => {
      const { html } = markup`<p title="${text}">${text}</p>`
      expect(html.slice(0, 10)).toBe('<p title="')
      const inside = html.slice(3, -4)
      expect(inside.match(/["<>]/g)).toEqual(['"', '"', '>'])
      expect(inside).not.toMatch(/&(?!amp;|lt;|gt;|quot;|#39;)/)
      expect(inside).not.toMatch(/\p{Surrogate}|\0|\u202e/u)
    }))
  })

  test('is made by nobody else', () => {
    expect(() => new Markup(Symbol('mine') as never, '<script>')).toThrow('only markup')
  })
})

describe('a report', () => {
  const content = reportOf()

  test('of imported answers calls no figure primary: no plan froze one', () => {
    const imported = { ...content, plan: { ...content.plan, imported: [] } }
    expect(reportHtml(content, 'en')).toContain('primary: ')
    expect(reportHtml(imported, 'en')).not.toMatch(/primary: |>primary<|frozen in the plan/)
    expect(reportHtml(imported, 'en')).toContain('none: the answers were imported')
  })

  test.each(['zh', 'en'] as const)('has every part, headings in order and no script or address from elsewhere (%s)', (language) => {
    const html = reportHtml({ ...content, texts: [] }, language)
    for (const { id } of reportSections) expect(html).toContain(`<section id="${id}"`)
    expect(html).not.toMatch(/<script|<link|<iframe|<img|javascript:|url\(|@import| on[a-z]+=/i)
    expect(html.match(/https?:/g)).toBeNull()
    const heads = [...html.matchAll(/<h([1-6])/g)].map(([, level]) => Number(level))
    expect(heads[0]).toBe(1)
    heads.forEach((level, at) => expect(level).toBeLessThanOrEqual((heads[at - 1] ?? 0) + 1))
  })

  test('closes what it opens', () => {
    const open: string[] = []
    for (const tag of tags(reportHtml({ ...content, texts: content.texts }, 'en'))) {
      const [, end, name = ''] = /^<(\/?)([a-zA-Z0-9]+)/.exec(tag) ?? []
      if (name === '' || tag.endsWith('/>') || ['meta'].includes(name)) continue
      if (end === '/') expect(open.pop()).toBe(name)
      else open.push(name)
    }
    expect(open).toEqual([])
  })

  test('lets no name, label, id, raw answer or text of the data become markup', () => {
    const plain = reportHtml({ ...reportOf('x'), texts: reportOf('x').texts }, 'en')
    const attacked = reportHtml(reportOf(hostile), 'en')
    expect(tags(attacked).map((tag) => tag.replace(/"[^"]*"/g, '""'))).toEqual(tags(plain).map((tag) => tag.replace(/"[^"]*"/g, '""')))
    expect(attacked).not.toContain('<img src=x')
    expect(attacked).toContain('&lt;img src=x')
    for (const [, style = ''] of attacked.matchAll(/ style="([^"]*)"/g)) expect(style).toMatch(/^(?:--[a-z]+:(?:var\(--[a-z]+-\d(?:-\d)?\)|[\d.e-]+);?)+$/)
  })

  test('says nothing of the data’s text unless it was asked to', () => {
    const secret = 'Z秘密Z'
    const whole = reportOf(secret)
    expect(reportHtml(whole, 'zh')).toContain(`${secret} 目标句`)
    const without = reportHtml({ ...whole, texts: null }, 'zh')
    expect(without).not.toContain(`${secret} 目标句`)
    expect(without).not.toContain(`${secret} 上文`)
    expect(without).not.toContain(`${secret} 原话`)
  })

  test('shows the evidence’s tables below the headline, intervals below their figures', () => {
    const html = reportHtml(content, 'en')
    expect(html.indexOf('<section id="gains"')).toBeGreaterThan(html.indexOf('<section id="headline"'))
    expect(html.indexOf('<section id="gains"')).toBeLessThan(html.indexOf('<section id="matrices"'))
    expect(html).toContain('+5.0<span class="interval">[-1.0, +11.0]</span>')
    expect(html).toContain('<tr class="ruled">')
  })

  test('gives every figure with n and interval, and marks what is primary', () => {
    const html = reportHtml({ ...content, texts: null }, 'en')
    const [, table = ''] = /<section id="headline"([^]*?)<\/section>/.exec(html) ?? []
    expect(table).toContain('primary: Macro F1')
    const accuracy = content.runs[0]!.fields[0]!.all.accuracy!
    expect(table).toContain(`${(accuracy * 100).toFixed(1)}%<span class="interval">`)
    expect(table).toContain('>3</td>')
  })
})

test('the report’s colours are the program’s', () => {
  const tokens = (css: string) => new Map([...css.matchAll(/^\s*(--[a-z0-9-]+):\s*([^;]+);/gm)].map(([, name = '', value = '']) => [name, value.replace(/\s+/g, ' ')]))
  const program = tokens(readFileSync(new URL('../../../src/views/shell/tokens.css', import.meta.url), 'utf8'))
  const own = tokens(reportStyle.html)
  expect(own.size).toBeGreaterThan(20)
  for (const [name, value] of own) expect([name, program.get(name)]).toEqual([name, value])
})
