import { LOCAL_SAFE_ADDRESS, SIGN_MESSAGE_LIB } from '../../host/playground/safe/localSafe.ts'
import { LOCAL_SAFE, SAFE_CONTRACTS } from '../../local/chains/safeContracts.ts'

test("the local Safe's page uses the Safe on the local chains", () => {
  expect(LOCAL_SAFE_ADDRESS).toBe(LOCAL_SAFE.address)
  expect(SIGN_MESSAGE_LIB).toBe(SAFE_CONTRACTS.signMessageLib)
})
