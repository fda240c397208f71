import { Effect, Semaphore } from "effect"
import { chainIdFrom, chainIdToHex } from "../evm/chainId.ts"
import { type Hex, hexToBytes, isHexBytes, textToHex } from "../evm/Hex.ts"
import type { Approval, ApprovalRequest } from "./ApprovalRequest.ts"
import { type DevNetwork, networkFromAddRequest } from "./DevNetwork.ts"
import type { DevWalletOptions } from "./DevWallet.ts"
import {
  alreadyAsking,
  badParams,
  declined,
  internal,
  ProviderError,
  unauthorized,
  unknownChain,
  unsupportedMethod,
} from "./ProviderError.ts"
import { readMethods } from "./readMethods.ts"
import type { Signer } from "./Signer.ts"
import { fillTransaction, nonceOf, transactionRequest } from "./transaction.ts"
import { typedDataFrom } from "./typedData.ts"

/** Answers one request of one origin. Errors are those of EIP-1193. */
export type RequestHandler = (
  origin: string,
  method: string,
  params: readonly unknown[],
) => Effect.Effect<unknown, ProviderError>

/** The wallet, as its requests see it. */
export interface WalletAccess {
  readonly signers: DevWalletOptions["signers"]
  readonly approve: DevWalletOptions["approve"]
  readonly rpc: DevWalletOptions["rpc"]
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
}

export const makeRequestHandler = (wallet: WalletAccess): RequestHandler => {
  const asking = new Set<string>()
  // Two sends at once would take the same nonce.
  const sending = Semaphore.makeUnsafe(1)

  const approved = (request: ApprovalRequest) =>
    Effect.flatMap(wallet.approve(request), (approval: Approval) =>
      approval === "approve" ? Effect.void : Effect.fail(declined()),
    )

  /** One question of a kind at a time for each origin. */
  const approvedOnce = (kind: string, request: ApprovalRequest) =>
    Effect.suspend(() => {
      const key = `${kind} ${request.origin}`
      if (asking.has(key)) return Effect.fail(alreadyAsking())
      asking.add(key)
      return Effect.ensuring(
        approved(request),
        Effect.sync(() => asking.delete(key)),
      )
    })

  const askConnect = (origin: string) =>
    Effect.map(
      approvedOnce("connect", {
        _tag: "Connect",
        origin,
        network: wallet.network(),
        account: wallet.selected(),
        locked: wallet.locked(),
      }),
      () => wallet.permit(origin),
    )

  const signerFor = (origin: string, account: unknown): Effect.Effect<Signer, ProviderError> => {
    const shared = wallet.shared(origin)
    const wanted = typeof account === "string" ? account.toLowerCase() : ""
    const signer = wallet.signers.find(({ address }) => address.toLowerCase() === wanted)
    if (wallet.locked()) return Effect.fail(unauthorized("The wallet is locked."))
    return signer !== undefined && shared.includes(signer.address)
      ? Effect.succeed(signer)
      : Effect.fail(unauthorized("This account is not shared with this page."))
  }

  /** Checked again after the answer: the wallet may have been locked, or the page forgotten, meanwhile. */
  const approvedSigner = (request: Extract<ApprovalRequest, { readonly account: Hex }>) =>
    Effect.andThen(approved(request), () => signerFor(request.origin, request.account))

  const askNode = (network: DevNetwork) => (method: string, params: readonly unknown[]) =>
    Effect.mapError(wallet.rpc(network, method, params), ({ reason }) =>
      reason._tag === "Answered"
        ? new ProviderError({
            code: reason.code,
            message: reason.text,
            ...("data" in reason && { data: reason.data }),
          })
        : new ProviderError({ code: 4901, message: `No usable answer from the node of ${network.name}.` }),
    )

  const personalSign = Effect.fn("DevWallet.personalSign")(function* (
    origin: string,
    [first, second]: readonly unknown[],
  ) {
    // The address comes second; some pages still pass it first.
    const [message, account] = isAddress(first) && !isAddress(second) ? [second, first] : [first, second]
    if (typeof message !== "string" || !isAddress(account)) return yield* badParams("[message, address]")
    const { address } = yield* signerFor(origin, account)
    const bytes = isHexBytes(message) ? message : textToHex(message)
    const signer = yield* approvedSigner({
      _tag: "SignMessage",
      origin,
      network: wallet.network(),
      account: address,
      message: bytes,
    })
    return yield* sign(signer.signMessage(hexToBytes(bytes)))
  })

  const signTypedData = Effect.fn("DevWallet.signTypedData")(function* (
    origin: string,
    [account, value]: readonly unknown[],
  ) {
    const typedData = typedDataFrom(value)
    if (typedData === null || !isAddress(account)) return yield* badParams("[address, EIP-712 JSON]")
    const network = wallet.network()
    const chainId = typedData.domain["chainId"]
    if (chainId != null && chainIdFrom(chainId) !== network.chainId) {
      return yield* badParams("the typed data is for another network than the wallet is on")
    }
    const { address } = yield* signerFor(origin, account)
    const signer = yield* approvedSigner({
      _tag: "SignTypedData",
      origin,
      network,
      account: address,
      typedData: JSON.stringify(typedData),
    })
    return yield* sign(signer.signTypedData(typedData))
  })

  const sendTransaction = Effect.fn("DevWallet.sendTransaction")(function* (
    origin: string,
    [first]: readonly unknown[],
  ) {
    const parsed = transactionRequest.safeParse(first)
    if (!parsed.success) return yield* badParams("[{ from, to, value, data, … }]")
    const network = wallet.network()
    const ask = askNode(network)
    const { address } = yield* signerFor(origin, parsed.data.from)
    const transaction = yield* fillTransaction(parsed.data, network.chainId, ask)
    const signer = yield* approvedSigner({
      _tag: "SendTransaction",
      origin,
      network,
      account: address,
      to: transaction.to,
      value: `${transaction.value}`,
      data: transaction.data,
      maxFee: `${transaction.gas * (transaction.type === "eip1559" ? transaction.maxFeePerGas : transaction.gasPrice)}`,
    })
    return yield* sending.withPermit(
      Effect.gen(function* () {
        const nonce = yield* nonceOf(parsed.data, ask)
        return yield* ask("eth_sendRawTransaction", [
          yield* sign(signer.signTransaction({ ...transaction, nonce })),
        ])
      }),
    )
  })

  const switchChain = Effect.fn("DevWallet.switchChain")(function* (
    origin: string,
    [first]: readonly unknown[],
  ) {
    const chainId = chainIdFrom(member(first, "chainId"))
    if (chainId === null) return yield* badParams("[{ chainId: 0x-hex }]")
    const to = wallet.networks().find((network) => network.chainId === chainId)
    if (to === undefined) return yield* unknownChain(chainIdToHex(chainId))
    if (chainId === wallet.network().chainId) return null
    yield* approvedOnce("network", { _tag: "SwitchNetwork", origin, network: wallet.network(), to })
    wallet.selectChain(chainId)
    return null
  })

  /** Adds and then switches, in one question, as EIP-3085 lets a wallet do. */
  const addChain = Effect.fn("DevWallet.addChain")(function* (origin: string, params: readonly unknown[]) {
    const to = networkFromAddRequest(params[0])
    if (to === null) return yield* badParams("[{ chainId, chainName, rpcUrls, … }]")
    // A page must not replace the node of a network that the wallet knows.
    if (wallet.networks().some(({ chainId }) => chainId === to.chainId))
      return yield* switchChain(origin, params)
    yield* approvedOnce("network", { _tag: "AddNetwork", origin, network: wallet.network(), to })
    wallet.addNetwork(to)
    wallet.selectChain(to.chainId)
    return null
  })

  const permissions = (origin: string) => {
    const accounts = wallet.shared(origin)
    return accounts.length === 0
      ? []
      : [
          {
            invoker: origin,
            parentCapability: "eth_accounts",
            caveats: [{ type: "restrictReturnedAccounts", value: [...accounts] }],
          },
        ]
  }

  const answer: RequestHandler = (origin, method, params) => {
    switch (method) {
      case "eth_accounts":
        return Effect.sync(() => [...wallet.shared(origin)])
      case "eth_requestAccounts":
        return Effect.suspend(() =>
          wallet.shared(origin).length > 0 ? Effect.void : askConnect(origin),
        ).pipe(Effect.map(() => [...wallet.shared(origin)]))
      case "eth_chainId":
        return Effect.sync(() => chainIdToHex(wallet.network().chainId))
      case "net_version":
        return Effect.sync(() => `${wallet.network().chainId}`)
      case "personal_sign":
        return personalSign(origin, params)
      case "eth_signTypedData_v4":
        return signTypedData(origin, params)
      case "eth_sendTransaction":
        return sendTransaction(origin, params)
      case "wallet_switchEthereumChain":
        return switchChain(origin, params)
      case "wallet_addEthereumChain":
        return addChain(origin, params)
      case "wallet_getPermissions":
        return Effect.sync(() => permissions(origin))
      case "wallet_requestPermissions":
        return member(params[0], "eth_accounts") === undefined
          ? Effect.fail(badParams("[{ eth_accounts: {} }]"))
          : Effect.map(askConnect(origin), () => permissions(origin))
      case "wallet_revokePermissions":
        return member(params[0], "eth_accounts") === undefined
          ? Effect.fail(badParams("[{ eth_accounts: {} }]"))
          : Effect.sync(() => {
              wallet.revoke(origin)
              return null
            })
      default:
        return readMethods.has(method)
          ? Effect.suspend(() => askNode(wallet.network())(method, params))
          : Effect.fail(unsupportedMethod(method))
    }
  }

  return (origin, method, params) =>
    Effect.catchDefect(answer(origin, method, params), () =>
      Effect.fail(internal("The wallet could not handle the request.")),
    )
}

const sign = (signature: ReturnType<Signer["signMessage"]>) =>
  Effect.mapError(signature, ({ message }) => internal(message))

const isAddress = (value: unknown): value is Hex =>
  typeof value === "string" && /^0x[0-9a-fA-F]{40}$/.test(value)

const member = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined
