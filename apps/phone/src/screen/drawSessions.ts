import { messages } from '../messages.ts'
import type { Phone } from '../phone.ts'
import type { LogEntry, Session } from '../state.ts'
import { button, element, heading, hint, redraw } from './elements.ts'

function card(phone: Phone, { topic, site, families }: Session): HTMLElement {
  const accounts = Object.values(families).flatMap((family) => family.accounts)
  return element(
    'article',
    { class: 'phone-card', 'data-testid': 'session' },
    element('h3', { class: 'phone-question' }, site.name),
    hint(site.url),
    element('ul', { class: 'phone-accounts' }, ...accounts.map((id) => element('li', {}, id))),
    button(messages.sessions.remove(site.name), () => void phone.disconnect(topic).catch(console.error), {
      'data-testid': 'session-disconnect',
    }),
  )
}

/** The connected sites. */
export function drawSessions(part: HTMLElement, phone: Phone): void {
  const { sessions } = phone.state
  redraw(
    part,
    heading(messages.sessions.heading),
    ...(sessions.length > 0 ? sessions.map((session) => card(phone, session)) : [hint(messages.sessions.none)]),
  )
}

const line = ({ kind, method, site, outcome, error }: LogEntry) =>
  element('li', {}, [site.name, method ?? kind, messages.log.outcomes[outcome], error].filter(Boolean).join(' · '))

/** Past requests, newest first. */
export function drawLog(part: HTMLElement, phone: Phone): void {
  const { log } = phone.state
  redraw(
    part,
    heading(messages.log.heading),
    log.length > 0
      ? element('ol', { class: 'phone-log', 'data-testid': 'log' }, ...[...log].reverse().map(line))
      : hint(messages.log.none),
  )
}
