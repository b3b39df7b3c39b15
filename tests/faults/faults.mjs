/**
 * Faults that tests must detect: in a file, `from`, which occurs once, becomes `to`. `npm run faults` applies one fault
 * after the other, runs the tests of its file, and reverts it. `test` defaults to the test beside the file.
 *
 * @typedef {{ file: string, from: string, to: string, test?: string }} Fault
 * @type {readonly Fault[]}
 */
export const FAULTS = [
  // Host
  { file: 'host/src/texts/readMessages.ts', from: '(await sha384(text)) !== integrity', to: 'false' },
  {
    file: 'host/src/releases/currentIndex.ts',
    from: 'index.serial >= known.serial',
    to: 'index.serial <= known.serial',
  },
  { file: 'host/src/releases/currentIndex.ts', from: 'one.serial >= seen.serial', to: 'one.serial >= 0' },
  {
    file: 'shared-contracts/src/services/verifyIndex.ts',
    from: 'holders.size >= threshold',
    to: 'holders.size > 0',
    test: 'tests/unit/releaseRoles.test.ts',
  },
  {
    file: 'shared-contracts/src/services/verifyIndex.ts',
    from: 'next.version === root.version + 1',
    to: 'next.version > 0',
    test: 'tests/unit/releaseRoles.test.ts',
  },
  {
    file: 'host/src/releases/loadTeamReleases.ts',
    from: 'releases.id !== id',
    to: 'false',
    test: 'host/src/releases/teamReleases.test.ts',
  },
  {
    file: 'host/src/releases/checkTimestamp.ts',
    from: 'index.serial < timestamp.serial',
    to: 'false',
    test: 'host/src/releases/teamReleases.test.ts',
  },
  {
    file: 'host/src/loader/createModal.ts',
    from: 'if (mine === request) return await shell.open',
    to: 'if (mine) return await shell.open',
  },
  { file: 'host/src/embeddedWallet/updateEmail.ts', from: 'if (wasOpen && !isOpen()) giveUp()', to: '' },
  { file: 'host/src/embeddedWallet/emailCooldown.ts', from: 'if (seconds > 0) throw', to: 'if (seconds > 60) throw' },
  { file: 'host/src/connections/editNetworks.ts', from: 'network !== removed)', to: 'network === removed)' },
  { file: 'host/src/chains/rpcHealth.ts', from: 'rounds.length > TRANSPORT_RANK_SAMPLES', to: 'rounds.length > 1' },
  { file: 'host/src/chains/solana/balance.ts', from: ' || value < 0)', to: ')' },
  { file: 'host/src/chains/bip122/leather.ts', from: "typeof signer === 'string' && signer !== address", to: 'false' },
  { file: 'host/src/views/Account/tokens/tokensOf.ts', from: 'address === undefined)', to: 'address !== undefined)' },
  {
    file: 'host/src/router/createCommands.ts',
    from: "if (status === 'success') return",
    to: "if (status === 'error') return",
  },
  {
    file: 'host/src/siwx/oneClick.ts',
    from: 'if (siwx.signMessage || selectWantsCapture(state)) return undefined',
    to: '',
  },
  { file: 'host/src/account/loadIdentity.ts', from: ' && !INVISIBLE.test(name)', to: '' },
  { file: 'host/src/chains/bip122/accounts.ts', from: "!== 'stx'", to: "!== ''" },
  { file: 'host/src/project/fetchConfig.ts', from: 'response.status >= 500', to: 'response.status > 500' },
  { file: 'host/src/pairing/solanaTransaction.ts', from: 'key.every((byte, i) => byte === own[i])', to: 'key.length' },
  { file: 'host/src/pairing/sessions.ts', from: 'if (topic !== currentTopic ||', to: 'if (' },
  { file: 'host/src/router/routerSlice.ts', from: 'if (state.stack.length < 2) return state', to: '' },
  {
    file: 'host/src/project/createProject.ts',
    from: 'if (options.basic || !options.projectId) return',
    to: 'if (!options.projectId) return',
  },
  { file: 'host/src/frame/theme.ts', from: 'if (zIndex && /^\\d+$/.test(zIndex))', to: 'if (zIndex)' },
  { file: 'host/src/texts/i18n.ts', from: 'pattern === undefined ? key', to: "pattern === undefined ? ''" },

  // Remotes
  { file: 'remotes/pay/src/plan/solanaPlan.ts', from: 'if (to === from) return', to: 'if (to === undefined) return' },
  { file: 'remotes/send/src/receiver/resolveName.ts', from: "? 'disputed' : ofEns", to: '? ofEns : ofEns' },
  {
    file: 'shared-contracts/src/chains/evm/node.ts',
    from: "if (typeof value === 'string' && /^0x[\\da-f]{1,64}$/i.test(value))",
    to: "if (typeof value !== 'undefined')",
  },
  { file: 'remotes/onramp/src/followPurchases.ts', from: '++missed >= MISSED_MAX', to: '++missed > 10 * MISSED_MAX' },
  {
    file: 'remotes/activity/src/shownMovements.ts',
    from: 'if (all.length < 2) return all',
    to: 'if (all.length < 3) return all',
  },
  { file: 'remotes/send/src/receiver/loadPaid.ts', from: " && status === 'confirmed'", to: '' },
  { file: 'remotes/swaps/src/formulas.ts', from: "impact >= DANGER ? 'danger'", to: "impact > DANGER ? 'danger'" },
  { file: 'remotes/swaps/src/formulas.ts', from: 'said > padded && said <= GAS_MAX', to: 'said > padded' },
  { file: 'remotes/swaps/src/plan.ts', from: 'if (allowance < amount)', to: 'if (allowance <= amount)' },
  { file: 'remotes/send/src/plan/bitcoin/server.ts', from: 'vin.every(', to: 'vin.some(' },
  {
    file: 'remotes/socials/src/views/ConnectingSocial.tsx',
    from: "error?.code === 'social.popupBlocked'",
    to: 'error',
  },
  {
    file: 'remotes/email/src/views/EmailVerifyDevice.tsx',
    from: "if (next === 'VERIFY_OTP') replace",
    to: 'if (next) replace',
  },

  // Contracts and packages
  { file: 'shared-contracts/src/version.ts', from: '|| a[2] - b[2]', to: '' },
  { file: 'shared-contracts/src/formatBalance.ts', from: 'negative && /[1-9]/.test(whole + rest)', to: 'negative' },
  { file: 'shared-contracts/src/caip.ts', from: "parts[1] !== '' && parts[2] !== ''", to: "parts[1] !== ''" },
  {
    file: 'shared-contracts/src/chains/solana/tokenState.ts',
    from: 'isExtended && bytes.length > EXTENSIONS_AT',
    to: 'isExtended',
  },
  {
    file: 'shared-contracts/src/chains/solana/address.ts',
    from: 'return bytes?.length === KEY_BYTES ? bytes',
    to: 'return bytes ? bytes',
  },
  {
    file: 'shared-contracts/src/services/allowedOrigins.ts',
    from: 'if (labels.length !== wanted.labels.length) return false',
    to: '',
  },
  { file: 'shared-contracts/src/services/allowedOrigins.ts', from: 'if (wanted.scheme && ', to: 'if (' },
  { file: 'shared-contracts/src/embeddedWallet/json.ts', from: "if (name === '__proto__') throw REFUSED", to: '' },
  { file: 'shared-contracts/src/embeddedWallet/json.ts', from: 'if (characters < 0) throw REFUSED', to: '' },
  { file: 'shared-contracts/src/embeddedWallet/chainIds.ts', from: 'Number.isSafeInteger(id) && id > 0', to: 'id > 0' },
  {
    file: 'shared-contracts/src/embeddedWallet/timing.ts',
    from: 'left > 0 && left <= EMAIL_LOGIN_COOLDOWN_MS',
    to: 'left > 0',
  },
  { file: 'shared-contracts/preview/lookAlike.ts', from: 'endsOf(one) === endsOf(address)', to: 'one === address' },
  { file: 'shared-contracts/preview/signIn.ts', from: "lower === host.replace(/:\\d+$/, '')", to: 'true' },
  { file: 'shared-contracts/preview/bytes.ts', from: 'quantity < WORD_END ? quantity', to: 'quantity ? quantity' },
  {
    file: 'shared-contracts/preview/evm/describeTransaction.ts',
    from: 'if (chainId !== undefined && chainId !== chainIdOf(context))',
    to: 'if (false)',
  },
  {
    file: 'shared-contracts/preview/evm/effects/readLogs.ts',
    from: 'if (isIn === isOut ||',
    to: 'if (isIn !== isOut ||',
  },
  {
    file: 'shared-contracts/preview/bitcoin/describePsbt.ts',
    from: 'sum(read.inputs) < sum(read.outputs)',
    to: 'false',
  },
  { file: 'shared-contracts/preview/typedData/types.ts', from: 'isSize(size, 1, 32)', to: 'isSize(size, 1, 64)' },
  { file: 'packages/siwx/src/DefaultSIWX.ts', from: "timelinessOf(session.data) === 'expired'", to: 'false' },
  { file: 'packages/siwx/src/DefaultSIWX.ts', from: 'results[index] === true', to: 'results[index] !== false' },
  {
    file: 'packages/siwx/src/verifiers/bip122/verifyBip122.ts',
    from: 'witness !== undefined && verify',
    to: 'witness === undefined || verify',
  },
  {
    file: 'packages/elements/src/shorten.ts',
    from: 'letters.length <= start + end + 1',
    to: 'letters.length <= start',
  },

  // Services
  {
    file: 'services/src/database/embeddedDatabase.ts',
    from: 'if (mustBeReadOnly !== isReadOnly)',
    to: 'if (mustBeReadOnly)',
  },
  { file: 'services/src/http/clientNetwork.ts', from: 'groups.slice(0, count)', to: 'groups.slice(0, 8)' },
  {
    file: 'services/src/blockchainApi/identity/avatarAddress.ts',
    from: "text.startsWith('https://')",
    to: "text.startsWith('http')",
  },
  { file: 'services/src/log.ts', from: 'LOG_LEVELS.indexOf(lineLevel) > LOG_LEVELS.indexOf(level)', to: 'false' },
  {
    file: 'services/src/blockchainApi/image/readSource.ts',
    from: "url.protocol !== 'http:' && url.protocol !== 'https:'",
    to: 'false',
  },
  { file: 'services/src/relay/memoryMailbox.ts', from: 'if (bytesFrom(address) + bytes >', to: 'if (bytes >' },
  {
    file: 'services/src/relay/memoryMailbox.ts',
    from: 'if (allBytes + bytes <= limits.memoryMaxBytes) return',
    to: 'return',
  },
  {
    file: 'services/src/walletRegistry/createImageUpstream.ts',
    from: 'if (content.length === 0) throw',
    to: 'if (content.length < 0) throw',
  },
  {
    file: 'services/src/walletRegistry/createImageUpstream.ts',
    from: 'kept.until > now()) return kept.image',
    to: 'kept.until > 0) return kept.image',
  },
  {
    file: 'services/src/blockchainApi/onramp/meld/createMeld.ts',
    from: 'now() < kept.until',
    to: 'now() > kept.until',
  },
  { file: 'services/src/blockchainApi/history/indexedHistory.ts', from: 'blocks < 0 ||', to: 'blocks <= 0 ||' },
  {
    file: 'services/src/projectConfig/toggleRemote.ts',
    from: 'if (on === others.length > 0) return',
    to: 'if (on) return',
  },
  { file: 'services/src/walletRegistry/findWallets.ts', from: "badge === 'certified'", to: "badge === ''" },
  { file: 'services/src/secureSite/frameAncestors.ts', from: 'all.length > 0 ? all', to: 'all ? all' },
  { file: 'services/src/shares/keyRing.ts', from: 'return isWhole && areDifferent', to: 'return isWhole' },
  { file: 'services/src/shares/keyRing.ts', from: ' && new Set(bytes).size > 1', to: '' },
  {
    file: 'services/src/projectConfig/knownProjects.ts',
    from: "if (!project) throw new ServiceError('project.unknown')",
    to: '',
  },
  { file: 'local/chains/solana/parseInstruction.ts', from: 'data.length === 9 &&', to: '' },
  {
    file: 'services/src/walletRegistry/leastRecentlyUsed.ts',
    from: 'if (this.#bytes <= this.#maxBytes) return',
    to: 'return',
  },

  // Frame
  { file: 'services/secureFrame/src/approval/approvalWindow.ts', from: ' || source !== opened ||', to: ' ||' },
  {
    file: 'services/secureFrame/src/approval/approvalWindow.ts',
    from: ' || origin !== window.location.origin',
    to: '',
  },
  {
    file: 'services/secureFrame/src/signing/evm/nonces.ts',
    from: 'last.nonce >= counted ? last.nonce + 1n',
    to: 'last.nonce > counted ? last.nonce + 1n',
  },
  {
    file: 'services/secureFrame/src/approval/actionLabel.ts',
    from: 'number.length > AMOUNT_MAX',
    to: 'number.length < 0',
  },
  { file: 'services/secureFrame/src/keys/deviceShares.ts', from: "share', subject,", to: "share'," },
  {
    file: 'services/secureFrame/src/signing/siwx/readSignIn.ts',
    from: 'ms !== undefined && ms > nowMs',
    to: 'ms !== undefined',
  },
  {
    file: 'services/secureFrame/src/signing/siwx/readSignIn.ts',
    from: ' && RESOURCE_SCHEMES.includes(new URL(text).protocol)',
    to: '',
  },
  { file: 'services/secureFrame/src/keys/interpolate.ts', from: 'here === there ||', to: '' },
  { file: 'services/secureFrame/src/keys/passkey/authenticator.ts', from: 'prf?.enabled !== true', to: 'false' },
  { file: 'services/secureFrame/src/signing/siwx/createOneClick.ts', from: ' || !login.take()', to: '' },
  {
    file: 'services/secureFrame/src/messages/channel.ts',
    from: 'if (!isTrusted || source !== page) return',
    to: 'if (!isTrusted) return',
  },
  { file: 'services/secureFrame/src/storage/openTables.ts', from: 'if (there === undefined) await', to: 'await' },
  {
    file: 'services/secureFrame/src/approval/queue.ts',
    from: 'entries.length >= WAITING_MAX',
    to: 'entries.length > WAITING_MAX',
  },
  {
    file: 'services/secureFrame/src/login/socialReturns.ts',
    from: 'if (!isTrusted || origin !== site) return',
    to: 'if (!isTrusted) return',
  },
  {
    file: 'services/secureFrame/src/approval/matter.ts',
    from: 'if (fingerprint(matter) !== shown) throw',
    to: 'if (!shown) throw',
  },
  { file: 'services/secureFrame/src/approval/familiar.ts', from: ' && !lines.some(isOfNothing)', to: '' },
  {
    file: 'services/secureFrame/src/pages/wallet/deleteSection.ts',
    from: '.toLowerCase() !== word',
    to: ".toLowerCase() === ''",
  },
  {
    file: 'services/secureFrame/src/boot/createOriginCheck.ts',
    from: 'settings.isDevelopment && isOneOf',
    to: 'isOneOf',
  },
  { file: 'services/secureFrame/src/keys/splitSeed.ts', from: 'if (isRight) return seed', to: 'return seed' },
  {
    file: 'services/secureFrame/src/pages/wallet/exportSection.ts',
    from: "|| page.visibilityState === 'hidden'",
    to: '',
  },
]
