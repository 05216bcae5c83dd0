import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { figures, measured, median, missing } from '../../bench/figures.ts'
import { type Latest, readmeTable, withTable } from '../../bench/table.ts'

describe('a figure', () => {
  it('is the median of its repeats, with their ends', () => {
    const figure = measured({ id: 'plain-letters', repeats: [50, 41, 90], how: 'so' })
    expect(figure).toMatchObject({ value: 50, goal: 40, met: true, spread: { median: 50, min: 41, max: 90, n: 3 } })
    expect(median([4, 1, 3, 2])).toBe(2.5)
    expect(median([])).toBeNaN()
  })

  it('is reached at its goal, and not by a hair beyond it, whichever side that is', () => {
    expect([1.25, 1.26].map((value) => measured({ id: 'bare-letters', repeats: [value], how: '' }).met)).toEqual([true, false])
    expect([3, 2.99].map((value) => measured({ id: 'wllama-words', repeats: [value], how: '' }).met)).toEqual([true, false])
  })

  it('is not reached where something else is wrong, whatever its value', () => {
    expect(measured({ id: 'fp32-tree', repeats: [1e-6], how: 'so', fault: 'another label wins at 1 places' })).toMatchObject({ met: false, how: 'so; another label wins at 1 places' })
  })

  it('that is missing says why, and is neither reached nor not', () => {
    expect(missing('native-words', 'no llama_cpp')).toMatchObject({ value: null, met: null, spread: null, how: 'no llama_cpp' })
  })
})

describe('the README', () => {
  it('has the table of what was measured last', () => {
    if (!existsSync('bench/latest.json')) return
    const latest = JSON.parse(readFileSync('bench/latest.json', 'utf8')) as Latest
    const readme = readFileSync('README.md', 'utf8')
    expect(readme).toContain(readmeTable(latest))
    expect(withTable(readme, latest)).toBe(readme)
  })

  it('shows every figure once, and which are not reached', () => {
    const latest: Latest = {
      date: '2026-11-30', machine: 'm', versions: {},
      figures: figures.map(({ id }, at) => (at === 0 ? missing(id, 'a | b') : measured({ id, repeats: [1], how: '' }))),
    }
    const lines = readmeTable(latest).split('\n').filter((line) => line.startsWith('| ')).slice(1)
    expect(lines).toHaveLength(figures.length)
    expect(lines[0]).toContain('not measured: a / b')
    expect(lines.filter((line) => line.includes('not reached'))).toHaveLength(latest.figures.filter(({ met }) => met === false).length)
  })
})
