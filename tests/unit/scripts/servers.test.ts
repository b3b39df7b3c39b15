import { join } from 'node:path'
import { isOfStores, testsOfStores } from '../../../scripts/servers.mjs'

const PATH = 'tests/contract/a.test.ts'

describe('the tests that run again on real servers', () => {
  test.each([
    ['include one that starts services', 'const services = await runServices()', true],
    ['include one that restarts services', 'const database = await lastingDatabase(folder)', true],
    ['include one that opens a database', 'database = await openFreshDatabase(log)', true],
    [
      'exclude one that only names the project',
      `import { PROJECT_ID } from '../../services/testing/runServices.ts'`,
      false,
    ],
    [
      'exclude one that starts its own servers',
      `import { startRedis } from '../../scripts/redis.mjs'\nrunServices()`,
      false,
    ],
    ['exclude one without stored data', 'expect(1).toBe(1)', false],
  ])('%s', (_, text, isOne) => {
    expect(isOfStores(PATH, text)).toBe(isOne)
  })

  test('exclude those of the wallet list, which is a file', () => {
    expect(isOfStores('tests/contract/registryWallets.test.ts', 'runServices()')).toBe(false)
  })

  test('include every service with stored data', () => {
    const found = testsOfStores(join(import.meta.dirname, '../../..')).join()
    for (const subject of [
      'servicesAdmin',
      'servicesConfig',
      'authSignIn',
      'analyticsApi',
      'namesApi',
      'loginByMail',
      'loginGuesses',
      'sharesApi',
      'long/relay.',
    ]) {
      expect(found).toContain(subject)
    }
  })
})
