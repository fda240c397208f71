import type { ApprovalRequest, ProviderError, Signer } from "@wmodal/dev-wallet"
import type { SolanaSigner } from "@wmodal/dev-wallet/solana"
import { Effect } from "effect"
import { makePhoneWallet } from "../../phone/wallet/PhoneWallet.ts"
import { unsupportedMethodError, type WalletResponse } from "../../phone/wallet/WalletResponse.ts"
import { handleFrameSolanaRequest } from "./solanaForms.ts"
import type { UserWalletOptions, WalletCall } from "./UserWallet.ts"

type KeyWalletRequest = Pick<WalletCall, "chainId" | "method" | "params">

/** A wallet of plain keys: it signs, and sends what it has signed. Every request is pre-approved. */
export interface KeyWallet {
  readonly getAddress: (chainId: string) => string | null
  readonly handleRequest: (call: KeyWalletRequest) => WalletResponse
  /** Returns the prompt of a request, or its error. Nothing is signed. */
  readonly describe: (call: KeyWalletRequest) => Effect.Effect<ApprovalRequest, ProviderError>
}

export interface KeyWalletOptions extends Pick<UserWalletOptions, "ask" | "blockchain"> {
  readonly projectId: string
  readonly evm: Signer
  readonly solana: SolanaSigner
}

/** The origin that the wallet sees for approved requests. */
const approvedOrigin = "approved"

export const makeKeyWallet = ({ evm, solana, ...options }: KeyWalletOptions): KeyWallet => {
  /** Requests whose prompt is captured instead of performed. */
  const wanted = new Map<string, (request: ApprovalRequest) => void>()
  let questions = 0
  const wallet = makePhoneWallet({
    ...options,
    keys: { evm, solana, bitcoin: null, polkadot: null },
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
