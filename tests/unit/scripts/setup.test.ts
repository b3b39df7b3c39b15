import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setup } from '../../../scripts/setup.mjs'

const lockfile = (version: string) => ({
  packages: {
    '': {},
    host: { version: '0.1.0' },
    'node_modules/@portico/host': { link: true },
    'node_modules/react': { version },
    'node_modules/only-elsewhere': { version: '1.0.0', optional: true },
  },
})

describe('setup', () => {
  let folder: string
  let lines: string[]
  let installs: number

  const writeLockfile = (content: object) => writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(content))

  /** Writes the lockfile that npm leaves in node_modules. */
  const writeInstalled = ({ packages }: ReturnType<typeof lockfile>) => {
    mkdirSync(join(folder, 'node_modules'), { recursive: true })
    const { 'node_modules/only-elsewhere': _, ...present } = packages
    writeFileSync(join(folder, 'node_modules/.package-lock.json'), JSON.stringify({ packages: present }))
  }

  const run = (ok = true) =>
    setup({
      folder,
      log: (line) => lines.push(line),
      install(where) {
        installs++
        if (ok) writeInstalled(JSON.parse(readFileSync(join(where, 'package-lock.json'), 'utf8')))
        return { ok, output: 'what npm said' }
      },
    })

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'portico-setup-'))
    lines = []
    installs = 0
    writeLockfile(lockfile('19.3.1'))
  })

  afterEach(() => rmSync(folder, { recursive: true }))

  test('installs on a bare clone, with one line', () => {
    run()
    expect(installs).toBe(1)
    expect(lines).toEqual(['Installing dependencies…'])
  })

  test('is silent when there is nothing to do', () => {
    run()
    lines = []
    run()
    expect(installs).toBe(1)
    expect(lines).toEqual([])
  })

  test('installs again when the lockfile has changed', () => {
    run()
    writeLockfile(lockfile('19.3.2'))
    run()
    expect(installs).toBe(2)
  })

  test('accepts an existing installation, even without an optional package', () => {
    writeInstalled(lockfile('19.3.1'))
    run()
    expect(installs).toBe(0)
  })

  test('installs when another version is installed', () => {
    writeInstalled(lockfile('19.0.0'))
    run()
    expect(installs).toBe(1)
  })

  test("repeats npm's error when the installation fails, and tries again the next time", () => {
    expect(() => run(false)).toThrow('what npm said')
    run()
    expect(installs).toBe(2)
  })
})
