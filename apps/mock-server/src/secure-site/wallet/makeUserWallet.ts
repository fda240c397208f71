import {
  describeRequest,
  makeNodeRequest,
  type ProviderError,
  reviewRequest,
  type Signer,
} from "@wmodal/dev-wallet"
import { getMethodPolicy } from "@wmodal/frame-rpc"
import type { Network } from "@wmodal/protocol"
import { evmNetworks, solanaNetworks } from "@wmodal/protocol/networks"
import { Effect, Semaphore } from "effect"
import { getAddress, type Hex, isHex, size } from "viem"
import { getSmartAccountAddress } from "../../evm/smartAccount.ts"
import { toDevNetwork } from "../../phone/wallet/makeKeyedWallet.ts"
import { invalidParamsError, unsupportedMethodError } from "../../phone/wallet/WalletResponse.ts"
import { makeWorldNodes } from "../../phone/wallet/WorldNodes.ts"
import { getSmartSessions } from "../../sessions/SmartSessions.ts"
import { BoundedMap } from "../../world/BoundedMap.ts"
import { perWorld } from "../../world/perWorld.ts"
import { answerSafeMethod } from "./answerSafeMethod.ts"
import { type KeyWallet, makeKeyWallet } from "./KeyWallet.ts"
import { makeSmartAccountSigner, withoutOwnContracts } from "./makeSmartAccountSigner.ts"
import type { SentBatch } from "./operation/Batches.ts"
import { type Bundler, makeBundler } from "./operation/Bundler.ts"
import { type OperationPlan, planOperation } from "./operation/planOperation.ts"
import {
  decodeRevocation,
  describePermissions,
  encodeRevocation,
  isPermissionMethod,
  signSessionId,
  toEnforcedGrant,
} from "./permissions.ts"
import type {
  AccountType,
  RequestDescription,
  UserWallet,
  UserWalletOptions,
  WalletCall,
} from "./UserWallet.ts"
import { deriveUserKeys } from "./userKeys.ts"

/** ZKsync chains have native account abstraction and no entry point. */
const chainIdsWithoutEntryPoint: readonly (number | string)[] = [324, 300, 280]

const smartNetworks = evmNetworks.filter(({ id }) => !chainIdsWithoutEntryPoint.includes(id))

const networks: ReadonlyMap<string, Network> = new Map(
  [...evmNetworks, ...solanaNetworks].map((network) => [network.caipNetworkId, network]),
)

interface AccountOnNetwork {
  readonly network: Network
  readonly as: AccountType
}

/** Wallets per world. */
const getWallets = perWorld(() => ({
  bundler: null as Bundler | null,
  byUser: new Map<string, UserWallet>(),
}))

/**
 * Returns the wallet of a user, the same one for each call in a world. When it is created, its accounts get
 * 10 native coins, 1,000 mUSDC and 500 mDAI on every EVM network, and 10 SOL on every network of Solana.
 */
export const makeUserWallet = (options: UserWalletOptions): UserWallet => {
  const { user, world } = options
  const wallets = getWallets(world)
  const known = wallets.byUser.get(user.id)
  if (known !== undefined) return known
  wallets.bundler ??= makeBundler(options)
  const made = makeNewWallet(options, wallets.bundler)
  wallets.byUser.set(user.id, made)
  return made
}

export type MakeUserWallet = typeof makeUserWallet

const makeNewWallet = ({ ask, blockchain, user, world }: UserWalletOptions, bundler: Bundler): UserWallet => {
  const { projectId } = world
  const { evm: signer, solana } = deriveUserKeys(world, user.id)
  const owner = getAddress(signer.address)
  const address = getSmartAccountAddress(owner)
  const account = { owner, address }
  world.endow("eip155", owner)
  world.endow("eip155", address)
  world.endow("solana", solana.address)

  const nodeOf = makeWorldNodes(projectId, ask)
  const askOn = (network: Network) => makeNodeRequest(toDevNetwork(network), nodeOf(network))
  const sending = Semaphore.makeUnsafe(1)
  const batches = new BoundedMap<string, SentBatch>()
  const makeWallet = (evm: Signer) =>
    makeKeyWallet({ projectId, ask, blockchain, solana, evm: withoutOwnContracts(evm, address) })
  const keyWallet = makeWallet(signer)
  /** By CAIP-2 id: the signatures of a smart account are for one network. */
  const smartWallets = new Map<string, KeyWallet>()
  const makeSmartSigner = (network: Network) =>
    makeSmartAccountSigner({ address, owner: signer, chainId: Number(network.id), ask: askOn(network) })
  const getWallet = ({ as, network }: AccountOnNetwork): KeyWallet => {
    if (as === "eoa") return keyWallet
    const known = smartWallets.get(network.caipNetworkId)
    const wallet = known ?? makeWallet(makeSmartSigner(network))
    if (known === undefined) smartWallets.set(network.caipNetworkId, wallet)
    return wallet
  }

  const hasSmartAccounts = (chainId: string) =>
    smartNetworks.some(({ caipNetworkId }) => caipNetworkId === chainId)
  const typeOn = (chainId: string, type: AccountType) => (hasSmartAccounts(chainId) ? type : "eoa")

  /** Resolves the network and the account, unless the method is of another kind. */
  const opened = (
    { chainId, method, type }: WalletCall,
    kind: "safe" | "unsafe",
  ): Effect.Effect<AccountOnNetwork, ProviderError> => {
    const network = networks.get(chainId)
    if (getMethodPolicy(method) !== kind) return unsupportedMethodError(method)
    if (network === undefined) return Effect.fail(invalidParamsError("a network that this wallet is on"))
    return Effect.succeed({ network, as: typeOn(chainId, type) })
  }

  /** Returns the plan of a smart account's operation; `null` for methods of the key. */
  const planned = (
    { method, params }: WalletCall,
    { as, network }: AccountOnNetwork,
  ): Effect.Effect<OperationPlan | null, ProviderError> => {
    if (as === "smartAccount" && operationMethods.includes(method)) {
      const alone = sending.withPermit
      return planOperation(
        { account, alone, ask: askOn(network), batches, blockchain, bundler, network, signer },
        method,
        params,
      )
    }
    return method === "wallet_sendCalls" || method === "eth_sendUserOperation"
      ? unsupportedMethodError(method)
      : Effect.succeed(null)
  }

  const read = Effect.fnUntraced(function* (call: WalletCall) {
    const { as, network } = yield* opened(call, "safe")
    const { method, params } = call
    if (method === "wallet_getAssets")
      return yield* getWallet({ as, network }).handleRequest({
        ...call,
        params: Array.isArray(params) ? params : [params],
      })
    const own =
      network.chainNamespace === "eip155"
        ? answerSafeMethod({ method, params, network, account, askOn, batches, type: as, smartNetworks })
        : null
    return yield* own ?? askOn(network)(method, Array.isArray(params) ? params : [])
  })

  const describe = Effect.fnUntraced(function* (call: WalletCall, origin: string | null) {
    const at = yield* opened(call, "unsafe")
    if (isPermissionMethod(call.method))
      return yield* describePermissions(call.method, call.params, { blockchain, network: at.network })
    const plan = yield* planned(call, at)
    const question = { ...(plan?.question ?? (yield* getWallet(at).describe(call))), origin: origin ?? "" }
    const review = yield* reviewRequest(question, () => nodeOf(at.network))
    const { acts, lines, title } = describeRequest(review === null ? question : { ...question, review })
    return plan === null ? { title, lines, acts } : describeSponsored({ title, lines, acts }, plan)
  })

  /** Has the smart account call itself, and waits for the block. */
  const callSelf = (call: WalletCall, at: AccountOnNetwork, data: Hex) =>
    Effect.flatMap(
      planned({ ...call, method: "eth_sendTransaction", params: [{ from: address, to: address, data }] }, at),
      (plan) => plan?.run ?? unsupportedMethodError(call.method),
    )

  const grant = Effect.fnUntraced(function* (call: WalletCall, at: AccountOnNetwork, origin: string | null) {
    const { context, data, expiry, permissions } = yield* toEnforcedGrant(call.params)
    yield* callSelf(call, at, data)
    getSmartSessions(world).record(
      { network: at.network, address },
      { context, expiry, permissions: [...permissions] },
      origin ?? undefined,
    )
    const [request] = call.params as readonly [object]
    return { ...request, context }
  })

  /** Ends the session on the chain first: what the service believes then no longer matters. */
  const revoke = Effect.fnUntraced(function* (call: WalletCall, at: AccountOnNetwork) {
    const { context, pci } = yield* decodeRevocation(call.params)
    if (at.as === "eoa") return yield* signSessionId(pci, signer)
    const known = context ?? findContext(pci)
    if (known !== null) yield* callSelf(call, at, encodeRevocation(known))
    return yield* signSessionId(pci, makeSmartSigner(at.network))
  })

  /** Returns the context that a dApp has left at the service; `null` if that does not know the session. */
  const findContext = (pci: string): Hex | null => {
    try {
      const { context } = getSmartSessions(world).find(address, pci).session
      return isHex(context) && size(context) === 32 ? context : null
    } catch {
      return null
    }
  }

  const perform = Effect.fnUntraced(function* (call: WalletCall, origin: string | null) {
    const at = yield* opened(call, "unsafe")
    if (call.method === "wallet_grantPermissions") return yield* grant(call, at, origin)
    if (call.method === "wallet_revokePermissions") return yield* revoke(call, at)
    const plan = yield* planned(call, at)
    return yield* plan?.run ?? getWallet(at).handleRequest(call)
  })

  return {
    accounts: async (chainId) => {
      if (chainId.startsWith("solana:")) return [{ address: solana.address, type: "eoa" }]
      const key = { address: owner, type: "eoa" } as const
      return hasSmartAccounts(chainId) ? [key, { address, type: "smartAccount" }] : [key]
    },
    smartAccountDeployed: async (chainId) => {
      const network = networks.get(chainId)
      // Avoids starting a chain for a result that is known without it.
      const isUsed = (await world.chains()).some((used) => used.chainId === chainId)
      if (network === undefined || !hasSmartAccounts(chainId) || !isUsed) return false
      return (await Effect.runPromise(askOn(network)("eth_getCode", [address, "latest"]))) !== "0x"
    },
    smartAccountNetworks: () => smartNetworks.map(({ id }) => Number(id)),
    networks: () => [...networks.keys()],
    read: (call) => Effect.runPromise(read(call)),
    describe: (call, origin) => Effect.runPromise(describe(call, origin)),
    perform: (call, origin = null) => Effect.runPromise(perform(call, origin)),
  }
}

/** Methods that the smart account performs as one operation each. */
const operationMethods: readonly string[] = [
  "eth_sendTransaction",
  "wallet_sendCalls",
  "eth_sendUserOperation",
]

const describeSponsored = (
  { acts, lines, title }: RequestDescription,
  { isFirst, question }: OperationPlan,
): RequestDescription => {
  const isFree = "maxFee" in question && question.maxFee === "0"
  return {
    title,
    acts,
    lines: [
      ...lines.map((line) =>
        isFree && line.label === "Max fee" ? { label: "Fee", text: "none: it is sponsored" } : line,
      ),
      ...(isFirst ? [{ label: "First use", text: "This deploys your smart account on this network." }] : []),
    ],
  }
}
