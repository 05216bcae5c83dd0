export const DEFAULT_PORT: number
export class PortError extends Error {}
export function wantedPort(words: readonly string[]): number
export function takenPort(port: number): string
