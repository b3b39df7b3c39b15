import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beginProfile, profileTables, readProfile, writeProfile } from '../../../scripts/testProfile.mjs'

const line = (file: string, wallMs: number) => ({ file, tests: 2, wallMs, cpuMs: 1_200, idleMs: 300, startupMs: 900 })

test("a profiled run's table lists the steps, and the files with the slowest first", () => {
  const tables = profileTables(
    [{ name: 'browser', wallMs: 10_000, idleMs: 2_500 }],
    [line('a.test.ts', 2_000), line('b.test.ts', 8_040)],
  )
  expect(tables.split('\n').filter((row) => row.startsWith('| ') && !row.includes('--'))).toEqual([
    '| step | wall | busy | idle |',
    '| browser | 10.0 | 7.5 | 2.5 |',
    '| file | tests | wall | processor | idle | start-up |',
    '| b.test.ts | 2 | 8.0 | 1.2 | 0.3 | 0.9 |',
    '| a.test.ts | 2 | 2.0 | 1.2 | 0.3 | 0.9 |',
  ])
})

test("a profile starts empty, and is written next to the files' measurements", () => {
  const root = mkdtempSync(join(tmpdir(), 'portico-profile-'))
  try {
    const file = beginProfile(root)
    expect(readProfile(file)).toEqual([])
    writeFileSync(file, `${JSON.stringify(line('a.test.ts', 2_000))}\n`)
    expect(beginProfile(root)).toBe(file)
    expect(readProfile(file)).toEqual([])
    writeFileSync(file, `${JSON.stringify(line('a.test.ts', 2_000))}\n`)
    expect(readFileSync(writeProfile(root, [], file), 'utf8')).toContain('| a.test.ts | 2 | 2.0 |')
  } finally {
    rmSync(root, { recursive: true })
  }
})
