import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { detectEncoding, likeliestEncoding } from '../../src/import/detectEncoding.ts'
import { encode } from './encode.ts'

const simplified = '编号,文本,标签\n1,今天的客服态度真好呢，等了三个小时,负面\n2,谢谢你呀,正面\n3,嗯，知道了,中性\n'
const traditional = '編號,文本,標籤\n1,今天的客服態度真好呢，等了三個小時,負面\n2,謝謝你呀,正面\n3,嗯，知道了,中性\n'
const english = 'id,text,label\n1,what a lovely day,Positive\n'

describe.each([
  ['utf-8', simplified],
  ['utf-8', traditional],
  ['gb18030', simplified],
  ['big5', traditional],
  ['utf-16le', simplified],
  ['utf-16be', simplified],
  ['utf-16le', english],
  ['utf-16be', english],
  ['utf-16le', traditional],
])('%s without a mark', (encoding, text) => {
  test('is found', async () => {
    expect(await detectEncoding(new Blob([encode(text, encoding)]))).toBe(encoding)
  })
})

test.each(['utf-8', 'utf-16le', 'utf-16be'])('a byte order mark of %s decides', async (encoding) => {
  expect(await detectEncoding(new Blob([encode(simplified, encoding, true)]))).toBe(encoding)
  expect(await detectEncoding(new Blob([encode(english, encoding, true)]))).toBe(encoding)
})

test('plain ASCII is UTF-8', async () => {
  expect(await detectEncoding(new Blob([english]))).toBe('utf-8')
})

test('a GBK header above English rows is enough', async () => {
  expect(await detectEncoding(new Blob([encode('编号,文本,标签\n1,fine,Positive\n', 'gb18030')]))).toBe('gb18030')
})

test('two Chinese characters are enough', async () => {
  expect(await detectEncoding(new Blob([encode('id,label\n1,正面\n', 'gb18030')]))).toBe('gb18030')
})

test('Chinese far behind the beginning is found', async () => {
  const long = 'id,text\n' + '1,nothing but English here\n'.repeat(60_000)
  expect(await detectEncoding(new Blob([long, encode('2,今天真好\n3,谢谢\n', 'gb18030')]))).toBe('gb18030')
})

test('a few broken bytes do not turn UTF-8 into something else', async () => {
  const bytes = encode(simplified.repeat(20), 'utf-8')
  bytes[bytes.indexOf(0xe4)] = 0xff
  expect(await detectEncoding(new Blob([bytes]))).toBe('utf-8')
})

test('everyday sentences in GBK and Big5 are told apart, wherever the sample is cut', () => {
  const words = fc.constantFrom('今天', '真的', '谢谢', '不错', '可以', '我们', '你好', '客服', '什么', '朋友', '开心', '没有', '知道', '怎么', '喜欢')
  const lines = fc.array(words, { minLength: 12, maxLength: 60 })
  fc.assert(
    fc.property(lines, fc.nat(1), (parts, cut) => {
      const bytes = encode(parts.join('，'), 'gb18030')
      expect(likeliestEncoding(bytes.subarray(0, bytes.length - cut))).toBe('gb18030')
    }),
  )
})

test('any bytes give an encoding that TextDecoder knows', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), async (bytes) => {
      new TextDecoder(await detectEncoding(new Blob([bytes.slice()])))
    }),
  )
})
