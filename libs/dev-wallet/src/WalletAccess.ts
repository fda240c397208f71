import type { Hex } from "@wmodal/chains/internal"
import type { Rpc } from "@wmodal/protocol"
import { Effect } from "effect"
import type { ApprovalRequest } from "./ApprovalRequest.ts"
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

/** The wallet, as the requests of a page see it. */
export interface WalletAccess {
  readonly signers: DevWalletOptions["signers"]
  readonly approve: DevWalletOptions["approve"]
  /** What reaches this network, whichever node answers. */
  readonly rpc: (network: DevNetwork) => Rpc
  readonly pin: NonNullable<DevWalletOptions["pin"]>
  readonly network: () => DevNetwork
  readonly networks: () => readonly DevNetwork[]
  /** What the origin may see, the selected account first. */
  readonly shared: (origin: string) => readonly Hex[]
  readonly locked: () => boolean
  readonly selected: () => Hex
  readonly permit: (origin: string) => void
  readonly revoke: (origin: string) => void
  readonly selectChain: (chainId: number) => void
  readonly addNetwork: (network: DevNetwork) => void
  /** Those that it knows on this network. */
  readonly tokens: (chainId: number) => readonly DevToken[]
  readonly smartAccount: boolean
  readonly bundles: () => readonly BatchRecord[]
  readonly keepBatch: (bundle: BatchRecord) => void
  readonly forgetBatch: (bundle: BatchRecord) => void
}

/** Done when the person approves, else 4001. */
export const requireApproval = (
  wallet: Pick<WalletAccess, "approve">,
  request: ApprovalRequest,
): Effect.Effect<void, ProviderError> =>
  Effect.flatMap(wallet.approve(request), (approval) =>
    approval === "approve" ? Effect.void : Effect.fail(declinedError()),
  )

/** Like `requireApproval`, with one question of a kind at a time for each origin: a page must not pile up windows. */
export const makeRequireApprovalOnce = (wallet: Pick<WalletAccess, "approve">) => {
  const asking = new Set<string>()
  return (
    kind: "connect" | `connect ${WalletChainName}` | "network" | "show",
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

/** The key behind `account`, where the wallet is open and shares that account with the page; else 4100. */
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
      : Effect.fail(unauthorizedError("This account is not shared with this page."))
  })

/** Asks, and looks again after the answer: the wallet may have been locked, or the page forgotten, meanwhile. */
export const requireApprovedSigner = (
  wallet: WalletAccess,
  request: Extract<ApprovalRequest, { readonly account: Hex }>,
): Effect.Effect<Signer, ProviderError> =>
  Effect.andThen(requireApproval(wallet, request), getSigner(wallet, request.origin, request.account))

/** What a signer makes, or -32603. */
export const mapSignerError = <A>(
  signature: Effect.Effect<A, SignerError>,
): Effect.Effect<A, ProviderError> => Effect.mapError(signature, ({ message }) => internalError(message))

/** Asks a node. What it says against the request is handed on as it is; 4901 when it says nothing usable. */
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
  new ProviderError({ code: 4901, message: `No usable answer from the node of ${name}.` })
