import { answer } from '../browser/support/directory.ts'
import { hiddenButton, madeUpNfts, NFTS, nftCards, openNfts } from '../browser/support/nfts.ts'
import type { Visit } from '../browser/support/visit.ts'
import { fail, hang } from './routes.ts'
import type { Reasons, Scene } from './scene.ts'

/** How visitors get to their NFTs: a tab of the account, and the details of one NFT. */

const toList = async (visitor: Visit) => {
  await visitor.connect()
  await openNfts(visitor)
}
const toCards = async (visitor: Visit) => {
  await toList(visitor)
  await nftCards(visitor).first().waitFor()
}
const showHidden = async (visitor: Visit) => {
  await toCards(visitor)
  await hiddenButton(visitor).click()
}
/** Opens an NFT by its index in the list. */
const toDetails = async (visitor: Visit, index: number) => {
  await nftCards(visitor).nth(index).click()
  await visitor.view('NftDetails').waitFor()
}

const variant = 'nfts'
const withPictures = madeUpNfts(60)

export const NFT_SCENES: readonly Scene[] = [
  {
    view: 'Account',
    state: 'loading',
    variant,
    prepare: hang(NFTS),
    go: async (visitor) => {
      await toList(visitor)
      await visitor.page.getByTestId('nfts-loading').waitFor({ state: 'attached' })
    },
  },
  {
    view: 'Account',
    state: 'empty',
    variant,
    prepare: (context) => context.route(NFTS, (route) => answer(route, { data: [], next: null })),
    go: async (visitor) => {
      await toList(visitor)
      await visitor.page.getByTestId('nfts-empty').waitFor()
    },
  },
  {
    view: 'Account',
    state: 'error',
    variant,
    prepare: fail(NFTS),
    go: async (visitor) => {
      await toList(visitor)
      await visitor.page.getByTestId('nfts-retry').waitFor()
    },
  },
  { view: 'Account', state: 'filled', variant, prepare: withPictures, go: toCards },
  { view: 'Account', state: 'filled', variant: 'nfts-hidden', prepare: withPictures, go: showHidden },
  {
    view: 'NftDetails',
    state: 'filled',
    prepare: withPictures,
    go: async (visitor) => {
      await toCards(visitor)
      await toDetails(visitor, 2)
    },
  },
  {
    view: 'NftDetails',
    state: 'filled',
    variant: 'spam',
    prepare: withPictures,
    go: async (visitor) => {
      await showHidden(visitor)
      await toDetails(visitor, 4)
    },
  },
]

export const NFT_NOT_APPLICABLE: Reasons = {
  NftDetails: { loading: 'the list has it', empty: 'it is about one NFT', error: 'nothing is asked for' },
}
