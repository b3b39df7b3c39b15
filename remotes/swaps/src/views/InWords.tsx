import { RequestPreview } from '@portico/contracts/ui/preview'
import { useMemo } from 'react'
import type { SignablePlan } from '../plan.ts'
import { contextOf, describePlan } from '../preview.ts'

/** What the wallet is asked to sign, in words, and the simulation's result. */
export function InWords({ plan }: { readonly plan: SignablePlan }) {
  const context = useMemo(() => ('words' in plan ? plan.words.context : contextOf(plan)), [plan])
  const description = useMemo(
    () => ('words' in plan ? plan.words.description : describePlan(plan, context)),
    [plan, context],
  )
  return <RequestPreview description={description} context={context} outcome={plan.outcome} />
}
