/** @jest-environment jsdom */
import {
  ADDRESS,
  ethereum,
  fakeAdapter,
  fillBrowserGaps,
  harbor,
  polygon,
  render,
  unmountAll,
} from '@portico/contracts/testing'
import { act } from 'react'
import { inShell } from '../../../testing/shell.tsx'
import { fakePlugIn, never, settled, siteWith } from '../../../testing/site.ts'
import { switchNetwork } from '../../connections/switchNetwork.ts'
import type { PlugIn } from '../../siwx/plugIn.ts'
import { SIWXSignMessage } from './SIWXSignMessage.tsx'

beforeAll(fillBrowserGaps)
beforeEach(() => void jest.spyOn(console, 'error').mockImplementation(() => {}))
const sites: { dispose(): void }[] = []
afterEach(async () => {
  await unmountAll()
  for (const site of sites.splice(0)) site.dispose()
  jest.restoreAllMocks()
})

/** A visitor who has connected Harbor and is asked to sign in. */
async function show(changes: Partial<PlugIn> = {}, beforeItIsShown = () => {}) {
  const plugIn = fakePlugIn(changes)
  const evm = fakeAdapter()
  const page = await siteWith(plugIn, { adapters: [evm], networks: [ethereum, polygon] })
  sites.push(page)
  await page.connect(harbor.id)
  await settled()
  beforeItIsShown()
  const { container } = await render(inShell(page, <SIWXSignMessage />, { shell: { siwx: page.siwx.current } }))
  const find = (testId: string) => container.querySelector<HTMLElement>(`[data-testid="${testId}"]`)
  const press = (testId: string) =>
    act(async () => {
      find(testId)?.click()
      await settled()
    })
  return {
    ...page,
    evm,
    plugIn,
    container,
    message: () => find('siwx-message')?.textContent,
    label: (testId: string) => find(testId)?.textContent,
    sign: () => press('w3m-connecting-siwe-sign'),
    cancel: () => press('w3m-connecting-siwe-cancel'),
    press,
    snack: () => page.store.getState().feedback.snack?.text,
  }
}

test('the visitor can read the exact message before signing it', async () => {
  const { message, sign, evm, view, plugIn } = await show()
  const shown = message()
  expect(shown).toBe(`Sign ${ADDRESS} on eip155:1, 1`)
  await sign()
  expect(evm.calls.at(-1)?.args).toEqual([harbor.id, ADDRESS, shown])
  expect([view(), plugIn.signedIn()]).toEqual(['closed', [`eip155:1:${ADDRESS}`]])
})

test.each([
  [true, 'If you cancel, your wallet is disconnected.'],
  [false, undefined],
])('the view says what canceling does (sign-in required: %s)', async (isRequired, sentence) => {
  const { container } = await show({ getRequired: () => isRequired })
  expect(container.textContent?.includes('If you cancel, your wallet is disconnected.')).toBe(sentence !== undefined)
})

test('declining is not shown as a failure; after a refusal or an error, the next attempt signs a new message', async () => {
  const { sign, snack, message, evm, events, label } = await show()
  evm.fail('signMessage', 'rejected')
  await sign()
  expect([snack(), message()]).toEqual(['You declined to sign', `Sign ${ADDRESS} on eip155:1, 2`])
  evm.fail('signMessage', 'failed')
  await sign()
  expect([snack(), message()]).toEqual(['Error signing message', `Sign ${ADDRESS} on eip155:1, 3`])
  expect(events()).toEqual(['SIWX_AUTH_ERROR', 'SIWX_AUTH_ERROR'])
  expect(label('w3m-connecting-siwe-sign')).toBe('Sign in')
})

describe('when the view is reopened while the site verifies, as after an approval that covered it', () => {
  async function drawnAnew() {
    let answer: (isGood: boolean) => void = () => {}
    const { plugIn: usual } = fakePlugIn()
    const verified = () =>
      new Promise<boolean>((resolve) => {
        answer = resolve
      })
    const page = await show({
      async addSession(session) {
        if (!(await verified())) throw new Error('The signature is invalid')
        await usual.addSession(session)
      },
    })
    await page.sign()
    await unmountAll()
    const again = await render(inShell(page, <SIWXSignMessage />, { shell: { siwx: page.siwx.current } }))
    const made = () => page.plugIn.asked.filter((name) => name === 'createMessage').length
    const verify = (isGood: boolean) =>
      act(async () => {
        answer(isGood)
        await settled()
      })
    return { ...page, ...again, made, verify }
  }

  test('no other message is created, because the site knows only its last nonce', async () => {
    const { made, verify, view, button } = await drawnAnew()
    expect([made(), button('Signing…').getAttribute('aria-busy')]).toEqual([1, 'true'])
    await verify(true)
    expect([made(), view()]).toEqual([1, 'closed'])
  })

  test('one message is created for the next attempt after an invalid signature', async () => {
    const { made, verify, view, snack, button } = await drawnAnew()
    await verify(false)
    expect([made(), view(), snack()]).toEqual([2, 'SIWXSignMessage', 'Error signing message'])
    expect(button('Sign in')).not.toBeNull()
  })
})

test('a message that cannot be created is reported when the visitor signs, and then requested again', async () => {
  let isDown = true
  const { plugIn } = fakePlugIn()
  const { sign, snack, view } = await show({
    createMessage: async (input) => {
      if (isDown) throw new Error('no nonce')
      return plugIn.createMessage(input)
    },
  })
  expect(snack()).toBeUndefined()
  await sign()
  expect(snack()).toBe('Error signing message')
  isDown = false
  await sign()
  expect(view()).toBe('closed')
})

test('a click before the message has arrived waits for that message, without a second request', async () => {
  let answer = () => {}
  const { plugIn } = fakePlugIn()
  const gate = new Promise<void>((done) => {
    answer = done
  })
  const page = await show({ createMessage: (input) => gate.then(() => plugIn.createMessage(input)) })
  await page.sign()
  expect([page.label('w3m-connecting-siwe-sign'), page.view()]).toEqual(['Signing…', 'SIWXSignMessage'])
  await act(async () => {
    answer()
    await settled()
  })
  expect(page.view()).toBe('closed')
  expect(page.plugIn.asked.filter((method) => method === 'createMessage')).toHaveLength(1)
})

test('a visitor can leave even if the plug-in never answers', async () => {
  const { sign, cancel, account, view, snack } = await show({ createMessage: never })
  await sign()
  await cancel()
  expect([account(), view(), snack()]).toEqual([undefined, 'closed', undefined])
})

test('canceling while the wallet waits for an answer is possible, and not shown as a failure', async () => {
  const { sign, cancel, evm, account, snack } = await show()
  evm.hold('signMessage')
  await sign()
  await cancel()
  expect([account(), snack()]).toEqual([undefined, undefined])
})

test('another network needs another message', async () => {
  const { message, store } = await show()
  await act(async () => {
    await store.dispatch(switchNetwork('eip155:137'))
    await settled()
  })
  expect(message()).toBe(`Sign ${ADDRESS} on eip155:137, 2`)
})

test('a wallet that does not answer the request to switch back can be disconnected', async () => {
  const page = await show()
  await page.sign()
  await act(async () => {
    await page.store.dispatch(switchNetwork('eip155:137'))
    await settled()
  })
  page.evm.hold('switchNetwork')
  await page.cancel()
  expect([page.label('w3m-connecting-siwe-cancel'), page.account()]).toEqual(['Canceling…', `eip155:137:${ADDRESS}`])
  await page.press('siwx-disconnect')
  expect([page.account(), page.view()]).toEqual([undefined, 'closed'])
})

describe('a message that waits to be signed', () => {
  const MINUTE_MS = 60_000
  /** Lets time pass while the visitor reads; returns how often the page has requested a message. */
  async function reads(minutes: number, changes: Partial<PlugIn> = {}) {
    const page = await show(changes, jest.useFakeTimers)
    await passes(minutes)
    return { ...page, made: () => page.plugIn.asked.filter((method) => method === 'createMessage').length }
  }
  const passes = (minutes: number) => act(() => jest.advanceTimersByTimeAsync(minutes * MINUTE_MS))
  const press = (container: HTMLElement, testId: string) =>
    act(async () => {
      container.querySelector<HTMLElement>(`[data-testid="${testId}"]`)?.click()
      await jest.advanceTimersByTimeAsync(0)
    })
  const hide = (isHidden: boolean) =>
    act(async () => {
      jest.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden)
      document.dispatchEvent(new Event('visibilitychange'))
      await jest.advanceTimersByTimeAsync(0)
    })
  afterEach(() => jest.useRealTimers())

  test('is renewed every five minutes, so that its nonce does not expire', async () => {
    const { message, made, container, plugIn, evm } = await reads(4)
    expect([made(), message()]).toEqual([1, `Sign ${ADDRESS} on eip155:1, 1`])
    await passes(8)
    expect([made(), message()]).toEqual([3, `Sign ${ADDRESS} on eip155:1, 3`])
    await press(container, 'w3m-connecting-siwe-sign')
    expect(plugIn.signedIn()).toEqual([`eip155:1:${ADDRESS}`])
    expect(evm.calls.at(-1)?.args[2]).toBe(`Sign ${ADDRESS} on eip155:1, 3`)
  })

  test.each([
    [60_000, 4],
    [0, 1],
    [Number.POSITIVE_INFINITY, 1],
  ])('is renewed as often as the site sets: %d ms', async (nonceRefetchIntervalMs, times) => {
    const { made } = await reads(3.5, { nonceRefetchIntervalMs })
    expect(made()).toBe(times)
  })

  test('is not renewed while the page is hidden, but when the visitor returns', async () => {
    const { made, message } = await reads(0)
    await hide(true)
    await passes(30)
    expect(made()).toBe(1)
    await hide(false)
    expect([made(), message()]).toEqual([2, `Sign ${ADDRESS} on eip155:1, 2`])
  })

  test('is renewed before signing if it is too old, for example after the machine has slept', async () => {
    const { made, container, plugIn, evm } = await reads(0)
    jest.setSystemTime(Date.now() + 20 * MINUTE_MS)
    await press(container, 'w3m-connecting-siwe-sign')
    expect([made(), plugIn.signedIn()]).toEqual([2, [`eip155:1:${ADDRESS}`]])
    expect(evm.calls.at(-1)?.args[2]).toBe(`Sign ${ADDRESS} on eip155:1, 2`)
  })

  test('does not change while the wallet shows it', async () => {
    const { made, message, container, evm } = await reads(0)
    evm.hold('signMessage')
    await press(container, 'w3m-connecting-siwe-sign')
    await passes(30)
    expect([made(), message()]).toEqual([1, `Sign ${ADDRESS} on eip155:1, 1`])
  })

  test('is requested again when the visitor signs if renewing it has failed', async () => {
    let isDown = false
    const { plugIn } = fakePlugIn()
    const page = await reads(0, {
      createMessage: async (input) => {
        if (isDown) throw new Error('no nonce')
        return plugIn.createMessage(input)
      },
    })
    isDown = true
    await passes(5.5)
    expect([page.message(), page.snack()]).toEqual(['', undefined])
    isDown = false
    await press(page.container, 'w3m-connecting-siwe-sign')
    expect(page.view()).toBe('closed')
  })
})
