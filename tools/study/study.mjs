/**
 * `npm run study`: the paper-like study of docs/study, from data to report, by the command that anybody could give by hand (it is printed). Goes on where
 * it broke off. Options are handed on to `npm run evaluate` (--limit N for a trial, --out FOLDER to leave docs/study alone).
 */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { fail, root } from '../setup.mjs'

const study = join(root, 'docs', 'study')
const seeds = [1, 2, 3, 4, 5]
/** The eight methods, then their controls. */
const methods = [
  'direct', 'direct-few', 'reason', 'matrix', 'matrix-reason', 'structure-only', 'oracle-stance', 'predicted-stance',
  ...seeds.map((seed) => `matrix-sham-${seed}`), ...seeds.map((seed) => `matrix-permuted-${seed}`),
]

const { values } = parseArgs({ options: { limit: { type: 'string' }, out: { type: 'string' }, again: { type: 'boolean', default: false }, lang: { type: 'string', default: 'en' } } })
const out = values.out === undefined ? study : resolve(process.env.INIT_CWD ?? process.cwd(), values.out)
/** Everything that the evaluation writes; docs/study gets what is worth keeping with the code. */
const work = join(root, 'node_modules', '.cache', 'study')

for (const name of ['test', 'dev']) if (!existsSync(join(study, `${name}.jsonl`))) fail(`docs/study/${name}.jsonl is missing: python3 tools/study/data.py makes it.`)
const command = [
  relative(root, join(study, 'test.jsonl')), '--dev', relative(root, join(study, 'dev.jsonl')), '--model', 'xianwai-lm', '--method', methods.join(','),
  '--metric', 'intent.macroF1', '--family', 'method:direct', '--margin', '2', '--lang', values.lang, '--out', relative(root, work),
  ...(values.limit === undefined ? [] : ['--limit', values.limit]),
  ...(values.again ? ['--again'] : []),
]
console.log(`npm run evaluate -- ${command.join(' ')}`)
const { status } = spawnSync(process.execPath, ['tools/evaluate.mjs', ...command], { cwd: root, stdio: 'inherit', env: { ...process.env, INIT_CWD: root } })
if (status !== 0) fail('The evaluation did not end well: give the same command to go on.')
mkdirSync(out, { recursive: true })
for (const name of ['report.html', 'plan.json', 'metrics.json']) cpSync(join(work, name), join(out, name))
rmSync(join(out, 'tables'), { recursive: true, force: true })
cpSync(join(work, 'tables'), join(out, 'tables'), { recursive: true })
if (out !== study) cpSync(join(study, 'test.jsonl'), join(out, 'test.jsonl'))
console.log(`The study is in ${relative(root, out)}; its result files are in ${relative(root, work)}.
Check it with scikit-learn: python3 tools/study/check.py ${relative(root, out)} --files ${relative(root, work)}`)
