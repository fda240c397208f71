import type { Hex } from "@wmodal/chains/internal"
import type { Rpc } from "@wmodal/protocol"
import { Effect } from "effect"
import type { Approval, ApprovalRequest } from "./ApprovalRequest.ts"
import type { BatchRecord } from "./batch/BatchRecord.ts"
import type { DevNetwork } from "./DevNetwork.ts"
import type { DevToken } from "./DevToken.ts"
import type { DevWalletOptions } from "./DevWalletOptions.ts"
import {
  declinedError,
  internalError,
  ProviderError,
  requestPendingError,
  unauthorizedError,
} from "./ProviderError.ts"
import type { Signer, SignerError } from "./Signer.ts"
import type { WalletChainName } from "./standard/WalletChain.ts"

/** The wallet as the request handlers see it. */
export interface WalletAccess {
  readonly signers: DevWalletOptions["signers"]
  /** Reviews a request and asks for the user's approval. Fails for one that is too long to be reviewed. */
  readonly approve: (request: ApprovalRequest) => Effect.Effect<Approval, ProviderError>
  /** Returns a client for this network that may use any of its nodes. */
  readonly rpc: (network: DevNetwork) => Rpc
  readonly pin: NonNullable<DevWalletOptions["pin"]>
  readonly network: () => DevNetwork
  readonly networks: () => readonly DevNetwork[]
  /** Returns the accounts that the origin may see, the selected one first. */
  readonly shared: (origin: string) => readonly Hex[]
  readonly locked: () => boolean
  readonly selected: () => Hex
  readonly permit: (origin: string) => void
  readonly revoke: (origin: string) => void
  readonly selectChain: (chainId: number) => void
  readonly addNetwork: (network: DevNetwork) => void
  /** Returns the known tokens of this network. */
  readonly tokens: (chainId: number) => readonly DevToken[]
  readonly smartAccount: boolean
  readonly bundles: () => readonly BatchRecord[]
  readonly keepBatch: (bundle: BatchRecord) => void
  readonly forgetBatch: (bundle: BatchRecord) => void
}

/** Succeeds when the user approves, else fails with 4001. */
export const requireApproval = (
  wallet: Pick<WalletAccess, "approve">,
  request: ApprovalRequest,
): Effect.Effect<void, ProviderError> =>
  Effect.flatMap(wallet.approve(request), (approval) =>
    approval === "approve" ? Effect.void : Effect.fail(declinedError()),
  )

/** Like `requireApproval`, with one open request of a kind per origin: a dApp must not pile up windows. */
export const makeRequireApprovalOnce = (wallet: Pick<WalletAccess, "approve">) => {
  const asking = new Set<string>()
  return (
    kind: "connect" | `connect ${WalletChainName}` | "network" | "show" | "asset",
    request: ApprovalRequest,
  ): Effect.Effect<void, ProviderError> =>
    Effect.suspend(() => {
      const key = `${kind} ${request.origin}`
      if (asking.has(key)) return Effect.fail(requestPendingError())
      asking.add(key)
      return Effect.ensuring(
        requireApproval(wallet, request),
        Effect.sync(() => asking.delete(key)),
      )
    })
}

/**
 * Returns the signer of `account` if the wallet is unlocked and shares the account with the dApp; else fails with
 * 4100.
 */
export const getSigner = (
  wallet: WalletAccess,
  origin: string,
  account: Hex,
): Effect.Effect<Signer, ProviderError> =>
  Effect.suspend(() => {
    if (wallet.locked()) return Effect.fail(unauthorizedError("The wallet is locked."))
    const wanted = account.toLowerCase()
    const signer = wallet.signers.find(({ address }) => address.toLowerCase() === wanted)
    return signer !== undefined && wallet.shared(origin).includes(signer.address)
      ? Effect.succeed(signer)
      : Effect.fail(unauthorizedError("This account is not shared with this dApp."))
  })

/**
 * Requests approval and then verifies again: in the meantime, the wallet may have been locked or the permission
 * revoked.
 */
export const requireApprovedSigner = (
  wallet: WalletAccess,
  request: Extract<ApprovalRequest, { readonly account: Hex }>,
): Effect.Effect<Signer, ProviderError> =>
  Effect.andThen(requireApproval(wallet, request), getSigner(wallet, request.origin, request.account))

/** Maps a signer's failure to -32603. */
export const mapSignerError = <A>(
  signature: Effect.Effect<A, SignerError>,
): Effect.Effect<A, ProviderError> => Effect.mapError(signature, ({ message }) => internalError(message))

/** Sends a request to a node. Passes on the node's own error; fails with 4901 when there is no usable response. */
export const makeNodeRequest =
  (network: DevNetwork, node: Rpc) =>
  (method: string, params: readonly unknown[]): Effect.Effect<unknown, ProviderError> =>
    Effect.mapError(node.request(method, params), ({ reason }) =>
      reason._tag === "Answered"
        ? new ProviderError({
            code: reason.code,
            message: reason.text,
            ...("data" in reason && { data: reason.data }),
          })
        : nodeUnavailableError(network),
    )

export const nodeUnavailableError = ({ name }: DevNetwork) =>
  new ProviderError({ code: 4901, message: `The node of ${name} returned an invalid response.` })
