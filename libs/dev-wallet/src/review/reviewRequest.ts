import {
  type Chain,
  type ChainActions,
  type ExplainedField,
  type Explanation,
  hasPayments,
  RequestTooLong,
  type SigningActions,
  type SimulationResult,
} from "@wmodal/chains"
import { bitcoin } from "@wmodal/chains/bitcoin"
import { evm } from "@wmodal/chains/evm"
import { checksumAddress, findOtherSite } from "@wmodal/chains/internal"
import { polkadot } from "@wmodal/chains/polkadot"
import { solana } from "@wmodal/chains/solana"
import { awaitLazy, type Namespace, type Network, parseUrl, type Rpc } from "@wmodal/protocol"
import { Effect } from "effect"
import type { ApprovalRequest } from "../ApprovalRequest.ts"
import { decodeTokenCall } from "../describeCall.ts"
import { formatDecimal, makePromptLine, type PromptLine } from "../PromptLine.ts"
import { ProviderError } from "../ProviderError.ts"
import { networksByChain } from "../standard/networksByChain.ts"
import { describeNote } from "./describeNote.ts"
import { describeWarning } from "./describeWarning.ts"
import type { RequestReview } from "./RequestReview.ts"
import { type ReviewedNetwork, toWalletRequest } from "./toWalletRequest.ts"

/** Reviews a request before its prompt. `nodeOf` returns a client of the request's network. */
export type ReviewRequest = (
  request: ApprovalRequest,
  nodeOf: (network: ReviewedNetwork) => Rpc,
) => Effect.Effect<RequestReview | null, ProviderError>

/**
 * Explains a request by the rules of its chain, as the modal does, and simulates it. Returns `null` for requests that
 * sign and send nothing. A request that cannot be explained is one that cannot be read; one that is too long to be
 * reviewed is refused.
 */
export const reviewRequest: ReviewRequest = (request, nodeOf) => {
  const asked = toWalletRequest(request)
  if (asked === null) return Effect.succeed(null)
  const network = toNetwork(asked.network)
  const rpc = nodeOf(asked.network)
  const unexplained = () =>
    Effect.succeed({ lines: [], acts: [describeWarning({ _tag: "Blind" }, asked.network)] })
  return Effect.gen(function* () {
    const actions = yield* loadActions(asked.namespace)
    const {
      calls,
      dangers,
      notes = [],
      totals = [],
      trial,
    } = yield* actions.explain({
      network,
      rpc,
      from: asked.account,
      ...(asked.own !== undefined && { own: asked.own }),
      request: asked.request,
      tokens: [],
      nameOf: () => null,
    })
    const elsewhere =
      asked.request._tag === "Message"
        ? findOtherSite(asked.request.message, parseUrl(request.origin)?.host ?? null)
        : []
    const isCreation = calls.every(({ createsContract }) => createsContract === true)
    const effects = yield* describeEffects(trial, { actions, network, rpc })
    return {
      lines: [
        ...notes.map((note) => describeNote(note, network)),
        ...effects,
        ...totals.flatMap(describeField),
        ...calls.flatMap((call, index) => describeExplanation(request, call, index)),
      ],
      acts: [...dangers, ...elsewhere].map((danger) => describeWarning(danger, asked.network, isCreation)),
    }
  }).pipe(
    Effect.catch((error) =>
      error instanceof RequestTooLong
        ? Effect.fail(new ProviderError({ code: error.code, message: error.message }))
        : unexplained(),
    ),
    Effect.catchDefect(unexplained),
  )
}

const chains: Readonly<Record<Namespace, () => Chain>> = { eip155: evm, solana, bip122: bitcoin, polkadot }

const loadActions = (namespace: Namespace) =>
  Effect.flatMap(
    Effect.promise(() => chains[namespace]().load()),
    ({ actions }) => awaitLazy(actions, (cause) => cause),
  )

const toNetwork = (network: ReviewedNetwork): Network => {
  if ("chain" in network) return networksByChain[network.chain]
  const { chainId, currency, name } = network
  const { decimals = 18, symbol = "ETH" } = currency ?? {}
  return {
    id: chainId,
    caipNetworkId: `eip155:${chainId}`,
    chainNamespace: "eip155",
    name,
    nativeCurrency: { name: symbol, symbol, decimals },
    rpcUrls: { default: { http: [] } },
  }
}

/**
 * Describes what a call does, unless the prompt's own lines already do, as they do on Solana and Bitcoin, and the digest
 * of what cannot be read.
 */
const describeExplanation = (
  request: ApprovalRequest,
  { contractName, digest, fields, intent, owner }: Explanation,
  index: number,
): readonly PromptLine[] => {
  if (isMessage(request)) return []
  if ("network" in request && "chain" in request.network)
    return intent === null ? [makePromptLine("Digest", digest)] : []
  const calls = "calls" in request ? request.calls : "data" in request ? [request] : []
  const call = calls[index]
  if (call !== undefined && (call.data === "0x" || decodeTokenCall(call) !== null)) return []
  if (intent === null) return [makePromptLine("Digest", digest)]
  const by = [contractName, owner].filter((one) => one !== null).join(", ")
  return [
    makePromptLine("Action", by === "" ? intent : `${intent} (${by})`),
    ...fields.flatMap(describeField),
    ...(call === undefined ? [makePromptLine("Digest", digest)] : []),
  ]
}

/** Returns true for requests whose prompt already shows the whole message. */
const isMessage = ({ _tag }: ApprovalRequest) =>
  _tag === "SignMessage" || _tag === "SignBytes" || _tag === "SignIn"

const describeField = ({ label, text, value }: ExplainedField): readonly PromptLine[] =>
  value._tag === "Call"
    ? [
        makePromptLine(label, value.call.intent ?? `cannot be read: ${value.call.digest}`),
        ...value.call.fields.flatMap(describeField),
      ]
    : [makePromptLine(label, text)]

interface EffectDeps {
  readonly actions: ChainActions | SigningActions
  readonly network: Network
  readonly rpc: Rpc
}

/** Describes what the account pays and receives by the simulation. */
const describeEffects = (trial: SimulationResult | null, deps: EffectDeps) =>
  trial?._tag !== "Simulated"
    ? Effect.succeed([])
    : Effect.map(
        Effect.forEach(
          trial.changes.filter(({ after, before }) => after !== before),
          ({ after, before, token }) =>
            Effect.map(fetchUnit(token, deps), (unit) => {
              const amount = after < before ? before - after : after - before
              return makePromptLine(
                after < before ? "You pay" : "You receive",
                unit === null
                  ? `${amount} units of ${checksumAddress(token ?? "") ?? token}`
                  : formatDecimal(`${amount}`, unit),
              )
            }),
          { concurrency: 8 },
        ),
        (changes) => [
          ...changes,
          ...(trial.moves ?? []).map(({ amount, collection, id }) =>
            makePromptLine(
              amount < 0n ? "You pay" : "You receive",
              `${amount < 0n ? -amount : amount} × NFT ${id} of ${collection}`,
            ),
          ),
        ],
      )

/** Returns the symbol and decimals of an asset; `null` for a token that does not describe itself. */
const fetchUnit = (token: string | null, { actions, network, rpc }: EffectDeps) =>
  token === null || !hasPayments(actions)
    ? Effect.succeed(network.nativeCurrency)
    : Effect.catch(actions.token({ network, rpc, token }), () => Effect.succeed(null))
