import { messages } from '../messages.ts'
import { namespaceOf } from '../networks.ts'
import type { Phone } from '../phone.ts'
import type { PhoneState, Prompt } from '../state.ts'
import { button, element, heading, hint, redraw } from './elements.ts'

const texts = messages.prompts

const networkName = ({ networks }: PhoneState, id: string) => networks.find((network) => network.id === id)?.name ?? id

function familyName(name: string): string {
  const namespace = namespaceOf(`${name}:`)
  return namespace ? messages.wallet.names[namespace] : name
}

function question(prompt: Prompt): string {
  if (prompt.kind === 'proposal') return texts.proposal(prompt.site.name)
  return prompt.kind === 'request' ? texts.request(prompt.site.name) : texts.authentication(prompt.site.name)
}

const list = (title: string, items: readonly string[]) =>
  element('div', {}, element('dt', {}, title), element('dd', {}, items.join(', ') || '–'))

function facts(state: PhoneState, prompt: Prompt): HTMLElement {
  const names = (ids: readonly string[]) => ids.map((id) => networkName(state, id))
  if (prompt.kind === 'proposal') {
    return element(
      'dl',
      { class: 'phone-facts' },
      ...prompt.requested.flatMap(({ namespace, networks, methods }) => [
        list(texts.networks(familyName(namespace)), names(networks)),
        list(texts.methods, methods),
      ]),
    )
  }
  const networks = prompt.kind === 'request' ? [prompt.networkId] : prompt.networks
  return element(
    'div',
    {},
    element('p', { class: 'phone-words', 'data-testid': 'prompt-words' }, prompt.words),
    hint(texts.on(names(networks).join(', '))),
    prompt.kind === 'request' &&
      element(
        'details',
        {},
        element('summary', {}, texts.details),
        element(
          'pre',
          { class: 'phone-details', tabindex: '0' },
          `${prompt.method} ${JSON.stringify(prompt.params, null, 2)}`,
        ),
      ),
  )
}

function card(phone: Phone, prompt: Prompt): HTMLElement {
  const { id, isBusy } = prompt
  // Failures are ignored here because the log shows them.
  const act = (answer: (selection: { id: number }) => Promise<void>) => () => void answer({ id }).catch(() => {})
  const title = `prompt-${id}`
  return element(
    'article',
    { class: 'phone-card', 'aria-labelledby': title, 'data-testid': `prompt-${prompt.kind}` },
    element('h3', { id: title, class: 'phone-question' }, question(prompt)),
    hint(prompt.site.url),
    facts(phone.state, prompt),
    element(
      'div',
      { class: 'phone-actions' },
      button(texts.reject, act(phone.reject), { disabled: isBusy, 'data-testid': `reject-${id}` }),
      button(isBusy ? texts.busy : texts.approve, act(phone.approve), {
        disabled: isBusy,
        class: 'phone-button phone-primary',
        'data-testid': `approve-${id}`,
      }),
    ),
  )
}

/** The waiting prompts, announced to screen readers as they arrive. */
export function drawPrompts(part: HTMLElement, phone: Phone): void {
  const { prompts } = phone.state
  redraw(
    part,
    heading(texts.heading),
    ...(prompts.length > 0 ? prompts.map((prompt) => card(phone, prompt)) : [hint(texts.none)]),
  )
}
