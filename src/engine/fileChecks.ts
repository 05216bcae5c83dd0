import { EngineError } from './engine.ts'
import type { Bytes } from '../domain/units.ts'

/** How many bytes from a file's start `checkHead` wants to see; fewer where the file is shorter. */
export const headBytes = 512

/**
 * Refuses what is not the file it is called: a web page, a Git-LFS pointer, nothing at all.
 * @param head the file's first bytes.
 * @throws EngineError naming the file.
 */
export function checkHead(path: string, head: Uint8Array, size: Bytes): void {
  if (size === 0) throw new EngineError('truncatedFile', `${path} is empty`, path)
  const text = new TextDecoder('utf-8', { fatal: false }).decode(head).replace(/^\uFEFF/, '').trimStart().toLowerCase()
  if (text.startsWith('version https://git-lfs')) {
    throw new EngineError('missingFile', `${path} is a Git-LFS pointer, not the file itself: fetch it with “git lfs pull”, or download it by hand`, path)
  }
  if (text.startsWith('<!doctype') || text.startsWith('<html')) {
    throw new EngineError('htmlInsteadOfFile', `${path} is a web page, not the file: it was not there, or the download was refused`, path)
  }
}

/** Whether a parsed tokenizer.json is one that can be built from: its vocabulary is there. */
export function isTokenizer(value: unknown): boolean {
  return isRecord(value) && isRecord(value['model']) && (isRecord(value['model']['vocab']) || Array.isArray(value['model']['vocab']))
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** @throws EngineError where the text is not JSON, saying whether it ends early. */
export function parseJsonFile(path: string, text: string): unknown {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
    return value
  } catch (error) {
    const early = /end of|unterminated/i.test(error instanceof Error ? error.message : '')
    throw early
      ? new EngineError('truncatedFile', `${path} ends in the middle: the download or the copy was cut short`, path)
      : new EngineError('notJson', `${path} is not JSON`, path)
  }
}
