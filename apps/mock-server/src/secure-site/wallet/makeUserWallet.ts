import { askNode, type ProviderError, requestInWords } from "@wmodal/dev-wallet"
import { getMethodPolicy } from "@wmodal/frame-rpc"
import type { Network } from "@wmodal/protocol"
import { evmNetworks, solanaNetworks } from "@wmodal/protocol/networks"
import { Effect, Semaphore } from "effect"
import { getAddress } from "viem"
import { smartAccountOf } from "../../evm/smartAccount.ts"
import { badParams, unsupported } from "../../phone/wallet/Answered.ts"
import { worldNodes } from "../../phone/wallet/WorldNodes.ts"
import { devNetwork } from "../../phone/wallet/walletOfKeys.ts"
import { perWorld } from "../../world/perWorld.ts"
import { RecentMap } from "../../world/RecentMap.ts"
import { inNameOf, makeKeyWallet, noOperations } from "./KeyWallet.ts"
import type { SentBatch } from "./operation/Batches.ts"
import { type Bundler, makeBundler } from "./operation/Bundler.ts"
import { type OperationPlan, operationPlan } from "./operation/operationPlan.ts"
import { describePermissions, grantPermissions, isPermission, revokePermissions } from "./permissions.ts"
import { readOfWallet } from "./readOfWallet.ts"
import type { AccountType, Described, UserWallet, UserWalletOptions, WalletCall } from "./UserWallet.ts"
import { userKeys } from "./userKeys.ts"

/** ZKsync's chains make every account a smart one in a way of their own, and have no entry point. */
const withoutEntryPoint: readonly (number | string)[] = [324, 300, 280]

const smartNetworks = evmNetworks.filter(({ id }) => !withoutEntryPoint.includes(id))

const networks: ReadonlyMap<string, Network> = new Map(
  [...evmNetworks, ...solanaNetworks].map((network) => [network.caipNetworkId, network]),
)

/** Of one world. */
const walletsOf = perWorld(() => ({
  bundler: null as Bundler | null,
  byUser: new Map<string, UserWallet>(),
}))

/**
 * The same user has the same wallet in a world, however often it is asked for. From when it is first made, its accounts
 * have 10 coins, 1,000 mUSDC and 500 mDAI on every EVM network, and 10 SOL on every network of Solana.
 */
export const makeUserWallet = (options: UserWalletOptions): UserWallet => {
  const { user, world } = options
  const wallets = walletsOf(world)
  const known = wallets.byUser.get(user.id)
  if (known !== undefined) return known
  wallets.bundler ??= makeBundler(options)
  const made = newWallet(options, wallets.bundler)
  wallets.byUser.set(user.id, made)
  return made
}

export type MakeUserWallet = typeof makeUserWallet

const newWallet = ({ ask, blockchain, user, world }: UserWalletOptions, bundler: Bundler): UserWallet => {
  const { projectId } = world
  const { evm: signer, solana } = userKeys(world, user.id)
  const owner = getAddress(signer.address)
  const address = smartAccountOf(owner)
  const account = { owner, address }
  world.endow("eip155", owner)
  world.endow("eip155", address)
  world.endow("solana", solana.address)

  const nodeOf = worldNodes(projectId, ask)
  const askOn = (network: Network) => askNode(devNetwork(network), nodeOf(network))
  const sending = Semaphore.makeUnsafe(1)
  const batches = new RecentMap<string, SentBatch>()
  const own = noOperations(signer)
  const byKeys = {
    eoa: makeKeyWallet({ projectId, ask, blockchain, solana, evm: own }),
    smartAccount: makeKeyWallet({ projectId, ask, blockchain, solana, evm: inNameOf(address, own) }),
  }

  const hasSmartAccounts = (chainId: string) =>
    smartNetworks.some(({ caipNetworkId }) => caipNetworkId === chainId)
  const typeOn = (chainId: string, type: AccountType) => (hasSmartAccounts(chainId) ? type : "eoa")

  /** Where, and as whom: unless the method is of another kind. */
  const opened = (
    { chainId, method, type }: WalletCall,
    kind: "safe" | "unsafe",
  ): Effect.Effect<{ readonly network: Network; readonly as: AccountType }, ProviderError> => {
    const network = networks.get(chainId)
    if (getMethodPolicy(method) !== kind) return unsupported(method)
    if (network === undefined) return Effect.fail(badParams("a network that this wallet is on"))
    return Effect.succeed({ network, as: typeOn(chainId, type) })
  }

  /** Of an operation of the smart account; `null` for what the key does by itself. */
  const planned = (
    { method, params }: WalletCall,
    { as, network }: { readonly as: AccountType; readonly network: Network },
  ): Effect.Effect<OperationPlan | null, ProviderError> => {
    if (as === "smartAccount" && operations.includes(method)) {
      const alone = sending.withPermit
      return operationPlan(
        { account, alone, ask: askOn(network), batches, blockchain, bundler, network, signer },
        method,
        params,
      )
    }
    return method === "wallet_sendCalls" || method === "eth_sendUserOperation"
      ? unsupported(method)
      : Effect.succeed(null)
  }

  const read = Effect.fnUntraced(function* (call: WalletCall) {
    const { as, network } = yield* opened(call, "safe")
    const { method, params } = call
    if (method === "wallet_getAssets")
      return yield* byKeys[as].answer({ ...call, params: Array.isArray(params) ? params : [params] })
    const own =
      network.chainNamespace === "eip155"
        ? readOfWallet({ method, params, network, account, askOn, batches, type: as, smartNetworks })
        : null
    return yield* own ?? askOn(network)(method, Array.isArray(params) ? params : [])
  })

  const describe = Effect.fnUntraced(function* (call: WalletCall) {
    const at = yield* opened(call, "unsafe")
    if (isPermission(call.method)) return yield* describePermissions(call.method, call.params)
    const plan = yield* planned(call, at)
    const { lines, title } = requestInWords(plan?.question ?? (yield* byKeys[at.as].questionOf(call)))
    return plan === null ? { title, lines } : sponsored({ title, lines }, plan)
  })

  const perform = Effect.fnUntraced(function* (call: WalletCall) {
    const at = yield* opened(call, "unsafe")
    if (call.method === "wallet_grantPermissions")
      return yield* grantPermissions(call.params, { account: address, network: call.chainId })
    if (call.method === "wallet_revokePermissions") return yield* revokePermissions(call.params, signer)
    const plan = yield* planned(call, at)
    return yield* plan?.run ?? byKeys[at.as].answer(call)
  })

  return {
    accounts: async (chainId) => {
      if (chainId.startsWith("solana:")) return [{ address: solana.address, type: "eoa" }]
      const key = { address: owner, type: "eoa" } as const
      return hasSmartAccounts(chainId) ? [key, { address, type: "smartAccount" }] : [key]
    },
    smartAccountDeployed: async (chainId) => {
      const network = networks.get(chainId)
      // No chain is started to be asked what it cannot know.
      const isUsed = (await world.chains()).some((used) => used.chainId === chainId)
      if (network === undefined || !hasSmartAccounts(chainId) || !isUsed) return false
      return (await Effect.runPromise(askOn(network)("eth_getCode", [address, "latest"]))) !== "0x"
    },
    smartAccountNetworks: () => smartNetworks.map(({ id }) => Number(id)),
    networks: () => [...networks.keys()],
    read: (call) => Effect.runPromise(read(call)),
    describe: (call) => Effect.runPromise(describe(call)),
    perform: (call) => Effect.runPromise(perform(call)),
  }
}

/** What of a smart account is one operation each. */
const operations: readonly string[] = ["eth_sendTransaction", "wallet_sendCalls", "eth_sendUserOperation"]

const sponsored = ({ lines, title }: Described, { isFirst, question }: OperationPlan): Described => {
  const isFree = "maxFee" in question && question.maxFee === "0"
  return {
    title,
    lines: [
      ...lines.map((line) =>
        isFree && line.label === "Fee at most" ? { label: "Fee", text: "none: it is paid for you" } : line,
      ),
      ...(isFirst ? [{ label: "First use", text: "Your smart account is made on this network." }] : []),
    ],
  }
}
