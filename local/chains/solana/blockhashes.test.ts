import { createBlockhashes } from './blockhashes.ts'

test('a blockhash is valid for exactly 150 slots', () => {
  const blockhashes = createBlockhashes()
  blockhashes.add('first', 10)
  expect(blockhashes.lastValidBlockHeight('first')).toBe(160)
  for (let height = 11; height <= 160; height++) blockhashes.add(`hash ${height}`, height)
  expect(blockhashes.isValid('first')).toBe(true)
  blockhashes.add('last', 161)
  expect(blockhashes.isValid('first')).toBe(false)
  expect(blockhashes.isValid('hash 11')).toBe(true)
  expect(blockhashes.isValid('never seen')).toBe(false)
})
