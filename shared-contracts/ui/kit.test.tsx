/** @jest-environment jsdom */
import { ADDRESS, fakeHost, inHost, OTHER_ADDRESS, render, unmountAll } from '@portico/contracts/testing'
import { act, type ReactNode } from 'react'
import { CodeToScan, SearchField, TextField } from './forms/index.ts'
import { AddressText, Avatar, Button, IconButton, Note, Row, RowList, Skeleton, Statement } from './index.ts'

afterEach(async () => {
  await unmountAll()
  jest.useRealTimers()
})

const show = (element: ReactNode) => render(inHost(fakeHost(), element))

describe('a button', () => {
  test('calls `onPress` when it is pressed', async () => {
    const onPress = jest.fn()
    const view = await show(<Button onPress={onPress}>Copy</Button>)
    await view.press('Copy')
    expect(onPress).toHaveBeenCalledTimes(1)
  })

  test('that is busy is marked as busy, and does nothing', async () => {
    const onPress = jest.fn()
    const view = await show(
      <Button onPress={onPress} busy>
        Send
      </Button>,
    )
    await view.press('Send')
    expect(onPress).not.toHaveBeenCalled()
    expect(view.button('Send').getAttribute('aria-busy')).toBe('true')
  })

  test('that is disabled does nothing', async () => {
    const onPress = jest.fn()
    const view = await show(
      <Button onPress={onPress} disabled>
        Send
      </Button>,
    )
    await view.press('Send')
    expect(onPress).not.toHaveBeenCalled()
  })

  test('never submits a form on the page in which the modal is embedded', async () => {
    const view = await show(
      <>
        <Button onPress={() => {}}>Copy</Button>
        <IconButton icon="close" label="Close" onPress={() => {}} />
        <Row label="Harbor" onPress={() => {}} />
        <Note title="Failed" action={{ label: 'Again', onPress: () => {} }} />
      </>,
    )
    const types = [...view.container.querySelectorAll('button')].map(({ type }) => type)
    expect(types).toEqual(['button', 'button', 'button', 'button'])
  })

  test('that is only an icon has its label as a tooltip and for screen readers', async () => {
    const view = await show(<IconButton icon="close" label="Close" onPress={() => {}} />)
    expect(view.button('Close').dataset.tooltip).toBe('Close')
  })
})

describe('an address', () => {
  test('is shortened in the middle, is whole in its tooltip, and reads from left to right', async () => {
    const view = await show(<AddressText address={ADDRESS} />)
    const text = view.container.querySelector('bdi')
    expect(text?.textContent).toBe('0x5aAe…eAed')
    expect(text?.title).toBe(ADDRESS)
    expect(text?.dir).toBe('ltr')
  })

  test('in full has all its characters, in groups of four', async () => {
    const view = await show(<AddressText address={ADDRESS} whole />)
    expect(view.container.textContent).toBe(ADDRESS)
    expect([...view.container.querySelectorAll('span')].map(({ textContent }) => textContent?.length)).toEqual([
      ...Array(10).fill(4),
      2,
    ])
  })
})

test('two accounts have different faces, and an account has the same face however its address is written', async () => {
  const face = async (address: string) => (await show(<Avatar address={address} />)).container.innerHTML
  expect(await face(ADDRESS)).toBe(await face(ADDRESS.toLowerCase()))
  expect(await face(ADDRESS)).not.toBe(await face(OTHER_ADDRESS))
})

test('the placeholder appears only when the content takes more than 150 ms', async () => {
  jest.useFakeTimers()
  const view = await show(<Skeleton count={3} />)
  const shown = () => view.container.querySelectorAll('.Skeleton-shown').length
  await act(async () => void jest.advanceTimersByTime(149))
  expect(shown()).toBe(0)
  await act(async () => void jest.advanceTimersByTime(1))
  expect(shown()).toBe(3)
})

test('a failure is read aloud when it appears', async () => {
  const view = await show(<Statement title="Connection rejected" detail="Nothing was shared." role="alert" />)
  expect(view.container.querySelector('[role=alert]')?.textContent).toBe('Connection rejectedNothing was shared.')
})

test('a named list tells screen readers its name', async () => {
  const view = await show(
    <RowList label="Wallets in this browser">
      <Row label="Harbor" onPress={() => {}} tag={{ text: 'installed', kind: 'neutral' }} selected />
    </RowList>,
  )
  expect(view.names('[role=group]')).toEqual(['Wallets in this browser'])
  expect(view.button('Harborinstalled').getAttribute('aria-current')).toBe('true')
})

test('pointing at a row, or moving the focus to it, signals the intent to press it', async () => {
  const onIntent = jest.fn()
  const view = await show(<Row label="Harbor" onPress={() => {}} onIntent={onIntent} />)
  await act(async () => {
    view.button('Harbor').dispatchEvent(new MouseEvent('pointerover', { bubbles: true }))
    view.button('Harbor').focus()
  })
  expect(onIntent).toHaveBeenCalledTimes(2)
})

test('a search field has a name and reports what is typed', async () => {
  const onChange = jest.fn()
  const view = await show(<SearchField label="Search wallets" value="" onChange={onChange} />)
  const input = view.container.querySelector('input') as HTMLInputElement
  expect(input.getAttribute('aria-label')).toBe('Search wallets')
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, 'har')
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
  expect(onChange).toHaveBeenCalledWith('har')
})

describe('a field that submits', () => {
  const field = (more: Partial<Parameters<typeof TextField>[0]> = {}) => (
    <TextField
      type="email"
      label="E-mail"
      placeholder="you@mail.example"
      value="ada@mail.example"
      onChange={() => {}}
      onSubmit={() => {}}
      maxLength={80}
      isBusy={false}
      testId="field"
      {...more}
    />
  )
  const send = (container: HTMLElement) =>
    act(async () => {
      const event = new Event('submit', { bubbles: true, cancelable: true })
      container.querySelector('form')?.dispatchEvent(event)
    })
  const input = (container: HTMLElement) => container.querySelector('input') as HTMLInputElement

  test('takes the focus, and submits the typed text by Enter or by its button', async () => {
    const onSubmit = jest.fn()
    const view = await show(field({ onSubmit, submitLabel: 'Go on' }))
    expect(document.activeElement).toBe(input(view.container))
    expect(view.button('Go on').type).toBe('submit')
    await send(view.container)
    expect(onSubmit).toHaveBeenCalledTimes(1)
  })

  test.each([
    ['busy', { isBusy: true, busyLabel: 'Sending', submitLabel: 'Go on' }],
    ['disabled', { disabled: true }],
  ])('submits nothing while it is %s', async (_, more) => {
    const onSubmit = jest.fn()
    const view = await show(field({ onSubmit, ...more }))
    await send(view.container)
    expect(onSubmit).not.toHaveBeenCalled()
  })

  test('shows the action in progress in place of its button', async () => {
    const view = await show(field({ isBusy: true, busyLabel: 'Sending', submitLabel: 'Go on' }))
    expect(view.names('[role=status]')).toEqual(['Sending'])
    expect(view.container.querySelector('button')).toBeNull()
    expect(input(view.container).readOnly).toBe(true)
  })

  test('shows a problem in place of its hint', async () => {
    const view = await show(field({ hint: <p>Type it.</p> }))
    expect(view.text()).toContain('Type it.')
    await view.rerender(inHost(fakeHost(), field({ hint: <p>Type it.</p>, problem: 'No address.' })))
    expect(view.names('[role=alert]')).toEqual(['No address.'])
    expect(view.text()).not.toContain('Type it.')
    expect(input(view.container).getAttribute('aria-invalid')).toBe('true')
    const line = input(view.container).getAttribute('aria-describedby') ?? ''
    expect(document.getElementById(line)?.textContent).toBe('No address.')
  })
})

test('a code to scan says what it waits for, and can be copied as soon as it appears', async () => {
  const code = (uri?: string) => (
    <CodeToScan uri={uri} help={uri ? 'Scan it' : 'Preparing'} copyLabel="Copy link" copiedText="Copied">
      {(value) => <svg role="img" aria-label={value} />}
    </CodeToScan>
  )
  const view = await show(code())
  expect(view.names('[role=status]')).toEqual(['Preparing'])
  expect(view.button('Copy link').disabled).toBe(true)
  const host = fakeHost()
  await view.rerender(inHost(host, code('wc:1@2')))
  expect(view.names('[role=img]')).toEqual(['wc:1@2'])
  expect(view.names('[role=status]')).toEqual(['Scan it'])
  await view.press('Copy link')
  expect(host.asked).toEqual([['copy', 'wc:1@2', 'Copied']])
})

test('a component outside of a modal throws an error that says so', async () => {
  const error = jest.spyOn(console, 'error').mockImplementation(() => {})
  await expect(render(<Button onPress={() => {}}>Copy</Button>)).rejects.toThrow('must stand inside a modal')
  error.mockRestore()
})
