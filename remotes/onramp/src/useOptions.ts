import { serializeError } from '@portico/contracts'
import { useCommands } from '@portico/contracts/ui'
import { useCallback, useEffect } from 'react'
import { useDispatch, useSelector, useStore } from 'react-redux'
import { askOptions } from './askOnramp.ts'
import { isOwnProvider } from './offer.ts'
import {
  type KnownOptions,
  type OnrampRoot,
  optionsAsked,
  optionsFailed,
  optionsRead,
  selectOptions,
} from './onrampSlice.ts'

/** Offers and limits rarely change. */
const LIFETIME_MS = 5 * 60_000

const NOTHING: KnownOptions = { isLoading: true, askedAt: 0 }

/** What the given provider sells, or else what all providers sell; at most five minutes old. */
export function useOptions(provider?: string): KnownOptions & { readonly retry: () => void } {
  const dispatch = useDispatch()
  const store = useStore<OnrampRoot>()
  const { acting } = useCommands()
  const key = provider ?? ''
  const known = useSelector((state: OnrampRoot) => selectOptions(state, key))

  const ask = useCallback(() => {
    dispatch(optionsAsked({ key, at: Date.now() }))
    askOptions({ acting }, provider !== undefined && isOwnProvider(provider) ? provider : undefined).then(
      (value) => dispatch(optionsRead({ key, value })),
      (error: unknown) => dispatch(optionsFailed({ key, error: serializeError(error, 'service.unreachable') })),
    )
  }, [acting, dispatch, key, provider])

  useEffect(() => {
    const now = selectOptions(store.getState(), key)
    if (now?.isLoading && Date.now() - now.askedAt < LIFETIME_MS) return
    if (!now?.value || Date.now() - now.askedAt >= LIFETIME_MS) ask()
  }, [ask, key, store])

  return { ...(known ?? NOTHING), retry: ask }
}
