import { CODE_LENGTH } from '@portico/contracts/embeddedWallet/oneTimeCodes'
import { useMessages, useStyles } from '@portico/contracts/ui'
import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import sheet from './CodeInput.css'
import { readCode } from './readCode.ts'

const EMPTY: readonly string[] = Array.from({ length: CODE_LENGTH }, () => '')
const LAST = CODE_LENGTH - 1

/** The box that a key moves to. */
const MOVES: ReadonlyMap<string, (index: number, isEmpty: boolean) => number> = new Map([
  ['ArrowLeft', (index: number) => index - 1],
  ['ArrowRight', (index: number) => index + 1],
  ['Home', () => 0],
  ['End', () => LAST],
  ['Delete', (index: number) => index],
  ['Backspace', (index: number, isEmpty: boolean) => (isEmpty ? index - 1 : index)],
])
const ERASING = ['Delete', 'Backspace']

interface CodeInputProps {
  /** Called once all boxes are full. */
  readonly onComplete: (code: string) => void
  readonly isBusy: boolean
  readonly isInvalid: boolean
  /** Id of the message about the code. */
  readonly describedBy: string
}

/** Boxes for a code of digits, initially empty and with the focus in the first box. Change its `key` to reset it. */
export function CodeInput({ onComplete, isBusy, isInvalid, describedBy }: CodeInputProps) {
  useStyles(sheet)
  const t = useMessages()
  const [digits, setDigits] = useState(EMPTY)
  const boxes = useRef<(HTMLInputElement | null)[]>([])

  const goTo = (index: number) => boxes.current[Math.min(index, LAST)]?.focus()
  useEffect(() => {
    // Runs after the modal's frame has focused the new view.
    queueMicrotask(() => boxes.current[0]?.focus())
  }, [])

  const clear = (index: number) => setDigits(digits.map((digit, other) => (other === index ? '' : digit)))
  const put = (index: number, typed: string) => {
    if (isBusy || typed === '') return
    const from = typed.length === CODE_LENGTH ? 0 : index
    const next = digits.map((digit, box) => typed[box - from] ?? digit)
    setDigits(next)
    goTo(from + typed.length)
    if (!next.includes('')) onComplete(next.join(''))
  }

  const onChange = (index: number, value: string) => {
    if (value === '' && !isBusy) return clear(index)
    const typed = readCode(value)
    // In a full box the new digit comes before or after the old one.
    put(index, typed.length === CODE_LENGTH ? typed : typed.replace(digits[index] ?? '', ''))
  }
  const onPaste = (index: number, event: ClipboardEvent) => {
    event.preventDefault()
    put(index, readCode(event.clipboardData.getData('text')))
  }
  const onKeyDown = (index: number, event: KeyboardEvent) => {
    const move = MOVES.get(event.key)
    if (!move || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    if (isBusy) return
    const target = Math.min(Math.max(move(index, digits[index] === ''), 0), LAST)
    if (ERASING.includes(event.key)) clear(target)
    goTo(target)
  }

  return (
    // A code reads left to right in every script.
    <fieldset
      className="CodeInput"
      dir="ltr"
      aria-label={t('email.code')}
      aria-describedby={describedBy}
      aria-busy={isBusy || undefined}
      data-testid="wui-otp-input"
    >
      {digits.map((digit, index) => (
        <input
          // biome-ignore lint/suspicious/noArrayIndexKey: a box is its place
          key={index}
          ref={(box) => {
            boxes.current[index] = box
          }}
          className="CodeInput-box"
          type="text"
          inputMode="numeric"
          autoComplete={index === 0 ? 'one-time-code' : 'off'}
          aria-label={t('email.digit', { index: index + 1, count: CODE_LENGTH })}
          aria-invalid={isInvalid || undefined}
          data-testid="wui-input-numeric"
          // Read-only instead of disabled, which would lose the focus.
          readOnly={isBusy}
          value={digit}
          onFocus={(event) => event.target.select()}
          onChange={(event) => onChange(index, event.target.value)}
          onPaste={(event) => onPaste(index, event)}
          onKeyDown={(event) => onKeyDown(index, event)}
        />
      ))}
    </fieldset>
  )
}
