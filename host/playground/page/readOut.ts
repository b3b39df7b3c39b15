import type { PorticoModal } from '../../src/site/publicApi.ts'
import { byTestId } from './elements.ts'

const NOTHING = '–'

const show = (testId: string, value: unknown) => {
  byTestId(testId).textContent = value === undefined || value === '' ? NOTHING : String(value)
}

/** Keeps the page's own display of the connection up to date, using only the public API. */
export function showConnection(modal: PorticoModal) {
  const showAccount = ({ status, address, caipAddress }: ReturnType<PorticoModal['getAccount']>) => {
    show('w3m-status', status)
    show('w3m-address', address)
    show('w3m-caip-address', caipAddress)
  }
  const showChain = () => show('w3m-chain-id', modal.getChainId())
  const showState = ({ open }: ReturnType<PorticoModal['getState']>) => {
    show('w3m-open', open ? 'open' : 'closed')
    showChain()
  }

  modal.subscribeAccount(showAccount)
  modal.subscribeNetwork(showChain)
  modal.subscribeState(showState)
  showAccount(modal.getAccount())
  showState(modal.getState())
}
