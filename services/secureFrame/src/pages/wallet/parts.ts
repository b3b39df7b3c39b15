import { elementsOf, type MakeElement } from '../../approval/element.ts'

/** Building blocks of all sections; texts are inserted as text only. */
interface SectionParts {
  readonly make: MakeElement
  /** Shows a status below the section, for eyes and screen readers; an empty text removes it. */
  say(text: string): void
  /** A button that keeps the focus and ignores presses while its work is under way. */
  button(text: string, work: () => void | Promise<void>, kind?: 'main' | 'quiet' | 'danger'): HTMLButtonElement
}

/** A section with its heading: `body` is to be filled. */
export interface Begun extends SectionParts {
  readonly body: HTMLElement
}

let sections = 0

/** Begins a section: the heading names it, and content goes between heading and status. */
export function beginSection(place: HTMLElement, title: string): Begun {
  const make = elementsOf(place.ownerDocument)
  const id = `section-${++sections}`
  place.className = 'wallet-section'
  const body = make('div', { class: 'wallet-body' })
  const status = make('p', { class: 'pages-status', role: 'status', tabindex: '-1' })
  place.setAttribute('aria-labelledby', id)
  place.replaceChildren(make('h2', { class: 'wallet-heading', id }, title), body, status)
  return {
    make,
    body,
    say(text) {
      status.textContent = text
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
