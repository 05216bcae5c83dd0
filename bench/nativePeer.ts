import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { TokenChoice } from './page/speed.ts'

export interface Chain {
  readonly prefix: readonly number[]
  readonly tree: TokenChoice
}

/** llama-cpp-python in a process of its own (peers/native.py). */
export class NativePeer {
  private readonly process: ChildProcessWithoutNullStreams
  private readonly lines: AsyncIterator<string>
  private said = ''
  version = ''

  private constructor(python: string) {
    this.process = spawn(python, ['bench/peers/native.py'])
    this.process.stderr.on('data', (text: Buffer) => (this.said = (this.said + text.toString()).slice(-500)))
    this.lines = createInterface({ input: this.process.stdout })[Symbol.asyncIterator]()
  }

  /** @returns null where that Python has no llama_cpp. @throws where it has, and cannot read the weights. */
  static async start(python: string, gguf: string, threads: number, chains: Readonly<Record<string, Chain>>): Promise<NativePeer | null> {
    if (!hasModule(python, 'llama_cpp')) return null
    const peer = new NativePeer(python)
    const { version } = await peer.ask<{ version: string }>({ gguf, threads, chains })
    peer.version = version
    return peer
  }

  async ask<Answer>(question: unknown): Promise<Answer> {
    this.process.stdin.write(`${JSON.stringify(question)}\n`)
    const line = await this.lines.next()
    if (line.done) throw new Error(`the native peer ended: ${this.said}`)
    return JSON.parse(line.value) as Answer
  }

  end(): void {
    this.process.kill()
  }
}

export function hasModule(python: string, name: string): boolean {
  return spawnSync(python, ['-c', `import ${name}`]).status === 0
}
