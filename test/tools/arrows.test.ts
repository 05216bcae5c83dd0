import { ESLint } from 'eslint'
import { describe, expect, test } from 'vitest'

/** Which rules a line breaks, were it written in that file. */
async function broken(filePath: string, line: string): Promise<readonly (string | null)[]> {
  const eslint = new ESLint({ overrideConfig: { languageOptions: { parserOptions: { projectService: { allowDefaultProject: ['src/*/probe.ts'] } } } } })
  const [result] = await eslint.lintText(`${line}\n`, { filePath })
  return result!.messages.map((message) => message.ruleId)
}

describe('the linter holds the arrows', () => {
  test.each([
    ['src/metrics/probe.ts', "import '../storage/plans.ts'"],
    ['src/domain/probe.ts', "import '../prompt/messages.ts'"],
    ['src/prompt/probe.ts', "import '../engine/engine.ts'"],
    ['src/run/probe.ts', "import '../storage/plans.ts'"],
    ['src/metrics/probe.ts', "import 'react'"],
    ['src/state/probe.ts', "import 'dexie'"],
    ['src/run/probe.ts', "import '@huggingface/transformers'"],
    ['src/state/probe.ts', "import '../../workers/import.ts'"],
  ])('%s may not say %s', async (file, line) => {
    expect(await broken(file, line)).toContain('no-restricted-imports')
  })

  test('an arrow that points the right way passes', async () => {
    expect(await broken('src/run/probe.ts', "import '../prompt/messages.ts'")).not.toContain('no-restricted-imports')
  })
})
