/** @jest-environment jsdom */
import { ModalError, type ViewModule } from '@portico/contracts'
import { fillBrowserGaps, render, unmountAll } from '@portico/contracts/testing'
import { act } from 'react'
import { inShell } from '../../testing/shell.tsx'
import { createTestStore } from '../../testing/store.ts'
import { opened } from '../router/routerSlice.ts'
import type { ViewSource } from '../router/viewSource.ts'
import { ViewOutlet } from './ViewOutlet.tsx'

beforeAll(fillBrowserGaps)
beforeEach(() => jest.spyOn(console, 'error').mockImplementation(() => {}))
afterEach(async () => {
  await unmountAll()
  jest.restoreAllMocks()
})

const viewOf = (component: () => unknown): ViewModule => ({ default: component })
const received = viewOf(() => <p>Your address</p>)

/** A modal that shows a remote's view; the test decides how each attempt to load the view ends. */
async function show() {
  const test = createTestStore()
  test.store.dispatch(opened({ view: 'Connect' }))
  const attempts: { resolve(module: ViewModule): void; reject(error: unknown): void }[] = []
  const remotes: ViewSource = {
    find: () => ({ title: 'receive.title' }),
    loaded: () => undefined,
    drawn() {},
    crashed: async () => false,
    load: () => new Promise((resolve, reject) => attempts.push({ resolve, reject })),
  }
  const view = await render(inShell(test, <ViewOutlet direction="none" />, { remotes }))
  await act(async () => void test.commands.navigate('WalletReceive'))
  return {
    ...view,
    ...test,
    attempts,
    arrives: (module: ViewModule, attempt = attempts.length) => act(async () => attempts[attempt - 1]?.resolve(module)),
    fails: (error: unknown, attempt = attempts.length) => act(async () => attempts[attempt - 1]?.reject(error)),
    back: () => act(async () => test.commands.back()),
  }
}

test('while a view loads, its placeholder is shown and announced', async () => {
  const { names, container } = await show()
  expect(names('[role=status]')).toEqual(['Loading'])
  expect(container.querySelectorAll('.Skeleton')).toHaveLength(3)
})

test('a view is shown once loaded', async () => {
  const { arrives, text } = await show()
  await arrives(received)
  expect(text()).toBe('Your address')
})

test('a view that loads after the visitor has gone back is not shown', async () => {
  const { arrives, back, text } = await show()
  await back()
  await arrives(received)
  expect(text()).toContain('No wallet found in this browser')
})

describe('a view that cannot be loaded', () => {
  test.each<[string, unknown, string]>([
    [
      'because it was changed in transit',
      new ModalError('remote.blocked'),
      'This feature was changed in transit and wasn’t started',
    ],
    ['because it takes too long', new ModalError('remote.timeout'), 'This feature took too long to load'],
    ['because of its own error', new TypeError('x is not a function'), 'This part could not be shown'],
    ['for an unknown reason', undefined, 'This part could not be shown'],
  ])('%s is replaced by a message that says so', async (_, error, message) => {
    const { fails, names } = await show()
    await fails(error)
    expect(names('[role=alert]')[0]).toBe(`This part could not be shown${message}`)
  })

  test('can be retried any number of times', async () => {
    const { fails, arrives, press, text, attempts } = await show()
    await fails(new ModalError('remote.unreachable'))
    await press('Try again')
    await fails(new ModalError('remote.unreachable'))
    await press('Try again')
    await arrives(received)
    expect(attempts).toHaveLength(3)
    expect(text()).toBe('Your address')
  })

  test('shows the outcome of the current attempt, not the failure of an earlier one', async () => {
    const { fails, arrives, press, text } = await show()
    await fails(new ModalError('remote.unreachable'))
    await press('Try again')
    await arrives(received, 2)
    await fails(new ModalError('remote.timeout'), 1)
    expect(text()).toBe('Your address')
  })

  test('does not affect Back', async () => {
    const { fails, back, text } = await show()
    await fails(new ModalError('remote.unreachable'))
    await back()
    expect(text()).toContain('No wallet found in this browser')
  })
})

describe('a view that throws while it is shown', () => {
  const breaking = viewOf(() => {
    throw new Error('a mistake of the feature')
  })

  test('is replaced by a message that says so, without the text of its error', async () => {
    const { arrives, text } = await show()
    await arrives(breaking)
    expect(text()).toContain('This part could not be shown')
    expect(text()).not.toContain('mistake')
  })

  test('can be retried', async () => {
    const { arrives, press, text } = await show()
    await arrives(breaking)
    await press('Try again')
    await arrives(received)
    expect(text()).toBe('Your address')
  })

  test('does not affect Back', async () => {
    const { arrives, back, text } = await show()
    await arrives(breaking)
    await back()
    expect(text()).toContain('No wallet found in this browser')
  })
})
