import { type ApprovalRequest, type ProviderError, type Signer, SignerError } from "@wmodal/dev-wallet"
import type { SolanaSigner } from "@wmodal/dev-wallet/solana"
import { Effect } from "effect"
import { entryPointAddress } from "../../evm/entryPoint.ts"
import { makePhoneWallet } from "../../phone/wallet/PhoneWallet.ts"
import { unsupportedMethodError, type WalletResponse } from "../../phone/wallet/WalletResponse.ts"
import { handleFrameSolanaRequest } from "./solanaForms.ts"
import type { UserWalletOptions, WalletCall } from "./UserWallet.ts"

type KeyWalletRequest = Pick<WalletCall, "chainId" | "method" | "params">

/** What keys do by themselves: sign, and send what they have signed. Everything is approved. */
export interface KeyWallet {
  readonly getAddress: (chainId: string) => string | null
  readonly handleRequest: (call: KeyWalletRequest) => WalletResponse
  /** What a person would be asked before `answer`. Fails as that would. Nothing is signed. */
  readonly describe: (call: KeyWalletRequest) => Effect.Effect<ApprovalRequest, ProviderError>
}

export interface KeyWalletOptions extends Pick<UserWalletOptions, "ask" | "blockchain"> {
  readonly projectId: string
  readonly evm: Signer
  readonly solana: SolanaSigner
}

/** Whom the wallet takes approved requests to be from. */
const approvedOrigin = "approved"

export const makeKeyWallet = ({ evm, solana, ...options }: KeyWalletOptions): KeyWallet => {
  /** Those whose question is wanted, and not their answer. */
  const wanted = new Map<string, (request: ApprovalRequest) => void>()
  let questions = 0
  const wallet = makePhoneWallet({
    ...options,
    keys: { evm, solana, bitcoin: null },
    approve: async (request) => {
      const tell = wanted.get(request.origin)
      tell?.(request)
      return tell === undefined ? "approve" : "decline"
    },
  })

  const answerTo = (topic: string, { chainId, method, params }: KeyWalletRequest): WalletResponse => {
    const ask = (name: string, given: unknown) =>
      wallet.handleRequest({ topic, chainId, method: name, params: given }, () => Effect.void)
    return chainId.startsWith("solana:") ? handleFrameSolanaRequest(ask, method, params) : ask(method, params)
  }

  return {
    getAddress: wallet.getAddress,
    handleRequest: (call) => answerTo(approvedOrigin, call),
    describe: (call) =>
      Effect.suspend(() => {
        questions += 1
        const topic = `question ${questions}`
        let question: ApprovalRequest | null = null
        wanted.set(topic, (request) => {
          question = request
        })
        const declined = Effect.matchEffect(answerTo(topic, call), {
          onSuccess: () => unsupportedMethodError(call.method),
          onFailure: (error) => (question === null ? Effect.fail(error) : Effect.succeed(question)),
        })
        return Effect.ensuring(
          declined,
          Effect.sync(() => {
            wanted.delete(topic)
            wallet.forget(topic)
          }),
        )
      }),
  }
}

/** A smart account is asked under its own address, and its owner's key signs. It sends by operations alone. */
export const asOwner = (address: Signer["address"], owner: Signer): Signer => {
  const refused = Effect.fail(new SignerError({ what: "send from a smart account without an operation" }))
  return { ...owner, address, signTransaction: () => refused, signAuthorization: () => refused }
}

/**
 * An operation of a smart account is typed data that its owner signs: who could ask for that as for any other would have
 * it send anything. So it is signed as an operation alone, whose calls are shown.
 */
export const withoutOperations = (owner: Signer): Signer => ({
  ...owner,
  signTypedData: (typedData) =>
    `${typedData.domain["verifyingContract"]}`.toLowerCase() === entryPointAddress.toLowerCase()
      ? Effect.fail(new SignerError({ what: "sign an operation as typed data" }))
      : owner.signTypedData(typedData),
})
