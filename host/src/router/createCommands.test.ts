/** @jest-environment jsdom */
import { isModalError } from '@portico/contracts'
import { connectionWith, ethereum, fakeAdapter, harbor } from '@portico/contracts/testing'
import { createTestStore } from '../../testing/store.ts'
import { connected } from '../connections/connectionsSlice.ts'
import { opened } from './routerSlice.ts'

function openModal(view: 'Connect' | 'Account' | 'UnsupportedChain' = 'Connect') {
  const test = createTestStore({ adapters: [fakeAdapter()], networks: [ethereum] })
  test.store.dispatch(opened({ view }))
  const views = () => test.store.getState().router.stack.map((entry) => entry.view)
  return { ...test, views, isOpen: () => test.store.getState().router.isOpen }
}

const toHarbor = { namespace: 'eip155', connectorId: harbor.id }

test('on a site without the embedded wallet, calls to that wallet are refused before any code has loaded', async () => {
  const error = await openModal()
    .commands.embeddedWallet()
    .catch((reason) => reason)
  expect(isModalError(error)).toBe(true)
  expect(error).toMatchObject({ code: 'connection.noAuthConnector', message: 'No auth connector found' })
})

describe('the signal of a view', () => {
  test('aborts when the visitor goes back from the view, which ends whatever the view waited for', () => {
    const { commands } = openModal()
    const signal = commands.navigate('ConnectingExternal', toHarbor)
    expect(signal.aborted).toBe(false)
    commands.back()
    expect(signal.aborted).toBe(true)
  })

  test('does not abort while another view covers the view', () => {
    const { commands } = openModal()
    const signal = commands.navigate('ConnectingExternal', toHarbor)
    commands.navigate('WhatIsAWallet')
    commands.back()
    expect(signal.aborted).toBe(false)
  })

  test('aborts when the modal closes', () => {
    const { commands } = openModal()
    const signals = [commands.navigate('Networks'), commands.navigate('WhatIsANetwork')]
    commands.close()
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true])
  })

  test('aborts when another view replaces the view', () => {
    const { commands } = openModal()
    const signal = commands.navigate('Networks')
    commands.replace('WhatIsANetwork')
    expect(signal.aborted).toBe(true)
  })

  test('is the same for the view itself and for the code that opened it', () => {
    const { commands, store } = openModal()
    const signal = commands.navigate('Networks')
    expect(commands.signalOf(store.getState().router.stack.at(-1)?.id ?? '')).toBe(signal)
  })

  test('is already aborted if the view has been left', () => {
    const { commands, store } = openModal()
    commands.navigate('Networks')
    const { id } = store.getState().router.stack.at(-1) ?? { id: '' }
    commands.back()
    expect(commands.signalOf(id).aborted).toBe(true)
  })
})

describe('back', () => {
  test('§2: removes one entry from the stack', () => {
    const { commands, views, isOpen } = openModal()
    commands.navigate('WhatIsAWallet')
    commands.back()
    expect(views()).toEqual(['Connect'])
    expect(isOpen()).toBe(true)
  })

  test('§2: closes the modal if there is a single entry', () => {
    const { commands, isOpen } = openModal()
    commands.back()
    expect(isOpen()).toBe(false)
  })

  test('§2: takes a visitor who has connected to Account, not to Connect', () => {
    const { commands, store, views } = openModal()
    commands.navigate('ConnectingExternal', toHarbor)
    store.dispatch(connected({ namespace: 'eip155', connection: connectionWith() }))
    commands.back()
    expect(views()).toEqual(['Account'])
  })
})

describe('pressing Close, the backdrop or Escape', () => {
  test('closes the modal', () => {
    const { commands, isOpen } = openModal('Account')
    commands.safeClose()
    expect(isOpen()).toBe(false)
  })

  test('views.md §3.3: on the unsupported-network screen, shakes the window instead of closing it', () => {
    const { commands, isOpen, store } = openModal('UnsupportedChain')
    commands.safeClose()
    commands.navigate('SwitchNetwork', { caipNetworkId: 'eip155:1' })
    commands.safeClose()
    expect(isOpen()).toBe(true)
    expect(store.getState().feedback.shakes).toBe(2)
  })

  test("but the site's own command to close is not refused", () => {
    const { commands, isOpen } = openModal('UnsupportedChain')
    commands.close()
    expect(isOpen()).toBe(false)
  })
})

describe('the transaction stack, views.md §2.4', () => {
  function withTransaction() {
    const modal = openModal('Account')
    modal.commands.navigate('Networks')
    const heard: string[] = []
    const callbacks = (name: string) => ({
      onSuccess: () => void heard.push(`${name} success`),
      onError: () => void heard.push(`${name} error`),
      onCancel: () => void heard.push(`${name} cancel`),
    })
    return { ...modal, heard, callbacks, waiting: () => modal.store.getState().router.transactions.length }
  }

  test('popping an empty stack does nothing', () => {
    const { commands, views } = withTransaction()
    commands.popTransaction('error')
    expect(views()).toEqual(['Account', 'Networks'])
  })

  test('success is reported to the latest entry, without navigating', () => {
    const { commands, heard, callbacks, views, waiting } = withTransaction()
    commands.pushTransaction(callbacks('swap'))
    commands.popTransaction('success')
    expect(heard).toEqual(['swap success'])
    expect(views()).toEqual(['Account', 'Networks'])
    expect(waiting()).toBe(0)
  })

  test('an error is reported to the latest entry; then the modal goes back', () => {
    const { commands, heard, callbacks, views } = withTransaction()
    commands.pushTransaction(callbacks('swap'))
    commands.popTransaction('error')
    expect(heard).toEqual(['swap error'])
    expect(views()).toEqual(['Account'])
  })

  test('a cancellation is reported to the latest entry; then the modal goes back', () => {
    const { commands, heard, callbacks, views } = withTransaction()
    commands.pushTransaction(callbacks('swap'))
    commands.popTransaction('cancel')
    expect(heard).toEqual(['swap cancel'])
    expect(views()).toEqual(['Account'])
  })

  test('the latest transaction ends first', () => {
    const { commands, heard, callbacks } = withTransaction()
    commands.pushTransaction(callbacks('approval'))
    commands.pushTransaction(callbacks('swap'))
    commands.popTransaction('success')
    commands.popTransaction('success')
    expect(heard).toEqual(['swap success', 'approval success'])
  })

  test('an entry without callbacks works as well', () => {
    const { commands, views } = withTransaction()
    commands.pushTransaction({})
    commands.popTransaction('error')
    expect(views()).toEqual(['Account'])
  })

  test('an entry that was removed is not notified', () => {
    const { commands, heard, callbacks, waiting } = withTransaction()
    commands.pushTransaction(callbacks('swap'))()
    commands.popTransaction('success')
    commands.close()
    expect(heard).toEqual([])
    expect(waiting()).toBe(0)
  })

  test('closing the modal cancels all pending transactions once, the latest first', () => {
    const { commands, heard, callbacks, waiting } = withTransaction()
    commands.pushTransaction(callbacks('approval'))
    commands.pushTransaction(callbacks('swap'))
    commands.close()
    commands.close()
    expect(heard).toEqual(['swap cancel', 'approval cancel'])
    expect(waiting()).toBe(0)
  })

  test('a transaction that begins because another was canceled is later notified of its own end', () => {
    const { commands, heard, callbacks } = withTransaction()
    commands.pushTransaction({ onCancel: () => void commands.pushTransaction(callbacks('second')) })
    commands.close()
    commands.popTransaction('success')
    expect(heard).toEqual(['second success'])
  })

  test('a callback that throws does not affect the others', () => {
    const { commands, heard, callbacks, isOpen } = withTransaction()
    const error = jest.spyOn(console, 'error').mockImplementation(() => {})
    commands.pushTransaction({
      onCancel() {
        throw new Error('a mistake of the feature')
      },
    })
    commands.pushTransaction(callbacks('swap'))
    commands.close()
    expect(heard).toEqual(['swap cancel'])
    expect(isOpen()).toBe(false)
    expect(error).toHaveBeenCalledTimes(1)
    error.mockRestore()
  })
})

describe('copying', () => {
  const clipboard = (writeText: () => Promise<void>) =>
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } })

  test('reports success', async () => {
    clipboard(async () => {})
    const { commands, store } = openModal()
    await commands.copy('0xabc', 'Address copied')
    expect(store.getState().feedback.snack).toMatchObject({ variant: 'success', text: 'Address copied' })
  })

  test('reports failure if the page is not allowed to write to the clipboard', async () => {
    clipboard(() => Promise.reject(new DOMException('denied', 'NotAllowedError')))
    const { commands, store } = openModal()
    await commands.copy('0xabc', 'Address copied')
    expect(store.getState().feedback.snack).toMatchObject({ variant: 'error', key: 'host.copyFailed' })
  })
})
