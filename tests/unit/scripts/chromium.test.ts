import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { ensureChromium, ensureTestChromium, findChromium } from '../../../scripts/chromium.mjs'

describe('the browser of the tests', () => {
  const { CHROMIUM, PATH } = process.env
  let folder: string

  const place = (name: string, mode: number) => {
    const path = join(folder, name)
    writeFileSync(path, '')
    chmodSync(path, mode)
    return path
  }

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'portico-chromium-'))
    delete process.env.CHROMIUM
    process.env.PATH = [folder, join(folder, 'missing')].join(delimiter)
  })

  afterEach(() => {
    rmSync(folder, { recursive: true })
    process.env.PATH = PATH
    if (CHROMIUM) process.env.CHROMIUM = CHROMIUM
    else delete process.env.CHROMIUM
  })

  test('is the one that CHROMIUM names', () => {
    process.env.CHROMIUM = place('mine', 0o755)
    place('chromium', 0o755)
    expect(findChromium()).toBe(process.env.CHROMIUM)
  })

  test('is found on the PATH, Chromium before Chrome', () => {
    const chrome = place('google-chrome', 0o755)
    expect(findChromium()).toBe(chrome)
    place('chromium', 0o644)
    expect(findChromium()).toBe(chrome)
    const chromium = place('chromium-browser', 0o755)
    expect(findChromium()).toBe(chromium)
  })

  test('is the headless shell if there is one, else any other', () => {
    const shell = place('chromium-headless-shell', 0o755)
    const whole = place('chromium', 0o755)
    expect(ensureTestChromium()).toBe(shell)
    // The bench measures the whole browser, as visitors have it.
    expect(ensureChromium()).toBe(whole)
    process.env.CHROMIUM = place('mine', 0o755)
    expect(ensureTestChromium()).toBe(process.env.CHROMIUM)
  })

  test('is not replaced by another when CHROMIUM is wrong: one sentence says what to do', () => {
    process.env.CHROMIUM = join(folder, 'missing')
    const lines: string[] = []
    expect(ensureChromium((line) => lines.push(line))).toBeUndefined()
    expect(lines).toEqual([expect.stringContaining('set CHROMIUM to the path')])
  })
})
