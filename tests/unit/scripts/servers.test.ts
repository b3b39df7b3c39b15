import { join } from 'node:path'
import { isOfStores, testsOfStores } from '../../../scripts/servers.mjs'

const PATH = 'tests/contract/a.test.ts'

describe('tests that run again on real servers', () => {
  test.each([
    ['that starts services', 'const services = await runServices()', true],
    ['that starts them again', 'const database = await lastingDatabase(folder)', true],
    ['of a part that has a database', 'database = await openFreshDatabase(log)', true],
    ['that only names the project', `import { PROJECT_ID } from '../../services/testing/runServices.ts'`, false],
    ['that brings its servers', `import { startRedis } from '../../scripts/redis.mjs'\nrunServices()`, false],
    ['of nothing that is kept', 'expect(1).toBe(1)', false],
  ])('%s', (_, text, isOne) => {
    expect(isOfStores(PATH, text)).toBe(isOne)
  })

  test('the wallets, which are a file, do not', () => {
    expect(isOfStores('tests/contract/registryWallets.test.ts', 'runServices()')).toBe(false)
  })

  test('every service with stored data', () => {
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
