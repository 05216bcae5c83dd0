export function chromium(): string
export const flags: readonly string[]
export const softwareWebGpu: readonly string[]
