import {
  type BalanceChange,
  type Description,
  type Grant,
  grantSentence,
  grantsBeside,
  hasNoEnd,
  inOrderOfLoss,
  inOrderOfSize,
  isSaid,
  nftSentence,
  type Outcome,
  outcomeSentence,
  type Units,
} from '../../preview/index.ts'
import { AddressText } from '../AddressText.tsx'
import { digitsOf, unitOf } from './amounts.ts'
import type { Drawing } from './drawing.ts'
import { Address } from './ValueText.tsx'
import { Warning } from './Warning.tsx'

interface ChangeProps {
  readonly drawing: Drawing
  readonly change: BalanceChange
  readonly units: Units
}

function Change({ drawing, change: { token, tokenId, change }, units }: ChangeProps) {
  const { locale, words, writeAddress } = drawing
  const isGain = change > 0n
  const size = isGain ? change : -change
  const nft = tokenId === undefined ? undefined : nftSentence(tokenId, size)
  const unit = nft ? (units?.symbol ?? '') : unitOf(drawing, units ?? {})
  return (
    <li className={isGain ? 'RequestPreview-change RequestPreview-gain' : 'RequestPreview-change RequestPreview-loss'}>
      <span className="RequestPreview-number" dir="ltr">
        {isGain ? '+\u00a0' : '−\u00a0'}
        {nft ? words.text(nft.key, nft.values) : digitsOf(size, units?.decimals, locale)}
        {unit ? <bdi className="RequestPreview-unit"> {unit}</bdi> : null}
      </span>
      {token === undefined ? null : (
        <span className="RequestPreview-of">
          <AddressText address={writeAddress(token)} />
        </span>
      )}
    </li>
  )
}

interface GrantedProps {
  readonly drawing: Drawing
  readonly grant: Grant
  readonly units: Units
  /** True when the request states the same grant elsewhere, with whole addresses. */
  readonly isElsewhere: boolean
}

function Granted({ drawing, grant, units, isElsewhere }: GrantedProps) {
  const { t, words, context } = drawing
  const { spender, token } = grant
  const name = context.names && Object.hasOwn(context.names, spender) ? context.names[spender] : undefined
  const { key, values } = grantSentence(grant, name ?? words.address(spender), units, words)
  const isDanger = hasNoEnd(grant) && !isElsewhere
  return (
    <li className={isDanger ? 'RequestPreview-line RequestPreview-warning RequestPreview-danger' : undefined}>
      {t(key, values)}
      {isElsewhere
        ? null
        : [['preview.spender', spender] as const, ['preview.token', token] as const].map(([label, address]) => (
            <span key={label} className="RequestPreview-of">
              <span className="RequestPreview-label">{t(label)}</span> <Address drawing={drawing} address={address} />
            </span>
          ))}
    </li>
  )
}

interface EffectsProps {
  readonly drawing: Drawing
  readonly description: Description
  /** Undefined while the simulation is running. */
  readonly outcome: Outcome | undefined
}

/** What would change, as far as it is known. It is read aloud as soon as it is known. */
export function Effects({ drawing, description, outcome }: EffectsProps) {
  const { t } = drawing
  return (
    <div className="RequestPreview-effects" role="status">
      {!outcome ? (
        <Warning>{t('preview.simulating')}</Warning>
      ) : outcome.status === 'simulated' ? (
        <Simulated drawing={drawing} description={description} outcome={outcome} />
      ) : (
        <Said drawing={drawing} outcome={outcome} />
      )}
    </div>
  )
}

function Said({ drawing: { t }, outcome }: { drawing: Drawing; outcome: Outcome }) {
  const { key, values, isWarning, isDanger } = outcomeSentence(outcome)
  return (
    <Warning isWarning={isWarning} isDanger={isDanger}>
      {t(key, values)}
    </Warning>
  )
}

interface SimulatedProps {
  readonly drawing: Drawing
  readonly description: Description
  readonly outcome: Extract<Outcome, { status: 'simulated' }>
}

function Simulated({ drawing, description, outcome }: SimulatedProps) {
  const { t, context } = drawing
  const { changes, grants: all = [], handedOver = [], isPartial, hasMore, tokens } = outcome
  const grants = grantsBeside(all, description)
  const unitsOf = (token: string | undefined): Units =>
    token === undefined ? context.native : (context.tokens?.[token] ?? tokens?.[token])
  return (
    <>
      {handedOver.map((address) => (
        <div key={address} className="RequestPreview-line RequestPreview-warning RequestPreview-danger">
          {t('preview.controlLost')}
          <span className="RequestPreview-of">
            <Address drawing={drawing} address={address} />
          </span>
        </div>
      ))}
      {changes.length > 0 ? (
        <>
          <h3 className="RequestPreview-label">{t('preview.changes')}</h3>
          <ul className="RequestPreview-changes">
            {inOrderOfLoss(changes).map((change) => (
              <Change
                key={`${change.token}:${change.tokenId}`}
                drawing={drawing}
                change={change}
                units={unitsOf(change.token)}
              />
            ))}
          </ul>
        </>
      ) : isPartial || hasMore || handedOver.length > 0 ? null : (
        <Warning>{t('preview.noChanges')}</Warning>
      )}
      {grants.length > 0 ? (
        <>
          <h3 className="RequestPreview-label">{t('preview.grants')}</h3>
          <ul className="RequestPreview-grants">
            {inOrderOfSize(grants).map((grant) => (
              <Granted
                key={`${grant.token}:${grant.spender}:${grant.tokenId}`}
                drawing={drawing}
                grant={grant}
                units={unitsOf(grant.token)}
                isElsewhere={isSaid(grant, description)}
              />
            ))}
          </ul>
        </>
      ) : null}
      {tokens && Object.keys(tokens).length > 0 ? <Warning>{t('preview.tokenNamesItself')}</Warning> : null}
      {isPartial || hasMore ? <Warning isWarning>{t('preview.partial')}</Warning> : null}
    </>
  )
}
