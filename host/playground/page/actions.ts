import type { PorticoOptions } from '../../src/options/types.ts'
import type { PorticoModal } from '../../src/site/publicApi.ts'
import { byTestId, showError } from './elements.ts'

interface SigningProvider {
  request(request: { method: string; params: readonly unknown[] }): Promise<unknown>
}

const MESSAGE = 'Fern & Fable: a hello from the playground'

const toHex = (text: string) =>
  `0x${[...new TextEncoder().encode(text)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`

async function signMessage(modal: PorticoModal): Promise<string> {
  const provider = modal.getWalletProvider() as SigningProvider | undefined
  const address = modal.getAddress()
  if (!provider || !address) throw new Error('Connect a wallet first.')
  return String(await provider.request({ method: 'personal_sign', params: [toHex(MESSAGE), address] }))
}

/** Runs a handler on click and shows its error on the page. */
function onPress(element: HTMLElement, run: () => unknown) {
  element.addEventListener('click', async () => {
    byTestId('page-error').hidden = true
    try {
      await run()
    } catch (error) {
      showError(error)
    }
  })
}

export function enableActions(modal: PorticoModal, { networks }: PorticoOptions) {
  const signature = byTestId('signature')
  onPress(byTestId('sign-message-button'), async () => {
    signature.textContent = ''
    signature.textContent = await signMessage(modal)
  })
  onPress(byTestId('disconnect-button'), () => modal.disconnect())
  onPress(byTestId('theme-button'), () => modal.setThemeMode(modal.getThemeMode() === 'dark' ? 'light' : 'dark'))
  byTestId('network-buttons').replaceChildren(
    // Tolerates missing networks, so that the modal's own error shows.
    ...(networks ?? []).map((network) => {
      const button = document.createElement('button')
      button.type = 'button'
      button.className = 'quiet'
      button.dataset.testid = `switch-network-${network.id}`
      button.textContent = network.name
      onPress(button, () => modal.switchNetwork(network, { throwOnFailure: true }))
      return button
    }),
  )
}
