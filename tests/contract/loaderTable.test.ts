import { createModal } from '../../host/src/loader/createModal.ts'
import { createPublicModal } from '../../host/src/site/createPublicModal.ts'
import { type PorticoModal, publicApi } from '../../host/src/site/publicApi.ts'
import { createTestStore } from '../../host/testing/store.ts'

/**
 * The table of the modal's behavior before the shell exists: the loader, which decides by name, and the shell must agree
 * with it.
 */

// Set by a build.
Object.assign(globalThis, { __RELEASE_KEYS__: [] })

const store = createTestStore()
const opening = { isConnected: () => false, open: async () => {}, close: () => {} }
const shell = createPublicModal(
  {
    ...store,
    events: { track: () => {}, subscribe: () => () => {}, last: () => undefined, release: () => {} },
    opening: opening as never,
    context: { host: 'https://host.example/' } as never,
    releases: { deferred: () => undefined } as never,
    signIn: { current: () => undefined } as never,
  },
  Promise.resolve(),
  async () => {},
)

const { commands, settings, subscriptions, getters } = publicApi
const methods = Object.keys(shell) as (keyof PorticoModal)[]
const isGetter = (name: string) => /^(get|is)/.test(name)

test('the table, and the rule for getters, name exactly what the shell has', () => {
  const named = [...commands, ...settings, ...subscriptions, ...methods.filter(isGetter)]
  expect([...named].sort()).toEqual([...methods].sort())
  expect(new Set(named).size).toBe(named.length)
  expect(Object.keys(getters).filter((name) => !methods.includes(name as keyof PorticoModal))).toEqual([])
})

test('each name follows the naming rule of its kind', () => {
  for (const name of commands) expect(name).not.toMatch(/^(get|is|subscribe|set|show)/)
  for (const name of settings) expect(name).toMatch(/^(set|show)[A-Z]/)
  for (const name of subscriptions) expect(name).toMatch(/^subscribe[A-Z]/)
  for (const name of Object.keys(getters)) expect(name).toMatch(/^(get|is)[A-Z]/)
})

test("the loader's getters return the same shape as the shell's getters before the shell starts", () => {
  for (const [name, early] of Object.entries(getters)) {
    const late = (shell[name as 'getState'] as () => unknown)()
    if (typeof early !== 'object') expect([name, late]).toEqual([name, early])
    else expect(late).toMatchObject(early)
  }
})

describe('the loader decides by name', () => {
  // As on a server, where nothing ever starts.
  const loader = createModal({ projectId: 'demo', networks: [] }, undefined)
  const call = (name: keyof PorticoModal, ...args: unknown[]): unknown =>
    (loader[name] as (...given: unknown[]) => unknown)(...args)

  test.each(methods.filter(isGetter))('%s answers at once', (name) => {
    const early = call(name)
    expect(early).not.toBeInstanceOf(Promise)
    if (name in getters) expect(early).toEqual(getters[name as keyof typeof getters])
    else expect(early).toBe(name === 'getThemeMode' ? 'dark' : undefined)
  })

  test.each(subscriptions)('%s returns a function that undoes the call', (name) => {
    expect((call(name, () => {}) as () => unknown)()).toBeTruthy()
  })

  test.each(settings)('%s waits silently', (name) => {
    expect(call(name, 'light')).not.toBeInstanceOf(Promise)
  })

  test.each(['close', 'dispose'] as const)('%s succeeds without starting the shell', async (name) => {
    const told = jest.spyOn(console, 'error').mockImplementation(() => {})
    // A start would fail here, as it does below.
    await expect(call(name)).resolves.toBeUndefined()
    expect(told).not.toHaveBeenCalled()
    told.mockRestore()
  })

  test.each(commands.filter((name) => name !== 'close' && name !== 'dispose'))(
    '%s says why it cannot start',
    async (name) => {
      const told = jest.spyOn(console, 'error').mockImplementation(() => {})
      await expect(call(name)).rejects.toMatchObject({ name: 'ModalError', code: 'release.hostMissing' })
      expect(told).toHaveBeenCalledTimes(1)
      told.mockRestore()
    },
  )

  test('a method is the same function each time, and the modal is not thenable', () => {
    for (const name of methods) expect(loader[name]).toBe(loader[name])
    expect((loader as { then?: unknown }).then).toBeUndefined()
    expect(`${Object.prototype.toString.call(loader)}`).toBe('[object Object]')
  })
})
