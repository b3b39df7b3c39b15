/**
 * @jest-environment jsdom
 * @jest-environment-options {"url": "https://shop.example/"}
 */
import type { ProjectConfig, ProjectFeature } from '@portico/contracts/services/projectConfig'
import { createTestStore, memoryStorage } from '../../testing/store.ts'
import { selectAlert } from '../feedbackSlice.ts'
import type { PorticoOptions } from '../options/types.ts'
import { opened } from '../router/routerSlice.ts'
import { selectOptions } from '../settingsSlice.ts'
import { CONFIG_WAIT_MS, createProject } from './createProject.ts'

const on = (id: string, config: string[] | null = []): ProjectFeature => ({ id, isEnabled: true, config })
const answer = (body: unknown, status = 200) => Promise.resolve(new Response(JSON.stringify(body), { status }))
const config = (...features: ProjectFeature[]): ProjectConfig => ({ features })
const QUIET = config(on('swap', ['1inch']))
const WITH_LOGIN = config(on('social_login', ['email']))

const requests: string[] = []
let origins: () => Promise<Response>
let warn: jest.SpyInstance
let error: jest.SpyInstance

beforeEach(() => {
  requests.length = 0
  origins = () => answer({ allowedOrigins: [] })
  globalThis.fetch = jest.fn((url: string | URL) => {
    requests.push(String(url).replace(/\?.*/, ''))
    return String(url).includes('origins') ? origins() : answer(QUIET)
  }) as unknown as typeof fetch
  warn = jest.spyOn(console, 'warn').mockImplementation(() => {})
  error = jest.spyOn(console, 'error').mockImplementation(() => {})
})

afterEach(() => {
  jest.restoreAllMocks()
  jest.useRealTimers()
})

function start(options: Partial<PorticoOptions> = {}, storage = memoryStorage()) {
  const { store } = createTestStore({ options, storage })
  const project = createProject({
    store,
    storage,
    options: selectOptions(store.getState()),
    sdkVersion: 'html-ethers-1.7.19',
  })
  const state = () => store.getState()
  return {
    store,
    storage,
    project,
    features: () => state().project.features,
    source: () => state().project.source,
    alert: () => selectAlert(state()),
    open: () => {
      store.dispatch(opened({ view: 'Connect' }))
      project.opening()
    },
  }
}

describe('at the start', () => {
  test('nothing can be decided before the first response, unless a configuration was stored', () => {
    expect(start().source()).toBe('none')
  })

  test('the last good configuration applies until a new one arrives', () => {
    const storage = memoryStorage()
    storage.write('projectConfig', { body: JSON.stringify(config(on('onramp', ['meld']))) })
    const { source, features } = start({}, storage)
    expect(source()).toBe('kept')
    expect(features()).toMatchObject({ onramp: ['meld'], swaps: false })
  })

  test.each(['', 'null', '{', '[]', '{"features":5}', '\u0000'])(
    'a stored configuration that cannot be read (%j) counts as none',
    (body) => {
      const storage = memoryStorage()
      storage.write('projectConfig', { body })
      expect(start({}, storage).source()).toBe('none')
    },
  )

  test('in basic mode no request is sent, and every feature is off', async () => {
    const { project, features, source } = start({ basic: true })
    await project.refresh()
    expect(requests).toEqual([])
    expect(source()).toBe('local')
    expect(Object.values(features()).every((value) => value === false)).toBe(true)
  })

  test('without a project id no request is sent, and the local features apply', async () => {
    const { project, features } = start({ projectId: '', features: { send: false } })
    await project.refresh()
    expect(requests).toEqual([])
    expect(features()).toMatchObject({ send: false, receive: true })
  })
})

describe('a valid response', () => {
  test('applies, and is stored for the next visit', async () => {
    const { project, features, source, storage } = start()
    await project.refresh(answer(QUIET))
    expect(source()).toBe('fresh')
    expect(features()).toMatchObject({ swaps: ['1inch'], onramp: false })
    expect(JSON.parse(storage.read('projectConfig')?.body ?? '')).toEqual(QUIET)
  })

  test("that overrides the site's settings is reported once, in one warning that names them", async () => {
    const { project, alert } = start({ features: { swaps: false, history: true } })
    const overriding = config(on('swap', ['1inch']), on('activity'))
    await project.refresh(answer(overriding))
    await project.refresh(answer(overriding))
    expect(alert()).toMatchObject({ variant: 'warning', error: { code: 'config.localIgnored' } })
    expect(alert()?.error.message).toContain('"features.swaps", "features.history" (now "activity")')
    expect(warn).toHaveBeenCalledTimes(1)
  })

  test('with unknown names is used without those names, with one warning and no alert', async () => {
    const { project, features, alert } = start()
    await project.refresh(answer(config(on('swap', ['1inch', 'acme']), on('teleport'))))
    await project.refresh(answer(config(on('swap', ['1inch', 'acme']), on('teleport'))))
    expect(features().swaps).toEqual(['1inch'])
    expect(alert()).toBeNull()
    expect(warn).toHaveBeenCalledTimes(1)
    expect(warn.mock.calls[0]?.join(' ')).toContain('acme, teleport')
  })

  test('says which version of which remote the project requests', async () => {
    const { project, store } = start()
    await project.refresh(answer({ features: [], remotes: { receive: { channel: 'next' } } }))
    expect(store.getState().project.switches).toEqual({ receive: { channel: 'next' } })
  })
})

describe('a response that arrives while the modal is open', () => {
  const withSwaps = config(on('swap', ['1inch']), on('onramp', ['meld']))
  const withoutSwaps = config(on('onramp', ['meld']), on('activity'))

  async function openFor(ms: number) {
    jest.useFakeTimers()
    const parts = start()
    await parts.project.refresh(answer(withSwaps))
    parts.open()
    jest.setSystemTime(Date.now() + ms)
    await parts.project.refresh(answer(withoutSwaps))
    return parts
  }

  test('if it arrives within 300 ms, changes what is shown', async () => {
    const { features } = await openFor(CONFIG_WAIT_MS)
    expect(features()).toMatchObject({ swaps: false, activity: true })
  })

  test('if it arrives later, switches features off at once, but on only at the next opening', async () => {
    const { features, project } = await openFor(CONFIG_WAIT_MS + 1)
    expect(features()).toMatchObject({ swaps: false, onramp: ['meld'], activity: false })
    project.opening()
    expect(features()).toMatchObject({ swaps: false, onramp: ['meld'], activity: true })
  })

  test('if it arrives later, restricts time zones at once, and changes the rest at the next opening', async () => {
    jest.useFakeTimers()
    const { project, open, store } = start()
    const zones = () => {
      const { restrictedTimeZones, heldBack } = store.getState().project
      return [restrictedTimeZones, heldBack?.restrictedTimeZones]
    }
    await project.refresh(answer({ ...withSwaps, restrictedTimeZones: ['Asia/Macau'] }))
    open()
    jest.setSystemTime(Date.now() + CONFIG_WAIT_MS + 1)
    await project.refresh(answer({ ...withSwaps, restrictedTimeZones: ['Europe/Vaduz'] }))
    expect(zones()).toEqual([['Asia/Macau'], ['Europe/Vaduz']])
    project.opening()
    expect(zones()).toEqual([['Europe/Vaduz'], undefined])
  })

  test('is always used if it is the first one, however late', async () => {
    jest.useFakeTimers()
    const { project, open, features } = start()
    open()
    jest.setSystemTime(Date.now() + 10_000)
    await project.refresh(answer(withSwaps))
    expect(features().swaps).toEqual(['1inch'])
  })
})

describe('a failure of the configuration', () => {
  test.each([
    ['429', () => answer('', 429), 'config.rateLimited', 'Rate Limited'],
    ['503', () => answer('', 503), 'config.serverError', 'Server Error'],
  ])('a response of %s causes its alert once, and the local features apply', async (_, request, code, message) => {
    const { project, alert, features, source } = start({ features: { swaps: false, email: false, socials: false } })
    await project.refresh(request())
    await project.refresh(request())
    expect(alert()).toEqual({ variant: 'error', error: { code, message } })
    expect(error).toHaveBeenCalledTimes(1)
    expect(source()).toBe('local')
    expect(features()).toMatchObject({ swaps: false, receive: true })
  })

  test.each([
    ['no network', () => Promise.reject<Response>(new TypeError('Failed to fetch'))],
    ['403', () => answer('', 403)],
    ['invalid JSON', () => Promise.resolve(new Response('<html>'))],
  ])('a response of %s causes a warning but no alert, and the local features apply', async (_, request) => {
    const { project, alert, source } = start({ features: { email: false, socials: false } })
    await project.refresh(request())
    expect(warn).toHaveBeenCalledTimes(1)
    expect(alert()).toBeNull()
    expect(source()).toBe('local')
  })

  test('does not undo an earlier response', async () => {
    const { project, features, source } = start()
    await project.refresh(answer(QUIET))
    await project.refresh(answer('', 503))
    expect(source()).toBe('fresh')
    expect(features()).toMatchObject({ swaps: ['1inch'], onramp: false })
  })
})

describe('the origin check, §5', () => {
  test('is made once, and only if email or social login is on', async () => {
    const { project } = start()
    await project.refresh(answer(QUIET))
    await project.checkOrigin()
    expect(requests).toEqual([])
    await project.refresh(answer(WITH_LOGIN))
    await project.checkOrigin()
    await project.checkOrigin()
    expect(requests).toEqual(['https://host.example/projects/v1/origins'])
  })

  test('raises no alert if the project lists the page', async () => {
    origins = () => answer({ allowedOrigins: ['https://shop.example'] })
    const { project, alert } = start()
    await project.refresh(answer(WITH_LOGIN))
    await project.checkOrigin()
    expect(alert()).toBeNull()
  })

  test.each([
    ['another page only', ['https://*.shop.example']],
    ['no page', []],
  ])('raises APKT002 if the list allows %s', async (_, allowedOrigins) => {
    origins = () => answer({ allowedOrigins })
    const { project, alert } = start()
    await project.refresh(answer(WITH_LOGIN))
    await project.checkOrigin()
    expect(alert()).toEqual({
      variant: 'error',
      error: { code: 'config.originNotAllowed', message: 'Invalid App Configuration' },
    })
  })

  test.each<[what: string, allowedOrigins: string[], secureSite: string, expected: true | undefined]>([
    ['a page that the project names', ['https://shop.example'], 'https://secure.example', undefined],
    ['a page that it does not name', ['https://other.example'], 'https://secure.example', true],
    ['a page of another machine, if the secure site is on this one', [], 'http://localhost:4310', true],
  ])('determines whether the frame refuses %s', async (_, allowedOrigins, secureSite, expected) => {
    origins = () => answer({ allowedOrigins })
    const { project, store } = start({ endpoints: { secureSite } })
    await project.refresh(answer(WITH_LOGIN))
    expect(store.getState().project.isFrameRefused).toBeUndefined()
    await project.checkOrigin()
    expect(store.getState().project.isFrameRefused).toBe(expected)
    await project.refresh(answer(WITH_LOGIN))
    expect(store.getState().project.isFrameRefused).toBe(expected)
  })

  test('leaves open whether the frame refuses the page if the origins cannot be loaded', async () => {
    origins = () => answer('', 503)
    const { project, store } = start()
    await project.refresh(answer(WITH_LOGIN))
    await project.checkOrigin()
    expect(store.getState().project.isFrameRefused).toBeUndefined()
  })

  test.each<[string, () => Promise<Response>, string, string]>([
    ['429: APKT010', () => answer('', 429), 'config.rateLimited', 'HTTP status code: 429'],
    ['500: APKT009', () => answer('', 500), 'config.serverError', 'HTTP status code: 500'],
    ['403: APKT008, with the real cause', () => answer('', 403), 'config.unavailable', 'HTTP status code: 403'],
    [
      'no network: APKT008, with the real cause',
      () => Promise.reject(new TypeError('Failed to fetch')),
      'config.unavailable',
      'TypeError: Failed to fetch',
    ],
  ])('%s', async (_, request, code, cause) => {
    origins = request
    const { project, alert, source } = start()
    await project.refresh(answer(WITH_LOGIN))
    await project.checkOrigin()
    expect(alert()).toMatchObject({ variant: 'error', error: { code } })
    expect(error.mock.calls[0]?.[2]).toMatchObject({ cause })
    expect(source()).toBe('fresh')
  })
})
