import type { Connector, ConnectorError, RequestWarning, WalletRequest } from "@wmodal/chains"
import {
  bytesToHex,
  type CaipAddress,
  type Namespace,
  type Network,
  SubscriptionRef,
  toNetworkId,
} from "@wmodal/protocol"
import { Effect, type Scope } from "effect"
import { makeSubmitter, type SubmitterDeps } from "../operation/makeSubmitter.ts"
import type { OperationKind, OperationReview } from "../operation/Operation.ts"
import { EngineError } from "../problems/EngineError.ts"
import type { EngineServices } from "../services/EngineServices.ts"
import type { ExplainRequest } from "./makeExplain.ts"
import { type AcknowledgedDangers, type Signing, UnacknowledgedWarning } from "./Signing.ts"

type SigningDeps = SubmitterDeps & Pick<EngineServices, "networks"> & { readonly explain: ExplainRequest }

export const makeSigning = (deps: SigningDeps): Effect.Effect<Signing, never, Scope.Scope> =>
  Effect.map(makeSubmitter(deps, makeSignatureKind(deps)), ({ signOnly }) => {
    const sign = (
      request: SignatureReview["request"],
      passed: AcknowledgedDangers,
      namespace: Namespace | undefined,
    ) =>
      Effect.gen(function* () {
        const signer = yield* getSigner(deps, namespace)
        if (signer === null) return ""
        const { dangers } = yield* deps.explain(signer, request)
        const digest = yield* computeDigest(request._tag === "Message" ? request.message : request.typedData)
        const review: SignatureReview = { ...signer, request, digest, namespace, stops: dangers }
        return (yield* signOnly(review, passed)).raw
      })

    return {
      signMessage: (message, passed, namespace) => sign({ _tag: "Message", message }, passed, namespace),
      signTypedData: (typedData, passed, namespace) =>
        sign({ _tag: "TypedData", typedData }, passed, namespace),
    }
  })

/** A message or typed data, explained for one account of one wallet. */
export interface SignatureReview extends OperationReview<RequestWarning> {
  readonly request: Extract<WalletRequest, { readonly _tag: "Message" | "TypedData" }>
  /** SHA-256 of the text, 0x-hex. */
  readonly digest: string
  readonly connector: Signer["connector"]
  /** The requested chain; `undefined` for the active one. */
  readonly namespace: Namespace | undefined
}

type SigningError = ConnectorError | EngineError | UnacknowledgedWarning

/** A signature of a message or typed data. It may be repeated, and nothing of it is on a chain. */
const makeSignatureKind = (
  deps: Pick<EngineServices, "board" | "networks">,
): OperationKind<SignatureReview, SigningError> => ({
  toSubject: ({ digest, request }) => ({ _tag: request._tag, digest }),
  toRequest: ({ account, request }) => ({
    _tag: "Signature",
    ask: (connector) =>
      request._tag === "Message"
        ? connector.signMessage({ account, message: request.message })
        : connector.signTypedData({ account, typedData: request.typedData }),
  }),
  isCurrent: ({ account, connector, namespace }) => {
    const now = findSigner(deps, namespace)
    return now?.account === account && now.connector === connector
  },
  refuse: (reason) => {
    const [first, ...rest] = reason._tag === "Stopped" ? reason.stops : []
    return first === undefined
      ? new EngineError({ reason: { _tag: "Cancelled" } })
      : new UnacknowledgedWarning({ dangers: [first, ...rest] })
  },
  toError: (problem) =>
    problem._tag === "ConnectorError" || problem._tag === "EngineError"
      ? problem
      : new EngineError({ reason: { _tag: "Unknown", detail: problem._tag } }),
  onProgress: () => Effect.void,
})

export interface Signer {
  readonly connector: Connector
  readonly account: CaipAddress
  readonly network: Network
}

type SignerDeps = Pick<EngineServices, "board" | "networks">

const getNamespace = ({ networks }: SignerDeps, namespace: Namespace | undefined): Namespace =>
  namespace ?? SubscriptionRef.getUnsafe(networks.selected).chainNamespace

/** Returns the wallet of the active or given chain; `null` without one, and on a network that is not configured. */
const findSigner = (deps: SignerDeps, namespace: Namespace | undefined): Signer | null => {
  const { board, networks } = deps
  const chain = getNamespace(deps, namespace)
  const [state, connector] = [board.getConnected(chain), board.connectors.get(chain)]
  if (state === null || connector === undefined) return null
  const own = toNetworkId(state.account)
  const reported = state.walletNetwork ?? own
  const known = networks.configured.some(({ caipNetworkId }) => caipNetworkId === reported)
  const network = networks.configured.find(({ caipNetworkId }) => caipNetworkId === own)
  return known && network !== undefined ? { connector, account: state.account, network } : null
}

/** Returns the wallet like `findSigner`. Fails on a chain without a network or a connection. */
export const getSigner = (
  deps: SignerDeps,
  namespace: Namespace | undefined,
): Effect.Effect<Signer | null, EngineError> =>
  Effect.suspend(() => {
    const chain = getNamespace(deps, namespace)
    if (deps.networks.ofNamespace(chain).length === 0)
      return new EngineError({ reason: { _tag: "NoNetwork", namespace: chain } })
    if (deps.board.getConnected(chain) === null || deps.board.connectors.get(chain) === undefined)
      return new EngineError({ reason: { _tag: "NotConnected" } })
    return Effect.succeed(findSigner(deps, namespace))
  })

/** Computes SHA-256 as 0x-hex; empty in an insecure context, which has no API for it. */
export const computeDigest = (signed: string | Uint8Array): Effect.Effect<string> =>
  Effect.tryPromise(() =>
    crypto.subtle.digest(
      "SHA-256",
      typeof signed === "string" ? new TextEncoder().encode(signed) : Uint8Array.from(signed),
    ),
  ).pipe(
    Effect.map((digest) => `0x${bytesToHex(new Uint8Array(digest))}`),
    Effect.orElseSucceed(() => ""),
  )
