import { ApiError, type Convert, type Fungible, type SupportedNetworks } from "@wmodal/api"
import type {
  ChainActions,
  ContractActions,
  Explanation,
  RequestWarning,
  SimulationResult,
  TransactionStatus,
  WalletCall,
  WalletCalls,
} from "@wmodal/chains"
import { type CaipAddress, SubscriptionRef } from "@wmodal/protocol"
import { mainnet } from "@wmodal/protocol/networks"
import { Deferred, Effect } from "effect"
import { TestClock } from "effect/testing"
import type { Holding } from "../holdings/Holdings.ts"
import { makeLedger } from "../ledger/makeLedger.ts"
import { decodeOptions } from "../options/decodeOptions.ts"
import type { Exchange } from "../services/makeExchange.ts"
import { makeSwap } from "../swap/makeSwap.ts"
import type { Swap, SwapState, SwapToken } from "../swap/Swap.ts"
import { memoryStorage } from "./makeEngineOver.ts"
import { coin, makeHolding, makeSendWorld, payerAddress, usdc } from "./sendFixture.ts"

/** The router contract in every scripted transaction. */
export const router = "0x111111125421cA6dc452d289314280a0f8842A65"
export const dai = {
  ...usdc,
  address: "0x6B175474E89094C44Da98b954EedeAC495271d0F",
  symbol: "DAI",
  name: "Dai",
  decimals: 18,
}
export const swapper: CaipAddress = `eip155:1:${payerAddress}`

const toCaipAddress = (address: string): CaipAddress => `eip155:1:${address}`
/** Returns the exchange's identifier of the token. */
export const toTokenCaip = ({ address }: typeof usdc | typeof coin): CaipAddress =>
  address === null ? nativeName : toCaipAddress(address)
const nativeName = toCaipAddress("0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee")

/** The error of a request without a response. */
export const noResponseError = new ApiError({
  host: "api",
  call: "/v1/convert",
  reason: { _tag: "Status", status: 503 },
})

const toTokenRow = (token: typeof usdc | typeof coin) => ({
  name: token.name,
  symbol: token.symbol,
  address: token.address === null ? nativeName : toCaipAddress(token.address),
  decimals: token.decimals,
  logoUri: null,
})

/** Returns the exchange rate: one ETH is 2000 USDC or DAI, and one USDC a DAI, without a fee. */
export const getRate = (from: CaipAddress, to: CaipAddress, amount: bigint): bigint => {
  const worth = (name: CaipAddress) => (name === nativeName ? 2000n : 1n)
  const decimals = (name: CaipAddress) => (name === toCaipAddress(usdc.address ?? "") ? 6n : 18n)
  return (amount * worth(from) * 10n ** decimals(to)) / (worth(to) * 10n ** decimals(from))
}

interface SimulationRequest {
  readonly from: string
  readonly calls: readonly [WalletCall, ...WalletCall[]]
  readonly tokens: readonly string[]
  readonly nameOf: (address: string) => string | null
  readonly priceOf?: (token: string | null) => number | null
}

/** Explains a call that cannot be decoded; its digest is its calldata. */
export const explainUnknownCall = ({ data, to, value }: WalletCall): Explanation => ({
  intent: null,
  interpolatedIntent: null,
  owner: null,
  contractName: null,
  contract: to,
  value,
  fields: [],
  digest: data,
})

/** Makes an `explain` that describes calls by their simulation only. */
export const makeExplainBySimulation =
  (
    tryOut: (request: SimulationRequest) => Effect.Effect<SimulationResult>,
    dangers: readonly RequestWarning[] = [],
  ): ChainActions["explain"] =>
  ({ from, nameOf, priceOf = () => null, request, tokens }) => {
    if (request._tag !== "Calls") return Effect.die(request._tag)
    const { calls } = request
    const [first, ...others] = calls
    return Effect.map(tryOut({ from, calls, tokens, nameOf, priceOf }), (trial) => ({
      calls: [explainUnknownCall(first), ...others.map(explainUnknownCall)],
      dangers,
      trial,
    }))
  }

export interface SwapWorld {
  readonly convert?: Partial<Convert>
  readonly price?: Exchange["prices"]["price"]
  /** The prices of the second source by token; none is configured without it. */
  readonly secondPrice?: Exchange["prices"]["price"]
  readonly gate?: Partial<SupportedNetworks>
  readonly contracts?: Partial<ContractActions>
  /** The chain's response to a simulation. */
  readonly tryOut?: (request: SimulationRequest) => Effect.Effect<SimulationResult>
  /** The warnings about the calls, in addition to their effects. */
  readonly dangers?: readonly RequestWarning[]
  readonly calls?: Partial<WalletCalls>
  readonly holdings?: readonly [Holding, ...Holding[]]
  /** Returns the payer's balance on the chain; 1.5 ETH and 1000 of each token. */
  readonly spendable?: (token: string | null) => bigint
  readonly accountType?: "eoa" | "smartAccount"
  /** The host's own routers. */
  readonly swapRouters?: Readonly<Record<string, readonly string[]>>
}

/** Simulates the swap that was built last, with the expected asset changes. */
const simulateHonestSwap = (
  built: { readonly from: CaipAddress; readonly to: CaipAddress; readonly amount: bigint } | null,
): SimulationResult => {
  if (built === null) return { _tag: "Unavailable" }
  const plain = (name: CaipAddress) => (name === nativeName ? null : name.slice("eip155:1:".length))
  const before = 10n ** 30n
  const changes = [
    { token: plain(built.from), before, after: before - built.amount },
    { token: plain(built.to), before, after: before + getRate(built.from, built.to, built.amount) },
  ]
  return { _tag: "Simulated", changes: changes.toSorted((one) => (one.token === null ? -1 : 1)) }
}

/** A later call costs what it costs as the first one, and has no terms. */
const estimateEach =
  (estimateCall: ContractActions["estimateCall"]): ContractActions["estimateCalls"] =>
  ({ calls: [first, ...later], ...asking }) =>
    Effect.gen(function* () {
      const own = yield* estimateCall({ ...asking, call: first.call })
      const others = yield* Effect.forEach(later, ({ call }) => estimateCall({ ...asking, call }))
      return [own, ...others.map((fee) => ({ ...fee, transactionFields: {} }))] as const
    })

/** Makes a chain with contracts whose calls are explained by the test. */
const scriptContracts = (
  estimateCall: ContractActions["estimateCall"] = () =>
    Effect.succeed({ expected: 1000n, most: 2000n, transactionFields: { gas: "0x1" }, seconds: 12 }),
): ContractActions => ({
  call: ({ to, value, data }) => ({ to, value: `0x${value.toString(16)}`, data }),
  toCall: ({ to, value, data }) => ({ to: to ?? "", value: BigInt(value ?? 0), data: data ?? "0x" }),
  approve: ({ token, spender, amount }) => ({ to: token, value: 0n, data: `approve ${spender} ${amount}` }),
  decodeSpender: (data) => `0x${data.slice(4)}`,
  estimateCall,
  estimateCalls: estimateEach(estimateCall),
  fetchSession: ({ session: { expiry } }) =>
    Effect.succeed({ key: null, expiry, status: "unknown", allowances: [] }),
})

export const scriptedContracts = scriptContracts()

/** Makes the scripted services of a swap, with a real ledger. */
export const makeSwapWorld = (given: SwapWorld = {}) =>
  Effect.gen(function* () {
    const asked: string[] = []
    const note = (what: string) => Effect.sync(() => void asked.push(what))
    let allowance = 0n
    let built: { readonly from: CaipAddress; readonly to: CaipAddress; readonly amount: bigint } | null = null
    let fate: TransactionStatus["_tag"] = "Mined"
    let succeeds = true
    let stray: string | null = null
    let sends = 0

    const prices: Readonly<Record<string, number>> = {
      [nativeName]: 2000,
      [toCaipAddress(usdc.address ?? "")]: 1,
      [toCaipAddress(dai.address ?? "")]: 1,
    }
    const convert: Convert = {
      tokens: () => Effect.as(note("tokens"), [toTokenRow(coin), toTokenRow(usdc), toTokenRow(dai)]),
      quotes: ({ from, to, amount }) =>
        Effect.as(note("quotes"), [
          {
            id: null,
            fromAmount: `${amount}`,
            fromAccount: from,
            toAmount: `${getRate(from, to, amount)}`,
            toAccount: to,
          },
        ]),
      allowance: () =>
        Effect.andThen(
          note("allowance"),
          Effect.sync(() => allowance),
        ),
      gasPrice: () => Effect.as(note("gas-price"), { standard: "1000", fast: "2000", instant: "3000" }),
      buildApprove: ({ from, to }) =>
        Effect.as(note("build-approve"), {
          from,
          to,
          data: `0xaa${router.slice(2)}`,
          value: "0",
          eip155: { gasPrice: "1" },
        }),
      buildTransaction: ({ from, to, amount, user }) =>
        Effect.andThen(note("build-transaction"), () =>
          Effect.sync(() => {
            built = { from, to, amount }
            return {
              from: user,
              to: toCaipAddress(router),
              data: `0x${amount.toString(16).padStart(64, "0")}`,
              amount: `${amount}`,
              eip155: { gas: "1", gasPrice: "1" },
            }
          }),
        ),
      ...given.convert,
    }
    const exchange: Exchange = {
      convert,
      prices: {
        price:
          given.price ??
          (({ token }) =>
            Effect.sync((): readonly Fungible[] => {
              asked.push("price")
              const price = prices[token]
              return price === undefined ? [] : [{ name: "", symbol: "", iconUrl: "", price }]
            })),
      },
      gate: {
        supports: () => Effect.succeed(true),
        excludes: () => false,
        ...given.gate,
      },
      secondPrices: given.secondPrice === undefined ? null : { price: given.secondPrice },
    }
    const contracts = { ...scriptContracts(given.contracts?.estimateCall), ...given.contracts }
    const spendable =
      given.spendable ??
      ((token) =>
        token === null ? 1_500_000_000_000_000_000n : token === usdc.address ? 1_000_000_000n : 10n ** 21n)
    const world = yield* makeSendWorld({
      actions: {
        contracts,
        explain: makeExplainBySimulation(
          given.tryOut ?? (() => Effect.sync(() => simulateHonestSwap(built))),
          given.dangers,
        ),
        address: (text) => (text.startsWith("0x") ? text : null),
        spendableBalance: ({ token }) => Effect.sync(() => spendable(token)),
        takeCheckpoint: () => Effect.succeed({ nonce: "0", block: "0" }),
        find: ({ sought }) =>
          Effect.sync((): TransactionStatus => {
            const hash = sought.hash ?? stray
            if (hash === null || fate !== "Mined") return { _tag: "Missing" }
            return {
              _tag: "Mined",
              hash,
              succeeded: succeeds,
              block: 1n,
              at: 0,
              fee: 1n,
              confirmations: 1,
            }
          }),
      },
      calls: {
        // Each transaction has its own hash.
        sendTransaction: () =>
          Effect.sync(() => ({ _tag: "Sent", hash: `0x${`${++sends}`.padStart(64, "0")}` })),
        ...given.calls,
      },
      ...(given.holdings === undefined ? {} : { holdings: given.holdings }),
      ...(given.accountType === undefined ? {} : { accountType: given.accountType }),
    })
    const storage = memoryStorage()
    const ledger = yield* makeLedger({ ...world.deps, storage, warn: () => {} })
    const { options } = decodeOptions({
      projectId: "test",
      chains: [],
      networks: [mainnet],
      swapRouters: given.swapRouters,
      imageHosts: ["images.example"],
    })
    const deps = { ...world.deps, exchange, ledger, options }
    return {
      ...world,
      deps,
      asked,
      sent: world.asked,
      storage,
      /** Sets the exchange's allowance. */
      allow: (amount: bigint) => {
        allowance = amount
      },
      /** Adds a transaction to the chain that the wallet has not reported. */
      find: (hash: string) => {
        stray = hash
      },
      /** Sets the status of transactions that are sent later. */
      chain: (next: "Mined" | "Missing", well = true) => {
        fate = next
        succeeds = well
      },
    }
  })

const hasTag = <T extends SwapState["_tag"]>(
  state: SwapState,
  tag: T,
): state is Extract<SwapState, { readonly _tag: T }> => state._tag === tag

/** Starts a swap over those services, with readers of its state. */
export const startSwap = (given: SwapWorld = {}) =>
  Effect.gen(function* () {
    const world = yield* makeSwapWorld(given)
    const swap = yield* makeSwap(world.deps)
    const state = () => SubscriptionRef.getUnsafe(swap.state)
    const as = <T extends SwapState["_tag"]>(tag: T) => {
      const now = state()
      if (!hasTag(now, tag)) throw new Error(`${now._tag}, not ${tag}`)
      return now
    }
    const token = (symbol: string): SwapToken => {
      const list = SubscriptionRef.getUnsafe(swap.tokens)
      const found =
        list._tag === "Listed" ? list.tokens.find((one) => one.token.symbol === symbol) : undefined
      if (found === undefined) throw new Error(`no ${symbol}`)
      return found
    }
    return {
      ...world,
      swap,
      state,
      as,
      token,
      reason: () => {
        const now = state()
        return "error" in now ? (now.error?.reason ?? null) : null
      },
      toast: () => SubscriptionRef.getUnsafe(world.deps.toasts.current)?.message.id ?? null,
      entries: () => SubscriptionRef.getUnsafe(world.deps.ledger.entries),
    }
  })

/** Starts a swap of 100 USDC for DAI, with all data loaded and a quote. */
export const startQuotedSwap = (given: SwapWorld = {}) =>
  Effect.gen(function* () {
    const form = yield* startSwap(given)
    yield* form.swap.begin
    yield* form.swap.chooseSource(form.token("USDC"))
    yield* form.swap.chooseDestination(form.token("DAI"))
    yield* form.swap.typeAmount("100")
    yield* TestClock.adjust(200)
    return form
  })

/** Starts a swap, and reviews it. */
export const startReviewedSwap = (given: SwapWorld = {}) =>
  Effect.gen(function* () {
    const form = yield* startQuotedSwap(given)
    yield* form.swap.review
    form.as("Reviewing")
    return form
  })

/** Returns the listed token with this symbol. */
export const findSwapToken = ({ tokens }: Pick<Swap, "tokens">, symbol: string) => {
  const list = SubscriptionRef.getUnsafe(tokens)
  const found = "tokens" in list ? list.tokens.find(({ token }) => token.symbol === symbol) : undefined
  if (found === undefined) throw new Error(symbol)
  return found
}

/** Makes a wallet response that the test gives later. */
export const makeHeldAnswer = <A>() => {
  const answer = Deferred.makeUnsafe<A>()
  return { wait: Deferred.await(answer), give: (value: A) => Deferred.succeed(answer, value) }
}

export { coin, makeHolding, payerAddress, usdc }
