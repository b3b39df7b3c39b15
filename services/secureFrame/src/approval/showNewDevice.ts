import type { NewDevice } from '../keys/newDevices.ts'
import { Refused } from '../messages/channel.ts'
import { adoptStyles } from './adoptStyles.ts'
import { elementsOf } from './element.ts'
import { watchPress } from './pressing.ts'
import { showDecided } from './showDecided.ts'
import type { Stage } from './stage.ts'
import { type ApprovalMessageKey, createTexts } from './texts.ts'
import { type ScreenState, watchVisibility } from './visibility.ts'
import { REVIEW_HINTS, watchReview } from './watchReview.ts'

type Meant = 'confirm' | 'refuse'
const HINTS = ['device.wait', 'device.ready', ...REVIEW_HINTS] as const satisfies readonly ApprovalMessageKey[]

interface Shown {
  /** @throws Refused `rejected` when the visitor leaves without deciding */
  readonly decided: Promise<Meant>
  /** Removes the screen. */
  close(): void
}

/**
 * Asks whether a device that wants to open the wallet is the visitor's own. Nothing on the screen comes from the page
 * around the frame. Confirming gives the whole wallet away, so a frame opens a window of its own for it (decision
 * 0040), where the question has to be read to its end and seen for a while.
 */
export function showNewDevice(device: NewDevice, stage: Stage, signal: AbortSignal): Shown {
  const { document, window, root, language, isReal } = stage
  const make = elementsOf(document)
  const { t, locale } = createTexts(language)
  const life = new AbortController()
  const isPressedHere = window.parent === window
  const timeOf = (seconds: number) =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' }).format(new Date(seconds * 1_000))

  const hint = make('p', { class: 'approval-hint', id: 'hint', role: 'status' })
  const longest = HINTS.map((key) => t(key)).reduce((one, other) => (other.length > one.length ? other : one))
  const say = (key: (typeof HINTS)[number]) => {
    hint.textContent = t(key)
  }
  const button = (kind: string, testId: string, text: ApprovalMessageKey) =>
    make('button', { type: 'button', class: `approval-${kind}`, 'data-testid': testId }, t(text))
  const refuse = button('loud', 'refuseDevice', 'device.refuse')
  const confirm = button(
    'quiet',
    isPressedHere ? 'confirmDevice' : 'review',
    isPressedHere ? 'device.confirm' : 'approval.review',
  )
  confirm.setAttribute('aria-describedby', 'hint')
  confirm.setAttribute('aria-disabled', String(isPressedHere))
  const line = (text: string) => make('p', { class: 'approval-line' }, text)
  const header = make(
    'header',
    {},
    make('h1', { id: 'title' }, t('device.title')),
    make(
      'p',
      { class: 'approval-origin', dir: 'ltr', 'data-testid': 'deviceHost' },
      device.host ?? t('device.unknownSite'),
    ),
  )
  const end = make('div', { class: 'approval-end', 'aria-hidden': 'true' })
  const body = make(
    'div',
    { class: 'approval-body', tabindex: '0', role: 'group', 'aria-labelledby': 'title' },
    line(t('device.asked', { time: timeOf(device.askedAt) })),
    make('p', { class: 'approval-warning' }, t('device.warning')),
    line(t('device.opens', { time: timeOf(device.opensAt) })),
    end,
  )
  const footer = make(
    'footer',
    {},
    make('div', { class: 'approval-hint-place', 'data-longest': longest }, hint),
    make('div', { class: 'approval-buttons' }, refuse, confirm),
  )
  const screen = make(
    'section',
    {
      class: 'approval',
      'data-testid': 'newDevice',
      lang: locale,
      role: 'alertdialog',
      'aria-modal': 'true',
      'aria-labelledby': 'title',
    },
    header,
    body,
    footer,
  )
  const leaveStyles = adoptStyles(document)
  root.append(screen)
  refuse.focus({ preventScroll: true })

  function close(): void {
    life.abort()
    screen.remove()
    leaveStyles()
  }
  signal.addEventListener('abort', close, { once: true, signal: life.signal })
  if (signal.aborted) close()

  const decided = new Promise<Meant>((settle, reject) => {
    const resolve = (meant: Meant) => {
      refuse.setAttribute('disabled', '')
      confirm.setAttribute('aria-disabled', 'true')
      confirm.textContent = t('approval.approving')
      settle(meant)
    }
    const leave = () => reject(new Refused('rejected'))
    life.signal.addEventListener('abort', leave, { once: true })
    if (life.signal.aborted) return leave()
    window.addEventListener('keydown', ({ key }) => key === 'Escape' && leave(), { signal: life.signal })
    refuse.addEventListener('click', () => resolve('refuse'), { signal: life.signal })
    if (isPressedHere) {
      const tell = (state: ScreenState) => {
        confirm.setAttribute('aria-disabled', String(state !== 'armed'))
        say(state === 'armed' ? 'device.ready' : 'device.wait')
      }
      const visibility = watchVisibility(stage, { parts: [header, body, footer, screen], body, end }, tell)
      tell('unseen')
      const onPress = () => resolve('confirm')
      const stop = watchPress({ document, button: confirm, visibility, onPress, ...(isReal && { isReal }) })
      life.signal.addEventListener('abort', () => {
        stop()
        visibility.stop()
      })
      return
    }
    const review = watchReview({
      button: confirm,
      stage,
      say,
      reason: 'approval.window',
      onAsked: () => {},
      overText: t('approval.windowOver'),
      draw: async (place, drawn) => resolve(await showNewDevice(device, place, drawn).decided),
      drawDecided: (place, drawn) => showDecided({ t, locale }, place, drawn),
      onRefused: reject,
    })
    life.signal.addEventListener('abort', () => review.close())
  })
  decided.catch(() => {})
  return { decided, close }
}
