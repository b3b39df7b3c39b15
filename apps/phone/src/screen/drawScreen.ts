import { messages } from '../messages.ts'
import type { Phone } from '../phone.ts'
import { messageOf } from '../requestError.ts'
import type { PhoneState } from '../state.ts'
import { drawPrompts } from './drawPrompts.ts'
import { drawLog, drawSessions } from './drawSessions.ts'
import { drawBehaviour, drawWallet } from './drawWallet.ts'
import { element, heading } from './elements.ts'

interface Part {
  readonly draw: (part: HTMLElement, phone: Phone) => void
  /** The state's keys that this part shows; the part is redrawn only when one of them changes. */
  readonly of: readonly (keyof PhoneState)[]
  readonly isLive?: boolean
}

const PARTS: readonly Part[] = [
  { draw: drawPrompts, of: ['prompts', 'networks'], isLive: true },
  { draw: drawSessions, of: ['sessions'] },
  { draw: drawWallet, of: ['choice', 'networks', 'activeNetworks', 'activeAccount', 'connection'] },
  { draw: drawBehaviour, of: ['behaviour'] },
  { draw: drawLog, of: ['log'] },
]

function pairForm(pair: (uri: string) => Promise<void>): {
  section: HTMLElement
  showPairing(pairing: Promise<void>): void
} {
  const input = element('input', {
    class: 'phone-input',
    name: 'uri',
    autocomplete: 'off',
    spellcheck: 'false',
    placeholder: 'wc:…',
    required: true,
    'data-testid': 'uri',
  })
  const error = element('p', { class: 'phone-error', role: 'alert', 'data-testid': 'pair-error', hidden: true })
  const action = element(
    'button',
    { type: 'submit', class: 'phone-button phone-primary', 'data-testid': 'pair' },
    messages.pair.action,
  )
  const form = element(
    'form',
    { class: 'phone-form' },
    element('label', { class: 'phone-field' }, element('span', {}, messages.pair.label), input),
    action,
    error,
  )

  function showPairing(pairing: Promise<void>) {
    error.hidden = true
    action.disabled = true
    pairing
      .then(() => form.reset())
      .catch((thrown) => {
        error.textContent = messages.pair.failed(messageOf(thrown))
        error.hidden = false
      })
      .finally(() => {
        action.disabled = false
      })
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    showPairing(pair(input.value))
  })
  return { section: element('section', {}, heading(messages.pair.heading), form), showPairing }
}

/** Draws the phone, and redraws what changes. */
export function drawScreen(body: HTMLElement, phone: Phone): { showPairing(pairing: Promise<void>): void } {
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const showTheme = () => body.setAttribute('data-theme', dark.matches ? 'dark' : 'light')
  dark.addEventListener('change', showTheme)
  showTheme()

  const connection = element('p', { class: 'phone-connection', role: 'status', 'data-testid': 'connection' })
  const { section, showPairing } = pairForm(phone.pair)
  const parts = PARTS.map(({ isLive }) => element('section', { 'aria-live': isLive ? 'polite' : undefined }))
  const [prompts, ...others] = parts
  body.classList.add('tokens', 'phone')
  body.append(
    element(
      'main',
      { class: 'phone-main' },
      element('header', {}, element('h1', { class: 'phone-title' }, messages.title), connection),
      element('p', { class: 'phone-hint' }, messages.intro),
      ...(prompts ? [prompts] : []),
      section,
      ...others,
    ),
  )

  let drawn: PhoneState | undefined
  function draw(state: PhoneState) {
    connection.textContent = messages.states[state.connection]
    connection.setAttribute('data-state', state.connection)
    for (const [index, { draw: drawPart, of }] of PARTS.entries()) {
      const part = parts[index]
      if (part && of.some((name) => state[name] !== drawn?.[name])) drawPart(part, phone)
    }
    drawn = state
  }
  draw(phone.state)
  phone.subscribe(draw)
  return { showPairing }
}
