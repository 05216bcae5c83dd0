import { stringEnd } from './numberSource.ts'

/**
 * Members of a JSON object that JSON.parse drops because their key comes again, in the file's order.
 * @param json an object that JSON.parse accepts @param kept how many keys the parsed object has
 */
export function droppedMembers(json: string, kept: number): readonly (readonly [key: string, value: unknown])[] {
  const members = membersOf(json)
  if (members.length === kept) return []
  const last = new Map(members.map(({ key }, at) => [key, at]))
  return members.flatMap(({ key, from, to }, at) => (last.get(key) === at ? [] : [member(key, json.slice(from, to))]))
}

function member(key: string, value: string): readonly [string, unknown] {
  const parsed: unknown = JSON.parse(value)
  return [String(JSON.parse(key)), parsed]
}

interface Member {
  /** In its quotes. */
  readonly key: string
  /** Where its value begins, and the index behind it. */
  readonly from: number
  to: number
}

function membersOf(json: string): readonly Member[] {
  const members: Member[] = []
  let depth = 0
  let open: Member | undefined
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at)
    if (code === 0x22) {
      const end = stringEnd(json, at)
      if (depth === 1 && !open) {
        open = { key: json.slice(at, end), from: json.indexOf(':', end) + 1, to: 0 }
        if (open.key.includes('\\')) open = { ...open, key: JSON.stringify(JSON.parse(open.key)) }
        members.push(open)
      }
      at = end - 1
    } else if (code === 0x7b || code === 0x5b) depth++
    else if (code === 0x7d || code === 0x5d || (code === 0x2c && depth === 1)) {
      if (open && depth === 1) {
        open.to = at
        open = undefined
      }
      if (code !== 0x2c) depth--
    }
  }
  return members
}
