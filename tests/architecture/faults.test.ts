import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { testOf, withFault } from '../../scripts/faults.mjs'
import { FAULTS } from '../faults/faults.mjs'

const ROOT = join(import.meta.dirname, '../..')

test.each(FAULTS)('the fault in $file ($from) can be inserted, and has tests', (fault) => {
  const own = readFileSync(join(ROOT, fault.file), 'utf8')
  expect(withFault(own, fault)).not.toBe(own)
  expect(existsSync(join(ROOT, testOf(fault) ?? 'nowhere'))).toBe(true)
})

test('every part of the product has faults, and none is listed twice', () => {
  expect(FAULTS.length).toBeGreaterThanOrEqual(60)
  const parts = ['host/', 'remotes/', 'shared-contracts/', 'services/src/', 'services/secureFrame/', 'packages/']
  expect(parts.filter((part) => !FAULTS.some(({ file }) => file.startsWith(part)))).toEqual([])
  expect(new Set(FAULTS.map(({ file, from, to }) => `${file} ${from} ${to}`)).size).toBe(FAULTS.length)
})

test('a fault whose text is missing or ambiguous is rejected', () => {
  expect(() => withFault('a b a', { from: 'c', to: '' })).toThrow('0 times')
  expect(() => withFault('a b a', { from: 'a', to: '' })).toThrow('2 times')
})
