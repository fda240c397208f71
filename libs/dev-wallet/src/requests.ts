import { sanitizeLine } from "@wmodal/chains"
import { decodeChainId, toChainIdHex } from "@wmodal/chains/internal"
import { Effect, Semaphore } from "effect"
import * as z from "zod/mini"
import { makeBatchMethods } from "./batch/batchMethods.ts"
import { decodeAddedNetwork } from "./DevNetwork.ts"
import {
  internalError,
  invalidParamsError,
  type ProviderError,
  unauthorizedError,
  unknownChainError,
  unsupportedMethodError,
} from "./ProviderError.ts"
import { readMethods } from "./readMethods.ts"
import {
  personalSign,
  recoverMessageSigner,
  sendTransaction,
  signTransaction,
  signTypedData,
  signTypedValues,
} from "./signing.ts"
import { address } from "./transaction.ts"
import { makeNodeRequest, makeRequireApprovalOnce, type WalletAccess } from "./WalletAccess.ts"

/** Handles one request of one origin. Errors are those of EIP-1193. */
export type RequestHandler = (
  origin: string,
  method: string,
  params: readonly unknown[],
) => Effect.Effect<unknown, ProviderError>

const switchParameter = z.object({ chainId: z.unknown() })
/** The parameter of `wallet_watchAsset`. Source: EIP-747; MetaMask also takes decimals as text. */
const watchParameter = z.object({
  type: z.enum(["ERC20", "ERC721", "ERC1155"]),
  options: z.object({
    address,
    symbol: z.optional(z.string()),
    decimals: z.optional(z.union([z.int(), z.string().check(z.regex(/^\d{1,2}$/))])),
  }),
})
const accountsPermission = z.object({ eth_accounts: z.looseObject({}) })

export const makeRequestHandler = (wallet: WalletAccess): RequestHandler => {
  const sending = Semaphore.makeUnsafe(1)
  const approvedOnce = makeRequireApprovalOnce(wallet)
  const batch = makeBatchMethods(wallet, approvedOnce, sending)

  const knows = (id: number) => wallet.networks().some(({ chainId }) => chainId === id)

  const askConnect = Effect.fnUntraced(function* (origin: string) {
    const locked = wallet.locked()
    yield* approvedOnce("connect", {
      _tag: "Connect",
      origin,
      network: wallet.network(),
      account: wallet.selected(),
      locked,
    })
    // Only an approval request that announced unlocking may unlock.
    if (wallet.locked() && !locked) return yield* unauthorizedError("The wallet is locked.")
    wallet.permit(origin)
  })

  const requestAccounts = Effect.fnUntraced(function* (origin: string) {
    if (wallet.shared(origin).length === 0) yield* askConnect(origin)
    return [...wallet.shared(origin)]
  })

  const switchChain = Effect.fnUntraced(function* (origin: string, first: unknown) {
    const parsed = switchParameter.safeParse(first)
    const chainId = parsed.success ? decodeChainId(parsed.data.chainId) : null
    if (chainId === null) return yield* invalidParamsError("[{ chainId: 0x-hex }]")
    const to = wallet.networks().find((network) => network.chainId === chainId)
    if (to === undefined) return yield* unknownChainError(toChainIdHex(chainId))
    if (chainId === wallet.network().chainId) return null
    yield* approvedOnce("network", { _tag: "SwitchNetwork", origin, network: wallet.network(), to })
    // A newer network may have replaced it in the meantime.
    if (!knows(chainId)) return yield* unknownChainError(toChainIdHex(chainId))
    wallet.selectChain(chainId)
    return null
  })

  /** Adds and then switches, with one approval, as EIP-3085 permits. */
  const addChain = Effect.fnUntraced(function* (origin: string, first: unknown) {
    const to = decodeAddedNetwork(first)
    if (to === null) return yield* invalidParamsError("[{ chainId, chainName, rpcUrls, … }]")
    // A dApp must not replace the node of a known network.
    if (knows(to.chainId)) return yield* switchChain(origin, first)
    yield* approvedOnce("network", { _tag: "AddNetwork", origin, network: wallet.network(), to })
    // The first request to the node follows the approval: without it, no dApp can make the wallet contact a host.
    const answered = yield* Effect.orElseSucceed(
      makeNodeRequest(to, wallet.rpc(to))("eth_chainId", []),
      () => null,
    )
    const actual = decodeChainId(answered)
    if (actual !== null && actual !== to.chainId) {
      return yield* invalidParamsError("its RPC URL belongs to another network")
    }
    if (!knows(to.chainId)) wallet.addNetwork(to)
    wallet.selectChain(to.chainId)
    return null
  })

  const watchAsset = Effect.fnUntraced(function* (origin: string, first: unknown) {
    const parsed = watchParameter.safeParse(first)
    if (!parsed.success)
      return yield* invalidParamsError("{ type: ERC20, options: { address, symbol, decimals } }")
    const { options, type } = parsed.data
    if (type === "ERC20" && options.decimals === undefined)
      return yield* invalidParamsError("decimals is missing")
    yield* approvedOnce("asset", {
      _tag: "WatchAsset",
      origin,
      network: wallet.network(),
      token: options.address,
      symbol: sanitizeLine(options.symbol ?? "", 32),
      decimals: type === "ERC20" ? Number(options.decimals) : null,
    })
    return true
  })

  const permissions = (origin: string) => {
    const accounts = wallet.shared(origin)
    const caveats = [{ type: "restrictReturnedAccounts", value: [...accounts] }]
    return accounts.length === 0 ? [] : [{ invoker: origin, parentCapability: "eth_accounts", caveats }]
  }

  const forAccounts = (first: unknown, then: Effect.Effect<unknown, ProviderError>) =>
    accountsPermission.safeParse(first).success
      ? then
      : Effect.fail(invalidParamsError("[{ eth_accounts: {} }]"))

  const answer: RequestHandler = (origin, method, params) => {
    switch (method) {
      case "eth_accounts":
        return Effect.sync(() => [...wallet.shared(origin)])
      case "eth_requestAccounts":
        return requestAccounts(origin)
      case "eth_chainId":
        return Effect.sync(() => toChainIdHex(wallet.network().chainId))
      case "net_version":
        return Effect.sync(() => `${wallet.network().chainId}`)
      case "personal_sign":
        return personalSign(wallet, origin, params)
      case "personal_ecRecover":
        return recoverMessageSigner(params)
      case "eth_signTypedData":
      case "eth_signTypedData_v1":
        return signTypedValues(wallet, origin, params)
      case "eth_signTypedData_v3":
        return signTypedData(wallet, origin, params, 3)
      case "eth_signTypedData_v4":
        return signTypedData(wallet, origin, params, 4)
      case "wallet_watchAsset":
        return watchAsset(origin, params[0])
      case "eth_sendTransaction":
        return sendTransaction(wallet, sending, origin, params)
      case "eth_signTransaction":
        return signTransaction(wallet, sending, origin, params)
      case "wallet_switchEthereumChain":
        return switchChain(origin, params[0])
      case "wallet_addEthereumChain":
        return addChain(origin, params[0])
      case "wallet_getPermissions":
        return Effect.sync(() => permissions(origin))
      case "wallet_requestPermissions":
        return forAccounts(
          params[0],
          Effect.map(askConnect(origin), () => permissions(origin)),
        )
      case "wallet_revokePermissions":
        return forAccounts(
          params[0],
          Effect.sync(() => {
            wallet.revoke(origin)
            return null
          }),
        )
      default: {
        const batched = batch.get(method)
        if (batched !== undefined) return batched(origin, params)
        return readMethods.has(method)
          ? Effect.suspend(() =>
              makeNodeRequest(wallet.network(), wallet.rpc(wallet.network()))(method, params),
            )
          : Effect.fail(unsupportedMethodError(method))
      }
    }
  }

  return (origin, method, params) =>
    Effect.catchDefect(
      Effect.suspend(() => answer(origin, method, params)),
      () => Effect.fail(internalError("The wallet could not handle the request.")),
    )
}
