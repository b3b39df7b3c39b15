import type { Holding, Network, Translate } from '@portico/contracts'
import { formatDecimal, inUnits } from '@portico/contracts/money'
import type { Obstacle, PlanNote } from '../plan/plan.ts'

const NOTES = {
  opensAccount: 'send.note.opensAccount',
  changeIsFee: 'send.note.changeIsFee',
  dearFee: 'send.note.dearFee',
  cutFee: 'send.note.cutFee',
} as const

const OBSTACLES = {
  onlyPart: 'send.obstacle.onlyPart',
  tooLittle: 'send.obstacle.tooLittle',
  leavesTooLittle: 'send.obstacle.leavesTooLittle',
  notAWallet: 'send.obstacle.notAWallet',
  accountTaken: 'send.obstacle.accountTaken',
  unsupportedToken: 'send.obstacle.unsupportedToken',
  unsupportedAccount: 'send.obstacle.unsupportedAccount',
} as const

interface Subject {
  readonly holding: Holding
  readonly network: Network
  /** In the token's smallest unit. */
  readonly amount: bigint
}

/** The texts for a plan's notes and obstacles. Amounts are exact. */
export function planWords(t: Translate, locale: string, { holding, network, amount }: Subject) {
  const { symbol, decimals } = holding
  const { nativeCurrency } = network
  const coins = (units: bigint) => formatDecimal(inUnits(units, nativeCurrency.decimals), locale)
  const tokens = (units: bigint) => formatDecimal(inUnits(units, decimals), locale)
  const coin = nativeCurrency.symbol
  return {
    ofNote(note: PlanNote): string {
      if (note.type !== 'withheld') return t(NOTES[note.type], { amount: coins(note.amount), coin, symbol })
      const arriving = tokens(amount - note.amount)
      return t('send.note.withheld', { amount: `${tokens(note.amount)} ${symbol}`, arriving, symbol })
    },
    /** A shortage of the coin is shown with the fee instead. */
    ofObstacle(obstacle: Exclude<Obstacle, { readonly type: 'short' }>): string {
      const least = 'least' in obstacle ? coins(obstacle.least) : ''
      const most = 'most' in obstacle ? tokens(obstacle.most) : ''
      return t(OBSTACLES[obstacle.type], { coin, symbol, least, most })
    },
  }
}
