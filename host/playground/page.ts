/** The shop's own script: creates the modal like any site, and shows its state. */
import type { PorticoOptions } from '../src/options/types.ts'
import type { PorticoModal } from '../src/site/publicApi.ts'
import { enableActions } from './page/actions.ts'
import { showError } from './page/elements.ts'
import { type Fixture, readOptions } from './page/options.ts'
import { showConnection } from './page/readOut.ts'
import { readSettings } from './page/settings.ts'

declare global {
  interface Window {
    /** The loader's global. */
    Portico?: { createModal(options: PorticoOptions): PorticoModal }
    portico?: PorticoModal
    /** The second modal: with `modals=2` it has its own connections, with `modals=shared` those of the first. */
    portico2?: PorticoModal
    /** For a `createModal` call in the console. */
    porticoOptions?: PorticoOptions
    playgroundFixture?: { default: Fixture }
  }
}

function start() {
  const query = new URLSearchParams(location.search)
  const options = readOptions(readSettings(), query, location.origin, window.playgroundFixture?.default)
  const { Portico } = window
  if (!Portico) throw new Error('The loader did not arrive: is the host origin running, and has it been built?')

  const modal = Portico.createModal(options)
  window.portico = modal
  window.porticoOptions = options
  showConnection(modal)
  enableActions(modal, options)
  const modals = query.get('modals')
  if (modals === '2') window.portico2 = Portico.createModal({ ...options, storageKey: 'second' })
  if (modals === 'shared') window.portico2 = Portico.createModal(options)
}

try {
  start()
} catch (error) {
  showError(error)
}
