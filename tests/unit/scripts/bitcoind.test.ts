import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBitcoind } from '../../../scripts/bitcoind.mjs'

describe('the node of the local Bitcoin chain', () => {
  const { PATH } = process.env
  const { arch } = process
  let folder: string

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'portico-bitcoind-'))
    process.env.PATH = folder
  })
  afterEach(() => {
    rmSync(folder, { recursive: true })
    process.env.PATH = PATH
    Object.defineProperty(process, 'arch', { value: arch })
  })

  test('is the one on the PATH', async () => {
    const path = join(folder, 'bitcoind')
    writeFileSync(path, '', { mode: 0o755 })
    expect(await ensureBitcoind()).toEqual([path])
  })

  test('without a Debian package for the machine, one sentence says what to do', async () => {
    Object.defineProperty(process, 'arch', { value: 'riscv64' })
    await expect(ensureBitcoind()).rejects.toThrow(/^there is no bitcoind: put a bitcoind .+ on the path$/)
  })
})
