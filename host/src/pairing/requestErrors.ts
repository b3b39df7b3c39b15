import { translate } from '../chains/walletErrors.ts'

const REQUEST = { rejected: 'connection.requestRejected', otherwise: 'connection.requestFailed' } as const

/** Any error of a request, with its reason kept (pitfall 43). @throws ModalError */
export async function asked<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw translate(error, REQUEST)
  }
}
