/** @jest-environment jsdom */
import { fakeHost, inHost, render, unmountAll } from '@portico/contracts/testing'
import { act } from 'react'
import { CodeInput } from './CodeInput.tsx'
import remote from './remote.ts'

afterEach(unmountAll)

async function show({ isBusy = false } = {}) {
  const codes: string[] = []
  const view = await render(
    inHost(
      fakeHost({ remote }),
      <CodeInput isBusy={isBusy} isInvalid={false} describedBy="line" onComplete={(code) => codes.push(code)} />,
    ),
  )
  const boxes = [...view.container.querySelectorAll('input')]
  const box = (index: number) => boxes[index] as HTMLInputElement
  return {
    ...view,
    codes,
    box,
    typed: () => boxes.map(({ value }) => value || '·').join(''),
    at: () => boxes.indexOf(document.activeElement as HTMLInputElement),
    /** The value that a keyboard or an autofill script leaves in a box. */
    fill: (index: number, value: string) =>
      act(async () => {
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(box(index), value)
        box(index).dispatchEvent(new Event('input', { bubbles: true }))
      }),
    press: (key: string, more: KeyboardEventInit = {}) =>
      act(async () => {
        document.activeElement?.dispatchEvent(
          new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }),
        )
      }),
    paste: (index: number, text: string) =>
      act(async () => {
        const event = new Event('paste', { bubbles: true, cancelable: true })
        Object.assign(event, { clipboardData: { getData: () => text } })
        box(index).dispatchEvent(event)
      }),
  }
}

test('there are six digit boxes, each with a name, and the first accepts the code that a phone offers', async () => {
  const { container, names, box } = await show()
  expect(names('[data-testid=wui-otp-input]')).toEqual(['Code from the email'])
  expect(names('[data-testid=wui-input-numeric]')).toEqual([1, 2, 3, 4, 5, 6].map((index) => `Digit ${index} of 6`))
  expect([...container.querySelectorAll('input')].every(({ inputMode }) => inputMode === 'numeric')).toBe(true)
  expect([box(0), box(1)].map((one) => one.getAttribute('autocomplete'))).toEqual(['one-time-code', 'off'])
})

test('focus starts in the first box and moves on with every digit', async () => {
  const { fill, at, typed, codes } = await show()
  expect(at()).toBe(0)
  for (const [index, digit] of [...'12345'].entries()) {
    await fill(index, digit)
    expect(at()).toBe(index + 1)
  }
  expect([typed(), codes]).toEqual(['12345·', []])
  await fill(5, '6')
  expect([typed(), codes]).toEqual(['123456', ['123456']])
})

test.each(['123456', '123 456', 'Your code is 123 456.', '١٢٣٤٥٦'])(
  '%j fills all boxes, whichever box it is pasted into',
  async (text) => {
    const { paste, typed, codes } = await show()
    await paste(3, text)
    expect([typed(), codes]).toEqual(['123456', ['123456']])
  },
)

test('a code that a phone offers fills all boxes', async () => {
  const { fill, typed, codes } = await show()
  await fill(0, '123456')
  expect([typed(), codes]).toEqual(['123456', ['123456']])
})

test('a partial code fills the boxes from where it was pasted', async () => {
  const { paste, typed, at, codes } = await show()
  await paste(1, '23')
  expect([typed(), at(), codes]).toEqual(['·23···', 3, []])
})

test('non-digits are rejected', async () => {
  const { fill, paste, typed, at } = await show()
  await fill(0, 'a')
  await paste(0, 'hello')
  expect([typed(), at()]).toEqual(['······', 0])
})

test('a digit typed into a full box replaces the old one', async () => {
  const { paste, fill, typed } = await show()
  await paste(0, '11')
  await fill(0, '12')
  await fill(1, '31')
  expect(typed()).toBe('23····')
  await fill(0, '22')
  expect(typed()).toBe('23····')
})

test('arrow keys move the focus within the boxes', async () => {
  const { press, at } = await show()
  for (const [key, index] of [
    ['ArrowLeft', 0],
    ['ArrowRight', 1],
    ['End', 5],
    ['ArrowRight', 5],
    ['ArrowLeft', 4],
    ['Home', 0],
  ] as const) {
    await press(key)
    expect([key, at()]).toEqual([key, index])
  }
})

test('backspace clears the current box, then the previous one; delete clears a box and keeps the focus in it', async () => {
  const { paste, press, typed, at } = await show()
  await paste(0, '1234')
  expect(at()).toBe(4)
  await press('Backspace')
  expect([typed(), at()]).toEqual(['123···', 3])
  await press('Backspace')
  expect([typed(), at()]).toEqual(['12····', 2])
  await press('Home')
  await press('Delete')
  expect([typed(), at()]).toEqual(['·2····', 0])
  await press('Backspace')
  expect([typed(), at()]).toEqual(['·2····', 0])
})

test('browser shortcuts keep working', async () => {
  const { press, at } = await show()
  await press('ArrowRight', { altKey: true })
  expect(at()).toBe(0)
})

test('a box that was emptied can be filled again, which completes the code', async () => {
  const { paste, fill, codes } = await show()
  await paste(0, '123456')
  await fill(2, '')
  await fill(2, '9')
  expect(codes).toEqual(['123456', '129456'])
})

test('while a code is checked, the boxes are read-only and keep the focus', async () => {
  const { paste, press, fill, typed, at, codes } = await show({ isBusy: true })
  await paste(0, '123456')
  await fill(0, '1')
  await press('Backspace')
  expect([typed(), at(), codes]).toEqual(['······', 0, []])
})
