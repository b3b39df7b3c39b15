import { directoryChanged } from '../../directory/directorySlice.ts'
import { selectOptions } from '../../settingsSlice.ts'
import { useShellDispatch, useShellSelector } from '../../shellContext.ts'

export interface Legal {
  readonly termsUrl: string | undefined
  readonly privacyUrl: string | undefined
  /** The visitor has to agree by a press of their own; else a line says that connecting does. */
  readonly isAsked: boolean
  /** What connects can be pressed. */
  readonly mayConnect: boolean
  readonly agree: (hasAgreed: boolean) => void
}

/** views.md §5: what the site wants its visitors to agree to. All views that connect share the one answer. */
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
