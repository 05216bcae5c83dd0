import jsxA11y from 'eslint-plugin-jsx-a11y'
import reactHooks from 'eslint-plugin-react-hooks'
import tseslint from 'typescript-eslint'
import { arrows, owners } from './tools/arrows.mjs'

const folders = Object.keys(arrows)

/** What a folder may not import, as patterns for `no-restricted-imports`. */
function restrictions(folder) {
  const closed = folders.filter((other) => other !== folder && !arrows[folder].includes(other))
  const packages = Object.entries(owners).filter(([, allowed]) => !allowed.includes(folder)).map(([name]) => name)
  return [
    ...closed.map((other) => ({ group: [`**/${other}/**`], message: `${folder} may not import ${other} (tools/arrows.mjs).` })),
    ...packages.map((name) => ({ group: [name, `${name}/*`], message: `${folder} may not import ${name} (tools/arrows.mjs).` })),
    { group: ['**/workers/**', '**/main.tsx'], message: 'A composition root is imported by nobody, but by URL.' },
  ]
}

export default tseslint.config(
  { ignores: ['dist/**', 'public/**', 'node_modules/**', 'tools/empty/**'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [...tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-unnecessary-condition': ['error', { allowConstantLoopConditions: true }],
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      'no-console': 'error',
      'no-alert': 'error',
      'max-lines': ['error', { max: 350, skipBlankLines: true, skipComments: true }],
    },
  },
  // what tools declare for tests: read, so that one is not passed over with a warning
  { files: ['**/*.d.mts'], extends: [tseslint.configs.base] },
  ...folders.map((folder) => ({
    files: [`src/${folder}/**/*.{ts,tsx}`],
    rules: { 'no-restricted-imports': ['error', { patterns: restrictions(folder) }] },
  })),
  {
    files: ['src/views/**/*.tsx', 'src/state/**/*.{ts,tsx}', 'src/main.tsx'],
    plugins: { 'react-hooks': reactHooks, 'jsx-a11y': jsxA11y },
    rules: { ...reactHooks.configs.recommended.rules, ...jsxA11y.flatConfigs.strict.rules },
  },
  {
    files: ['test/**/*.ts', 'bench/**/*.ts'],
    rules: { 'max-lines': 'off', 'no-console': 'off' },
  },
)
