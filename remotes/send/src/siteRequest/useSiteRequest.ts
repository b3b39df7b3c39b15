import {
  type Account,
  type Holding,
  type SendArguments,
  selectActiveNetwork,
  selectHoldings,
  selectNetworks,
} from '@portico/contracts'
import { localDecimal } from '@portico/contracts/money'
import { useCommands, useLocale, useMessages } from '@portico/contracts/ui'
import { useEffect, useRef, useState } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { cleared, requestTaken, type SendState, selectForm } from '../sendSlice.ts'
import { isSameToken } from '../tokens.ts'
import { type RequestProblem, readRequest } from './readRequest.ts'

/** Adds the services' price, because the chain has none. */
const withPrice = (found: Holding, known: readonly Holding[]): Holding => {
  const price = known.find((one) => isSameToken(one, found))?.price
  return price === undefined ? found : { ...found, price }
}

/**
 * Fills the form with a site's request, or clears it once there is none.
 * @returns `waiting` until the token has been read from the chain or found unsendable
 */
export function useSiteRequest(
  given: SendArguments | undefined,
  account: Account | undefined,
): 'none' | 'waiting' | 'ready' | { readonly failure: string } {
  const { acting, showSnack } = useCommands()
  const t = useMessages()
  const locale = useLocale()
  const dispatch = useDispatch()
  const networks = useSelector((state: SendState) => selectNetworks(state))
  const active = useSelector((state: SendState) => selectActiveNetwork(state))
  const known = useSelector((state: SendState) => selectHoldings(state, account)?.value)
  const form = useSelector(selectForm)
  const [failure, setFailure] = useState<string>()
  const prices = useRef(known)
  prices.current = known
  const owner = account?.address
  const key = given && `${owner} ${JSON.stringify(given)}`

  // biome-ignore lint/correctness/useExhaustiveDependencies: a request is identified by its content
  useEffect(() => {
    if (!given || owner === undefined || key === undefined) return
    const life = new AbortController()
    const fail = ({ problem, values }: RequestProblem) => {
      const text = t(problem, values)
      setFailure(text)
      showSnack({ variant: 'error', text })
    }
    const fill = async () => {
      const request = readRequest(given, networks)
      if ('problem' in request) return fail(request)
      const [commands, { lookUpToken }] = await Promise.all([
        acting(),
        import(/* webpackChunkName: "requested-token" */ './lookUpToken.ts'),
      ])
      const found = await lookUpToken({ network: request.network, owner }, request.token, commands, life.signal)
      if (life.signal.aborted) return
      if ('problem' in found) return fail(found)
      const { amount, to: receiver } = request
      const holding = withPrice(found, prices.current ?? [])
      dispatch(requestTaken({ amount: localDecimal(amount, locale), receiver, requested: holding, requestKey: key }))
    }
    setFailure(undefined)
    fill().catch(() => {
      if (!life.signal.aborted) fail({ problem: 'send.asked.unreachable' })
    })
    return () => life.abort()
  }, [key])

  const isLeft = !given && form.requested !== undefined
  useEffect(() => {
    if (isLeft) dispatch(cleared())
  }, [isLeft, dispatch])

  if (!given) return 'none'
  if (failure !== undefined) return { failure }
  if (!form.requested || form.requestKey !== key) return 'waiting'
  const { caipNetworkId } = form.requested
  if (active?.caipNetworkId === caipNetworkId) return 'ready'
  const name = networks.find((one) => one.caipNetworkId === caipNetworkId)?.name ?? ''
  return { failure: t('send.asked.otherNetwork', { network: name }) }
}
