import type { FileProblem } from '../export/ownFile.ts'

/** What is wrong with a file of a person's own, a sentence each with its place. */
export function problemLines<Problem extends FileProblem<string>>(file: File, problems: readonly Problem[], sentence: (problem: Problem) => string): string {
  return problems.map((problem) => `${problem.path === '' ? file.name : problem.path}${problem.line === undefined ? '' : ` (line ${problem.line})`}: ${sentence(problem)}`).join(' ')
}
