import { type RegistryImage, svgImage } from './image.ts'
import { readIcon } from './readIcon.ts'

/** Our own drawing of a browser window, for unknown browser wallets. */
const BROWSER_WALLET =
  '<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96" viewBox="0 0 96 96">' +
  '<rect width="96" height="96" fill="#3b4252"/>' +
  '<g fill="none" stroke="#fff" stroke-width="5" stroke-linejoin="round">' +
  '<rect x="20" y="26" width="56" height="44" rx="7"/><path d="M20 40h56"/></g>' +
  '<g fill="#fff"><circle cx="29" cy="33" r="2.5"/><circle cx="37" cy="33" r="2.5"/></g></svg>'

/** services.md §17.1: the images of connectors, keyed by image id. */
const readers: ReadonlyMap<string, () => Promise<RegistryImage>> = new Map([
  // Coinbase, then Base Account, which belongs to Coinbase too.
  ['0c2840c3-5b04-4c44-9661-fbd4b49e1800', () => readIcon('wallets', 'coinbase')],
  ['bba2c8be-7fd1-463e-42b1-796ecb0ad200', () => readIcon('networks', 'base')],
  ['461db637-8616-43ce-035a-d89b8a1d5800', () => readIcon('wallets', 'safe')],
  ['54a1aa77-d202-4f8d-0fb2-5d2bb6db0300', () => readIcon('wallets', 'ledger')],
  ['ef1a1fcf-7fe8-4d69-bd6d-fda1345b4400', () => readIcon('wallets', 'wallet-connect')],
  ['07ba87ed-43aa-4adf-4540-9e6a2b9cae00', async () => svgImage(BROWSER_WALLET)],
])

/** @returns undefined for an unknown id */
export const readConnectorImage = async (imageId: string) => readers.get(imageId)?.()
