import { elementsOf, type MakeElement } from '../../approval/element.ts'
import { failureText } from './failureText.ts'

type Work = () => void | Promise<void>

/** A section with a heading, and with a `body` for the caller to fill. Texts are inserted as text only. */
export interface SectionElements {
  readonly make: MakeElement
  readonly body: HTMLElement
  /** Shows a status below the section, for eyes and screen readers; an empty text removes it. */
  say(text: string): void
  /** A button that keeps the focus and ignores presses while its work is under way. */
  button(text: string, work: Work, kind?: 'main' | 'quiet' | 'danger'): HTMLButtonElement
  /** A form with one field. The Return key presses its button, and the browser sends nothing. */
  form(content: readonly HTMLElement[], press: HTMLButtonElement): HTMLFormElement
  /** Awaits the work, and shows a failure unless the signal has aborted. @returns whether the work succeeded */
  isDone(work: Promise<void>, signal: AbortSignal, textOf?: (error: unknown) => string): Promise<boolean>
}

let sections = 0

/** Begins a section: the heading names it, and content goes between heading and status. */
export function beginSection(place: HTMLElement, title: string): SectionElements {
  const make = elementsOf(place.ownerDocument)
  const id = `section-${++sections}`
  place.className = 'wallet-section'
  const body = make('div', { class: 'wallet-body' })
  const status = make('p', { class: 'pages-status', role: 'status', tabindex: '-1' })
  place.setAttribute('aria-labelledby', id)
  place.replaceChildren(make('h2', { class: 'wallet-heading', id }, title), body, status)
  const say = (text: string) => {
    status.textContent = text
  }
  return {
    make,
    body,
    say,
    form(content, press) {
      press.type = 'submit'
      const made = make('form', { class: 'wallet-body' }, ...content, press)
      made.addEventListener('submit', (event) => event.preventDefault())
      return made
    },
    async isDone(work, signal, textOf = failureText) {
      try {
        await work
        return true
      } catch (error) {
        if (!signal.aborted) say(textOf(error))
        return false
      }
    },
    button(text, work, kind = 'main') {
      const made = make('button', { class: `pages-button wallet-${kind}`, type: 'button' }, text)
      made.addEventListener('click', async () => {
        if (made.getAttribute('aria-disabled') === 'true') return
        made.setAttribute('aria-disabled', 'true')
        try {
          await work()
        } finally {
          made.removeAttribute('aria-disabled')
        }
      })
      return made
    },
  }
}
