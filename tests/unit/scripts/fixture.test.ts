import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installFixture } from '../../../scripts/fixture.mjs'

jest.setTimeout(30_000)

describe('packages installed on demand', () => {
  let source: string
  let cache: string

  const write = (dependencies: Record<string, string>) => {
    const manifest = { name: '@portico/thing', version: '0.0.0', dependencies }
    const packages = { '': manifest }
    writeFileSync(join(source, 'package.json'), JSON.stringify(manifest))
    writeFileSync(join(source, 'package-lock.json'), JSON.stringify({ ...manifest, lockfileVersion: 3, packages }))
  }

  beforeEach(() => {
    source = mkdtempSync(join(tmpdir(), 'portico-fixture-'))
    cache = mkdtempSync(join(tmpdir(), 'portico-cache-'))
  })
  afterEach(() => {
    for (const folder of [source, cache]) rmSync(folder, { recursive: true })
  })

  test('are installed once for all users, and again when the lockfile changes', async () => {
    write({})
    const [first, second] = await Promise.all([installFixture(source, { cache }), installFixture(source, { cache })])
    expect(second).toBe(first)
    expect(existsSync(join(first, 'package.json'))).toBe(true)
    expect(readdirSync(cache)).toHaveLength(1)
    expect(await installFixture(source, { cache })).toBe(first)

    writeFileSync(join(source, 'package-lock.json'), JSON.stringify({ lockfileVersion: 3, packages: { '': {} } }))
    expect(await installFixture(source, { cache })).not.toBe(first)
  })

  test('leave nothing behind when npm fails, and say why in one sentence', async () => {
    write({ missing: 'file:./nowhere.tgz' })
    await expect(installFixture(source, { cache })).rejects.toThrow(/^npm install failed: .*nowhere.tgz.*$/)
    expect(readdirSync(cache)).toEqual([])
  })
})
