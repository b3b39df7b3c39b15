import type { Labels } from './labels.ts'
import type { ElementsModal } from './modal.ts'
import { type Face, PorticoElement } from './PorticoElement.ts'
import { shortAmount, shorten } from './shorten.ts'

/** `connect-button`, or `connect-button-solana` for a button of one family. */
const named = (name: string, namespace: string | undefined) => (namespace ? `${name}-${namespace}` : name)

const numberOf = (element: HTMLElement, attribute: string, otherwise: number) => {
  const value = Number.parseInt(element.getAttribute(attribute) ?? '', 10)
  return value >= 0 ? value : otherwise
}

/** Opens the wallet list, and shows when a wallet is connecting. */
export class ConnectButton extends PorticoElement {
  protected override face(modal: ElementsModal | undefined, labels: Labels): Face {
    const { namespace } = this
    const isBusy = modal?.getAccount(namespace).status === 'connecting' && !modal.isOpen()
    const label = this.getAttribute('label') ?? labels.connect
    const text = isBusy ? (this.getAttribute('loadinglabel') ?? labels.connecting) : label
    return { testId: named('connect-button', namespace), text, view: 'Connect', kind: 'primary', isBusy, namespace }
  }
}

/** Shows the account's balance, picture, and name or address, and opens it. Without one, it is a connect button. */
export class AccountButton extends ConnectButton {
  #address: string | undefined
  #balance: string | undefined
  #name: string | undefined
  #avatar: string | undefined

  protected override changed(modal: ElementsModal): void {
    const { namespace } = this
    const { address } = modal.getAccount(namespace)
    if (address !== this.#address) {
      this.#address = address
      this.#balance = this.#name = this.#avatar = undefined
    }
    if (!address) return
    const isCurrent = () => this.#address === address && this.isConnected
    // The modal limits how often balances are requested. Without an answer, only the address is shown.
    if (this.getAttribute('balance') !== 'hide') {
      void modal.fetchBalance(namespace).then(
        (answer) => {
          if (!isCurrent() || !answer) return
          this.#balance = `${shortAmount(answer.balance)} ${answer.symbol}`
          this.render()
        },
        () => {},
      )
    }
    void modal.fetchIdentity(namespace).then(
      ({ name, avatar }) => {
        if (!isCurrent() || (name === this.#name && avatar === this.#avatar)) return
        this.#name = name
        this.#avatar = avatar
        this.render()
      },
      () => {},
    )
  }

  protected override face(modal: ElementsModal | undefined, labels: Labels): Face {
    const { namespace } = this
    const address = modal?.getAccount(namespace).address
    if (!address) return super.face(modal, labels)
    const start = numberOf(this, 'charsstart', 4)
    const end = numberOf(this, 'charsend', 6)
    return {
      testId: named('account-button', namespace),
      text: shorten(this.#name ?? address, this.#name ? 18 : start, this.#name ? 0 : end),
      view: 'Account',
      kind: 'quiet',
      lead: this.getAttribute('balance') === 'hide' ? undefined : this.#balance,
      picture: this.#avatar,
      hue: Number.parseInt(address.slice(-6), 36) % 360 || 0,
      namespace,
    }
  }
}

/** Shows the page's active network, and opens the network list. */
export class NetworkButton extends PorticoElement {
  protected override face(modal: ElementsModal | undefined, labels: Labels): Face {
    const isConnected = modal?.getAccount().isConnected
    const isUnsupported = isConnected && modal?.getCaipNetworkId() !== undefined && !modal.getCaipNetwork()
    const network = isUnsupported ? labels.switchNetwork : modal?.getCaipNetwork()?.name
    const otherwise = this.getAttribute('label') ?? (isConnected ? labels.unknownNetwork : labels.selectNetwork)
    return { testId: 'w3m-network-button', text: network ?? otherwise, view: 'Networks', kind: 'quiet' }
  }
}
