import { messages } from '../messages.ts'
import { NAMESPACES, type Namespace, namespaceOf } from '../networks.ts'
import type { Phone } from '../phone.ts'
import { ACCOUNT_COUNT, type Behaviour } from '../state.ts'
import { button, element, heading, hint, picker, redraw, tick, ticks } from './elements.ts'

const texts = messages.wallet

/** A failure shows as an unchanged session list. */
const attempt = (doing: Promise<unknown>) => void doing.catch((error) => console.error(error))

const indexes = Array.from({ length: ACCOUNT_COUNT }, (_, index) => index)

function toggled<Item>(items: readonly Item[], item: Item, isOn: boolean, order: readonly Item[]): Item[] {
  return order.filter((other) => (other === item ? isOn : items.includes(other)))
}

function networkPicker(phone: Phone, namespace: Namespace): HTMLElement {
  const { networks, activeNetworks } = phone.state
  const own = networks.filter(({ id }) => namespaceOf(id) === namespace)
  return picker(
    texts.network(texts.names[namespace]),
    `network-${namespace}`,
    own.map(({ id, name }) => [id, name] as const),
    activeNetworks[namespace],
    (id) => attempt(phone.switchNetwork(id)),
  )
}

/** Keys, networks, and the choices for approving proposals. */
export function drawWallet(part: HTMLElement, phone: Phone): void {
  const { choice, activeAccount, activeNetworks, connection } = phone.state
  redraw(
    part,
    heading(texts.heading),
    ticks(
      texts.families,
      ...NAMESPACES.map((namespace) =>
        tick(texts.names[namespace], `family-${namespace}`, choice.families.includes(namespace), (isOn) =>
          phone.choose({ families: toggled(choice.families, namespace, isOn, NAMESPACES) }),
        ),
      ),
    ),
    ticks(
      texts.accounts,
      ...indexes.map((index) =>
        tick(texts.account(index + 1), `account-${index}`, choice.accounts.includes(index), (isOn) => {
          const accounts = toggled(choice.accounts, index, isOn, [
            activeAccount,
            ...indexes.filter((i) => i !== activeAccount),
          ])
          phone.choose({ accounts: accounts.length > 0 ? accounts : [activeAccount] })
        }),
      ),
    ),
    picker(
      texts.active,
      'active-account',
      indexes.map((index) => [String(index), texts.account(index + 1)] as const),
      String(activeAccount),
      (index) => attempt(phone.switchAccount(Number(index))),
    ),
    ...NAMESPACES.map((namespace) => networkPicker(phone, namespace)),
    ...NAMESPACES.map((namespace) => {
      const network = activeNetworks[namespace]
      return network && hint(phone.addresses(network)[activeAccount] ?? '')
    }),
    button(
      connection === 'offline' ? texts.goOnline : texts.goOffline,
      () => attempt(connection === 'offline' ? phone.goOnline() : phone.goOffline()),
      { 'data-testid': 'connection-button' },
    ),
  )
}

/** The controls for the owner's behavior. */
export function drawBehaviour(part: HTMLElement, phone: Phone): void {
  const { answer, delayMs, authentication } = phone.state.behaviour
  const { heading: title, answers, authentications, ...labels } = messages.behaviour
  const options = <Key extends string>(all: Readonly<Record<Key, string>>) => Object.entries(all) as [Key, string][]
  const delay = element('input', {
    type: 'number',
    min: '0',
    step: '500',
    value: String(delayMs),
    class: 'phone-select',
    'data-testid': 'delay',
  })
  delay.addEventListener('change', () => phone.behave({ delayMs: Number(delay.value) || 0 }))
  redraw(
    part,
    heading(title),
    picker<Behaviour['answer']>(labels.answer, 'answer', options(answers), answer, (value) =>
      phone.behave({ answer: value }),
    ),
    element('label', { class: 'phone-field' }, element('span', {}, labels.delay), delay),
    picker<Behaviour['authentication']>(
      labels.authentication,
      'authentication',
      options(authentications),
      authentication,
      (value) => phone.behave({ authentication: value }),
    ),
  )
}
