import { type Account, selectAccount, type ViewProps } from '@portico/contracts'
import { Note, Row, RowList, Statement, useMessages, useStyles } from '@portico/contracts/ui'
import { TextField } from '@portico/contracts/ui/forms'
import { useEffect, useState } from 'react'
import type { NameSuggestion } from '../../account/names/nameService.ts'
import { useShellSelector } from '../../shellContext.ts'
import { GlyphBox } from '../Glyph.tsx'
import sheet from './RegisterAccountName.css'
import { useDraft } from './useDraft.ts'
import { exactOf, LABEL_MAX, labelProblem, readLabel, useOwnName, useSuggestions } from './useNames.ts'
import { useRegistration } from './useRegistration.ts'

function SuggestionRow({ suggestion, onPress }: { suggestion: NameSuggestion; onPress: () => void }) {
  const t = useMessages()
  const { name, registered } = suggestion
  return (
    <Row
      label={name}
      tag={
        registered
          ? { text: t('host.name.registered'), kind: 'neutral' }
          : { text: t('host.name.available'), kind: 'accent' }
      }
      trailing="none"
      disabled={registered}
      testId="account-name-suggestion"
      onPress={onPress}
    />
  )
}

/** views.md §15: the form to choose an account name and to sign for it. */
function NameForm({ account, signal }: { account: Account; signal: AbortSignal }) {
  useStyles(sheet)
  const t = useMessages()
  const [label, setLabel] = useDraft(signal)
  const [isSubmitted, setSubmitted] = useState(false)
  const [isWaiting, setWaiting] = useState(false)
  const [zone, setZone] = useState<string>()
  const own = useOwnName(account)
  const [suggestions, suggestAgain] = useSuggestions(own === undefined ? label : '')
  const registration = useRegistration(signal)
  const isBusy = registration.name !== undefined
  const exact = suggestions && exactOf(suggestions)
  const zoneNow = exact?.name.slice(label.length)
  // Keeps the known zone while other labels are entered.
  if (zoneNow !== undefined && zoneNow !== zone) setZone(zoneNow)

  const problem = labelProblem(label)
  const register = async (name: string) => {
    // The name has just been taken, so the suggestions are requested again.
    if ((await registration.start(name, account)) === 'taken') suggestAgain()
  }
  const submit = () => {
    setSubmitted(true)
    if (exact && !exact.registered) void register(exact.name)
    else setWaiting(!problem && !suggestions)
  }
  // Carries out an Enter from before the answer.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the answer arrives
  useEffect(() => {
    if (!isWaiting || !suggestions) return
    setWaiting(false)
    if (exact && !exact.registered) void register(exact.name)
  }, [isWaiting, suggestions])

  const sentence = () => {
    if (own !== undefined) return t('host.name.owned', { name: own })
    if (label === '') return undefined
    if (problem === 'characters') return t('host.name.characters')
    if (problem === 'short') return isSubmitted ? t('host.name.short') : undefined
    return exact?.registered ? t('host.name.taken', { name: exact.name }) : undefined
  }
  const hint = () => {
    if (isBusy) return t('host.name.signing', { name: registration.name ?? '' })
    if (problem) return t('host.name.short')
    return exact && t('host.name.free', { name: exact.name })
  }
  return (
    <div className="RegisterAccountName">
      <TextField
        type="text"
        dir="ltr" // names read left to right in every language
        label={t('host.name.label')}
        placeholder={t('host.name.placeholder')}
        maxLength={LABEL_MAX}
        value={label}
        onChange={(typed) => {
          setLabel(readLabel(typed))
          setSubmitted(false)
          setWaiting(false)
        }}
        onSubmit={submit}
        ending={zone}
        isBusy={isBusy}
        disabled={own !== undefined}
        submitLabel={exact && !exact.registered ? t('host.name.register', { name: exact.name }) : undefined}
        problem={sentence()}
        hint={<p role="status">{hint()}</p>}
        testId="wui-ens-input"
        submitTestId="wui-ens-submit"
      />
      {suggestions && !suggestions.names ? (
        <Note
          title={t('host.name.suggestionsFailed')}
          action={{ label: t('host.retry'), onPress: suggestAgain, testId: 'account-names-retry' }}
        />
      ) : null}
      {suggestions?.names && !isBusy ? (
        <RowList label={t('host.name.suggestions')}>
          {suggestions.names.map((suggestion) => (
            <SuggestionRow
              key={suggestion.name}
              suggestion={suggestion}
              onPress={() => void register(suggestion.name)}
            />
          ))}
        </RowList>
      ) : null}
    </div>
  )
}

export function RegisterAccountName({ signal }: ViewProps<'RegisterAccountName'>) {
  const t = useMessages()
  const account = useShellSelector((state) => selectAccount(state))
  if (!account) return null
  if (account.namespace !== 'eip155') {
    return <Statement picture={<GlyphBox name="name" />} title={t('host.name.network')} />
  }
  return <NameForm key={account.caipAddress} account={account} signal={signal} />
}
