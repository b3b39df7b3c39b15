import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rebuildOnChange } from '../../../scripts/rebuildOnChange.mjs'

let folder: string
let end: (() => Promise<void>) | undefined
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portico-rebuild-'))
})
afterEach(async () => {
  await end?.()
  rmSync(folder, { recursive: true })
  jest.restoreAllMocks()
})

let changes = 0
const change = () => writeFileSync(join(folder, 'view.ts'), `export const change = ${++changes}`)

/** Each build waits until the test lets it end. */
function builds() {
  const begun: { done(): void; fail(error: Error): void }[] = []
  let whenBegun = () => {}
  end = rebuildOnChange([folder], () => {
    const build = new Promise<void>((done, fail) => begun.push({ done, fail }))
    whenBegun()
    return build
  })
  return async (count: number) => {
    while (begun.length < count) {
      await new Promise<void>((done) => {
        whenBegun = done
      })
    }
    return begun[count - 1] as (typeof begun)[number]
  }
}

test('a change during a build is built afterwards, and a failed build does not end it', async () => {
  const said = jest.spyOn(console, 'error').mockImplementation(() => {})
  const build = builds()
  change()
  const first = await build(1)
  change()
  first.fail(new Error('half a file'))
  const second = await build(2)
  expect(said).toHaveBeenCalledWith('half a file')
  second.done()
  change()
  const third = await build(3)
  let hasEnded = false
  const ending = end?.().then(() => {
    hasEnded = true
  })
  await Promise.resolve()
  expect(hasEnded).toBe(false)
  third.done()
  await ending
})
