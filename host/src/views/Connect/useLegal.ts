import { directoryChanged } from '../../directory/directorySlice.ts'
import { selectOptions } from '../../settingsSlice.ts'
import { useShellDispatch, useShellSelector } from '../../shellContext.ts'

export interface Legal {
  readonly termsUrl: string | undefined
  readonly privacyUrl: string | undefined
  /** Whether the visitor must consent explicitly; otherwise a line says that connecting implies consent. */
  readonly isAsked: boolean
  /** Whether connecting is enabled. */
  readonly mayConnect: boolean
  readonly agree: (hasAgreed: boolean) => void
}

/** views.md §5: what visitors must agree to. All views for connecting share one answer. */
export function useLegal(): Legal {
  const dispatch = useShellDispatch()
  const { termsConditionsUrl, privacyPolicyUrl, features } = useShellSelector(selectOptions)
  const hasAgreed = useShellSelector((state) => state.directory.hasAgreed)
  const isAsked = features.legalCheckbox && Boolean(termsConditionsUrl || privacyPolicyUrl)
  return {
    termsUrl: termsConditionsUrl,
    privacyUrl: privacyPolicyUrl,
    isAsked,
    mayConnect: !isAsked || hasAgreed,
    agree: (answer) => dispatch(directoryChanged({ hasAgreed: answer })),
  }
}
