import type { UserConfig } from 'vite'

export const bundling: Pick<UserConfig, 'base' | 'worker' | 'resolve'>
export const target: string
export function buildPage(folder: string, outDir: string, options?: { minify?: boolean }): Promise<void>
