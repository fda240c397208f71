/** The modal as a Bitcoin wallet for sats-connect. */
import { sha256 } from "@noble/hashes/sha2.js"
import { base64, hex } from "@scure/base"
import type { Providers, WModal, WModalOutcome, WModalSharedAccount } from "@wmodal/modal-web"
import { connectInModal, getConnection, untilSettled } from "./connection.ts"
import { walletIcon } from "./walletIcon.ts"

/** How sats-connect names the modal. */
export interface SatsProviderOptions {
  /** The path of the provider under `window`, default `WModalProviders.BitcoinProvider`. */
  readonly id?: string
  /** Default `wmodal`. */
  readonly name?: string
  /** A `data:image` URL. */
  readonly icon?: string
}

/** The modal in the list of providers. Source: WBIP-004. */
export interface SatsProviderInfo {
  /** The argument of `request(method, params, id)`, and the `id` of an option of `Wallet.setCreateCustomConfig`. */
  readonly id: string
  readonly name: string
  readonly icon: string
  /** The methods that it has. */
  readonly methods: readonly string[]
}

/** An error with a code of sats-connect. */
class SatsError extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/** Source: `RpcErrorCode` of sats-connect. */
const codes = {
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  userRejection: -32000,
  methodNotSupported: -32001,
  accessDenied: -32002,
} as const

const toSatsError = (error: unknown): { readonly code: number; readonly message: string } => {
  const message = error instanceof Error ? error.message : String(error)
  const code: unknown = typeof error === "object" && error !== null ? Reflect.get(error, "code") : undefined
  if (error instanceof SatsError) return { code: error.code, message }
  if (code === 4001) return { code: codes.userRejection, message }
  if (code === 4100) return { code: codes.accessDenied, message }
  if (code === codes.invalidParams) return { code, message }
  return { code: codes.internal, message }
}

/** Bytes of a signature with a recoverable key. Source: BIP-137. */
const ecdsaLength = 65

const namespace = "bip122"
const mainnet = "bip122:000000000019d6689c085ae165831e93"
const testnet = "bip122:000000000933ea01ad0ee984209779ba"

/** The type of an address by its form. Source: BIP-13, BIP-173, BIP-350. */
const getAddressType = (address: string): string => {
  if (/^(?:bc|tb|bcrt)1p/.test(address)) return "p2tr"
  if (/^(?:bc|tb|bcrt)1q/.test(address)) return address.length > 50 ? "p2wsh" : "p2wpkh"
  return /^[32]/.test(address) ? "p2sh" : "p2pkh"
}

const getPurpose = ({ type }: WModalSharedAccount): "ordinals" | "payment" =>
  type === "ordinal" ? "ordinals" : "payment"

const toSatsAddress = (account: WModalSharedAccount) => ({
  address: account.address,
  publicKey: account.publicKey ?? "",
  purpose: getPurpose(account),
  addressType: getAddressType(account.address),
  walletType: "software" as const,
})

const readField = (params: unknown, name: string): unknown =>
  typeof params === "object" && params !== null ? Reflect.get(params, name) : undefined

const readText = (params: unknown, name: string): string => {
  const value = readField(params, name)
  if (typeof value !== "string") throw new SatsError(codes.invalidParams, `${name} is not a text.`)
  return value
}

const requireOk = (outcome: WModalOutcome) => {
  if (outcome.ok) return
  const { tag, text } = outcome.error
  throw new SatsError(tag === "declined" ? codes.userRejection : codes.internal, text)
}

/**
 * The hash that sats-connect reports next to a signature: the tagged hash of BIP-322, or the double SHA-256 of Bitcoin
 * Core's signed message.
 */
const hashMessage = (message: string, protocol: "BIP322" | "ECDSA"): string => {
  const encoder = new TextEncoder()
  const join = (...parts: readonly Uint8Array[]) => new Uint8Array(parts.flatMap((part) => [...part]))
  const bytes = encoder.encode(message)
  if (protocol === "BIP322") {
    const tag = sha256(encoder.encode("BIP0322-signed-message"))
    return hex.encode(sha256(join(tag, tag, bytes)))
  }
  const length =
    bytes.length < 0xfd
      ? [bytes.length]
      : bytes.length <= 0xff_ff
        ? [0xfd, bytes.length & 0xff, bytes.length >> 8]
        : [0xfe, ...[0, 8, 16, 24].map((shift) => (bytes.length >>> shift) & 0xff)]
  const prefixed = join(encoder.encode("\x18Bitcoin Signed Message:\n"), new Uint8Array(length), bytes)
  return hex.encode(sha256(sha256(prefixed)))
}

/** The inputs to sign as sats-connect lists them: `{ [address]: indexes }`. */
const toSigningInputs = (given: unknown) => {
  if (typeof given !== "object" || given === null || Object.keys(given).length === 0)
    throw new SatsError(codes.invalidParams, "signInputs must name the inputs of each address to sign.")
  return Object.entries(given).flatMap(([address, indexes]: [string, unknown]) => {
    if (!Array.isArray(indexes))
      throw new SatsError(codes.invalidParams, "signInputs has no list of indexes.")
    return indexes.map((index: unknown) => {
      if (typeof index !== "number")
        throw new SatsError(codes.invalidParams, "signInputs has an index that is not a number.")
      return { address, index }
    })
  })
}

/** Events have their type, and the addresses and networks that it is about. */
type Listener = (event: { readonly type: string; readonly addresses?: readonly object[] }) => void

type Methods = Readonly<Record<string, (params: unknown) => unknown>>

/** What sats-connect calls. */
interface SatsProvider {
  readonly request: (method: string, params: unknown) => Promise<object>
  readonly addListener: (
    event: string | { readonly eventName: string; readonly cb: Listener },
    listener?: Listener,
  ) => () => void
}

const makeProvider = (modal: WModal): { readonly provider: SatsProvider; readonly methods: Methods } => {
  const getProvider = (): NonNullable<Providers["bip122"]> => {
    const provider = modal.getProvider(namespace)
    if (provider === null) throw new SatsError(codes.accessDenied, "No Bitcoin wallet is connected.")
    return provider
  }

  const listAccounts = (): readonly WModalSharedAccount[] => {
    const { accounts = [], status } = getConnection(modal, namespace)
    return status === "connected" ? accounts : []
  }

  /** Opens the modal when no wallet is connected. */
  const connect = async () => {
    await untilSettled(modal, namespace)
    if (listAccounts().length === 0 && !(await connectInModal(modal, namespace)))
      throw new SatsError(codes.userRejection, "The modal was closed before a wallet was connected.")
  }

  const disconnect = async () => {
    requireOk(await modal.disconnect(namespace))
    return null
  }

  const listAddresses = (purposes: unknown) => {
    const wanted: readonly unknown[] = Array.isArray(purposes) ? purposes : ["payment", "ordinals"]
    return listAccounts()
      .filter((account) => wanted.includes(getPurpose(account)))
      .map(toSatsAddress)
  }

  const getNetwork = () => {
    const isMain = (modal.getAccount(namespace)?.network ?? mainnet) === mainnet
    const name = isMain ? "mainnet" : "testnet"
    return {
      bitcoin: { name: isMain ? "Mainnet" : "Testnet" },
      stacks: { name },
      spark: { name: isMain ? "mainnet" : "regtest" },
    }
  }

  const methods: Methods = {
    getInfo: () => ({
      version: "4.0.0",
      platform: "web",
      methods: Object.keys(methods),
      supports: ["WBIP004"],
    }),
    getAddresses: async (params) => {
      await connect()
      return { addresses: listAddresses(readField(params, "purposes")), network: getNetwork() }
    },
    getAccounts: async (params) => {
      await connect()
      return listAddresses(readField(params, "purposes"))
    },
    wallet_connect: async (params) => {
      await connect()
      const addresses = listAddresses(readField(params, "addresses"))
      return { id: addresses[0]?.address ?? "", addresses, walletType: "software", network: getNetwork() }
    },
    wallet_requestPermissions: async () => {
      await connect()
      return true
    },
    wallet_disconnect: disconnect,
    wallet_renouncePermissions: disconnect,
    wallet_getNetwork: getNetwork,
    wallet_getWalletType: () => "software",
    wallet_changeNetwork: async (params) => {
      const networks: Readonly<Record<string, typeof mainnet | typeof testnet>> = {
        Mainnet: mainnet,
        Testnet: testnet,
      }
      const network = networks[readText(params, "name")]
      if (network === undefined)
        throw new SatsError(codes.invalidParams, "The networks are Mainnet and Testnet.")
      requireOk(await modal.switchNetwork(network))
      return null
    },
    signMessage: async (params) => {
      const [address, message] = [readText(params, "address"), readText(params, "message")]
      const named = readField(params, "protocol")
      const signature = await getProvider().signMessage({
        address,
        message,
        ...(named === "BIP322" && { protocol: "bip322" }),
        ...(named === "ECDSA" && { protocol: "ecdsa" }),
      })
      if (typeof signature !== "string") throw new Error("The wallet returned no signature.")
      // Wallets choose the protocol by the address: the Wallet Standard has no field for it.
      const protocol = base64.decode(signature).length === ecdsaLength ? "ECDSA" : "BIP322"
      return { signature, messageHash: hashMessage(message, protocol), address, protocol }
    },
    sendTransfer: async (params) => {
      const recipients = readField(params, "recipients")
      const [recipient] = Array.isArray(recipients) ? recipients : []
      if (!Array.isArray(recipients) || recipients.length !== 1)
        throw new SatsError(
          codes.methodNotSupported,
          "One payment has one recipient. Use signPsbt for several.",
        )
      const amount = readField(recipient, "amount")
      if (typeof amount !== "number" || !Number.isSafeInteger(amount))
        throw new SatsError(codes.invalidParams, "amount is not a number of satoshis.")
      return {
        txid: await getProvider().sendTransfer({
          recipient: readText(recipient, "address"),
          amount: String(amount),
        }),
      }
    },
    signPsbt: async (params) => {
      const psbt = readText(params, "psbt")
      const signed = await getProvider().signPsbt({
        psbt,
        signInputs: toSigningInputs(readField(params, "signInputs")).map((input) => ({
          ...input,
          // All outputs: the default of both kinds of inputs.
          sighashTypes: [],
        })),
        broadcast: readField(params, "broadcast") === true,
      })
      // A wallet that sends returns the transaction's hash alone.
      return { psbt, ...(typeof signed === "object" && signed) }
    },
  }

  const respond = async (method: string, params: unknown): Promise<object> => {
    const run = Object.hasOwn(methods, method) ? methods[method] : undefined
    if (run === undefined)
      return { error: { code: codes.methodNotFound, message: `The modal has no method ${method}.` } }
    try {
      return { result: await run(params) }
    } catch (error) {
      return { error: toSatsError(error) }
    }
  }

  let nextId = 1
  const provider: SatsProvider = {
    request: async (method, params) => ({
      jsonrpc: "2.0",
      id: String(nextId++),
      ...(await respond(method, params)),
    }),
    addListener: (event, listener) => {
      const { cb, eventName } = typeof event === "string" ? { cb: listener, eventName: event } : event
      const look = () => {
        const accounts = listAccounts()
        return {
          addresses: accounts.map(({ address }) => address).join(),
          network: accounts.length > 0 ? getNetwork().bitcoin.name : "",
        }
      }
      let seen = look()
      return modal.subscribe(() => {
        if (getConnection(modal, namespace).status === "connecting") return
        const before = seen
        seen = look()
        if (seen.addresses === before.addresses && seen.network === before.network) return
        const type =
          seen.addresses === ""
            ? "disconnect"
            : seen.network === before.network || before.network === ""
              ? "accountChange"
              : "networkChange"
        if (type !== eventName) return
        cb?.(
          type === "disconnect"
            ? { type }
            : {
                type,
                ...(type === "networkChange" && getNetwork()),
                addresses: listAddresses(undefined),
              },
        )
      })
    },
  }
  return { provider: Object.freeze(provider), methods }
}

/**
 * Offers the modal as a provider of sats-connect, under `window` and in `window.btc_providers`. What the modal's own
 * button connects is connected here, too, and a request to connect opens the modal. Every request is described to the
 * user before the wallet receives it. It has no methods for Stacks, Runes, Spark and inscriptions, one recipient per
 * transfer, and needs `signInputs` of a PSBT. Errors have the codes of sats-connect, such as -32000 when the user
 * declines. Does nothing on a server. Source: sats-connect 4.2, WBIP-004.
 * @returns what sats-connect needs to know, and the function that removes it
 */
export const registerSatsProvider = (
  modal: WModal,
  { icon = walletIcon, id = "WModalProviders.BitcoinProvider", name = "wmodal" }: SatsProviderOptions = {},
): { readonly info: SatsProviderInfo; readonly unregister: () => void } => {
  const { methods, provider } = makeProvider(modal)
  const info: SatsProviderInfo = Object.freeze({ id, name, icon, methods: Object.keys(methods) })
  if (typeof window === "undefined") return { info, unregister: () => {} }

  const path = id.split(".")
  const last = path.pop() ?? id
  let parent: object = window
  for (const part of path) {
    const next: unknown = Reflect.get(parent, part)
    const folder = typeof next === "object" && next !== null ? next : {}
    if (folder !== next) Reflect.set(parent, part, folder)
    parent = folder
  }
  Reflect.set(parent, last, provider)

  const listed = (): SatsProviderInfo[] => {
    const known: unknown = Reflect.get(window, "btc_providers")
    return Array.isArray(known) ? known : []
  }
  Reflect.set(window, "btc_providers", [...listed().filter((other) => other.id !== id), info])
  return {
    info,
    unregister: () => {
      Reflect.set(
        window,
        "btc_providers",
        listed().filter((other) => other !== info),
      )
      if (Reflect.get(parent, last) === provider) Reflect.deleteProperty(parent, last)
    },
  }
}
