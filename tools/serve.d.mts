export function serve(folder: string, wantedPort: number, options?: { plain?: boolean }): Promise<{ url: string; close: () => Promise<void> }>
