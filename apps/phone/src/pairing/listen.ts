import type { WalletKitTypes } from '@reown/walletkit'
import type { Answers, Inbox } from '../answers.ts'
import type { Prepared, WalletControls } from '../families/family.ts'
import { messages } from '../messages.ts'
import { unsupportedChains, userRejected, wireError } from '../requestError.ts'
import type { AuthenticationPrompt, Choice, ProposalPrompt, RequestPrompt, Site, Store } from '../state.ts'
import { approvedNamespaces, readRequested } from './approvedNamespaces.ts'
import { prepareRequest } from './prepareRequest.ts'
import { signIn } from './signIn.ts'
import type { Kit } from './startKit.ts'

const siteOf = ({ metadata }: { metadata: { name: string; url: string } }): Site => ({
  name: metadata.name || metadata.url,
  url: metadata.url,
})

export interface Listening {
  readonly kit: Kit
  readonly store: Store
  readonly inbox: Inbox
  readonly wallet: WalletControls
  /** Call after anything that may have changed a session. */
  readSessions(): void
}

function proposalAnswers({ kit, store, readSessions }: Listening, { id, requested }: ProposalPrompt): Answers {
  const reject = (error: ReturnType<typeof wireError>) => kit.rejectSession({ id, reason: error })
  return {
    async approve(choice) {
      const namespaces = approvedNamespaces(requested, choice, store.state.networks)
      if (Object.keys(namespaces).length === 0) {
        await reject(wireError(unsupportedChains()))
        throw unsupportedChains()
      }
      const { topic } = await kit.approveSession({ id, namespaces })
      readSessions()
      return { topic }
    },
    reject: () => reject(wireError(userRejected())),
  }
}

function requestAnswers({ kit, readSessions }: Listening, { id, topic }: RequestPrompt, prepared: Prepared): Answers {
  const respond = (outcome: { result: unknown } | { error: ReturnType<typeof wireError> }) =>
    kit.respondSessionRequest({ topic, response: { id, jsonrpc: '2.0', ...outcome } as never })
  return {
    async approve() {
      let result: unknown
      try {
        result = await prepared.run()
      } catch (thrown) {
        await respond({ error: wireError(thrown) })
        throw thrown
      }
      await respond({ result })
      readSessions()
      return result
    },
    reject: () => respond({ error: wireError(userRejected()) }),
  }
}

function authenticationAnswers(
  { kit, store, readSessions }: Listening,
  event: WalletKitTypes.SessionAuthenticate,
): Answers {
  const { chains } = event.params.authPayload
  const chosenOf = ({ families: chosen, networks }: Choice) => {
    const known = networks ?? store.state.networks.map(({ id }) => id)
    return chosen.includes('eip155') ? chains.filter((id) => id.startsWith('eip155:') && known.includes(id)) : []
  }
  return {
    async approve(choice) {
      await signIn(kit, event, chosenOf(choice), choice)
      readSessions()
    },
    reject: () => kit.rejectSessionAuthenticate({ id: event.id, reason: wireError(userRejected()) }),
  }
}

/** A prompt for an invalid request. The site gets the error, whatever the owner answers. */
const refusing = (thrown: unknown): Prepared => ({
  words: '',
  isQuiet: true,
  run() {
    throw thrown
  },
})

/** Turns sites' requests into prompts while the page is open. One-click sign-in can be turned off. */
export function listen(listening: Listening): { hearAuthentication(isHeard: boolean): void } {
  const { kit, inbox, wallet, readSessions } = listening

  function propose({ id, params }: Pick<WalletKitTypes.SessionProposal, 'id' | 'params'>) {
    const prompt: ProposalPrompt = {
      kind: 'proposal',
      id,
      site: siteOf(params.proposer),
      requested: readRequested(params),
    }
    inbox.arrive(prompt, proposalAnswers(listening, prompt))
  }

  function request({ id, topic, params }: Pick<WalletKitTypes.SessionRequest, 'id' | 'topic' | 'params'>) {
    const session = kit.getActiveSessions()[topic]
    const question = { networkId: params.chainId, method: params.request.method, params: params.request.params }
    let prepared: Prepared
    try {
      prepared = prepareRequest(session, question, wallet)
    } catch (thrown) {
      prepared = refusing(thrown)
    }
    const site = session ? siteOf(session.peer) : { name: topic, url: '' }
    const prompt: RequestPrompt = { kind: 'request', id, topic, site, ...question, words: prepared.words }
    const answers = requestAnswers(listening, prompt, prepared)
    if (prepared.isQuiet) inbox.answerQuietly(prompt, answers)
    else inbox.arrive(prompt, answers)
  }

  function authenticate(event: WalletKitTypes.SessionAuthenticate) {
    const { authPayload, requester } = event.params
    const prompt: AuthenticationPrompt = {
      kind: 'authentication',
      id: event.id,
      site: siteOf(requester),
      words: messages.requests.signIn(authPayload.domain, authPayload.statement ?? ''),
      networks: authPayload.chains,
    }
    inbox.arrive(prompt, authenticationAnswers(listening, event))
  }

  kit.on('session_proposal', propose)
  kit.on('session_request', request)
  kit.on('proposal_expire', ({ id }) => inbox.expire((prompt) => prompt.id === id))
  kit.on('session_request_expire', ({ id }) => inbox.expire((prompt) => prompt.id === id))
  kit.on('session_delete', ({ topic }) => {
    inbox.expire((prompt) => prompt.kind === 'request' && prompt.topic === topic)
    readSessions()
  })

  // Proposals left unanswered before the last reload.
  for (const params of Object.values(kit.getPendingSessionProposals())) propose({ id: params.id, params })
  for (const pending of kit.getPendingSessionRequests()) request(pending)

  let isHearing = false
  return {
    hearAuthentication(isHeard) {
      if (isHeard === isHearing) return
      isHearing = isHeard
      if (isHeard) kit.on('session_authenticate', authenticate)
      else kit.removeListener('session_authenticate', authenticate)
    },
  }
}
