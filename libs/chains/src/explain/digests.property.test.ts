import { blake2b } from "@noble/hashes/blake2.js"
import { sha256 } from "@noble/hashes/sha2.js"
import { base58 } from "@scure/base"
import { makeScriptedStandardWallet } from "@wmodal/dev-wallet/testing"
import type { Network } from "@wmodal/protocol"
import { bitcoin, mainnet, polkadot, solana } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import fc from "fast-check"
import { hashMessage } from "viem"
import { describe, expect, it } from "vitest"
import { explainRequest as explainBitcoin } from "../bitcoin/explainRequest.ts"
import type { GuardedBitcoin } from "../bitcoin/guard/guardedBitcoin.ts"
import { fromBitcoinWallet } from "../bitcoin/index.ts"
import type { ChainActions } from "../contract/ChainActions.ts"
import type { Connector } from "../contract/Connector.ts"
import type { WalletRequest } from "../contract/Explanation.ts"
import type { RequestInterceptor } from "../contract/RequestInterceptor.ts"
import type { Eip1193Provider } from "../evm/Eip1193Provider.ts"
import { evmConnector } from "../evm/EvmConnector.ts"
import { decodeHex, encodeHex, isHexBytes } from "../evm/Hex.ts"
import { makeExplain } from "../evm/makeExplain.ts"
import { explainRequest as explainPolkadot } from "../polkadot/explainRequest.ts"
import type { GuardedPolkadot } from "../polkadot/guard/guardedPolkadot.ts"
import { fromPolkadotWallet } from "../polkadot/index.ts"
import { explainRequest as explainSolana } from "../solana/explain/explainRequest.ts"
import type { GuardedSolana } from "../solana/guard/guardedSolana.ts"
import { fromSolanaWallet } from "../solana/index.ts"
import { bitcoinKey } from "../testing/bitcoinTransactions.ts"
import { makeScriptedRpc } from "../testing/scriptedRpc.ts"
import { solanaKey } from "../testing/solanaTransactions.ts"
import { encodeBase64 } from "../text/base64.ts"

const toHex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex")
const encode = (text: string) => new TextEncoder().encode(text)

interface Signer {
  readonly network: Network
  readonly address: string
  readonly explain: ChainActions["explain"]
  readonly connector: Connector
  /** The bytes that the wallet received to sign. */
  readonly signed: Uint8Array[]
  /** Requests a signature as a dApp: of a text, and of bytes; `null` if the chain's dApps cannot. */
  readonly askText: (door: RequestInterceptor, text: string) => PromiseLike<unknown>
  readonly askBytes: ((door: RequestInterceptor, bytes: Uint8Array) => PromiseLike<unknown>) | null
  /** The digest that the review of these bytes names. */
  readonly digestOf: (bytes: Uint8Array) => string
}

const makeStandardSigner = async (
  namespace: "solana" | "bitcoin" | "polkadot",
  account: object,
  make: (wallet: never) => Connector,
  network: Network,
  answer: (message: Uint8Array) => unknown,
) => {
  const signed: Uint8Array[] = []
  const { wallet } = makeScriptedStandardWallet({
    accounts: [account as never],
    chains: [(account as { chains: readonly string[] }).chains[0] ?? ""],
    features: () => ({
      [`${namespace}:signMessage`]: {
        signMessage: async (...inputs: readonly { readonly message: Uint8Array }[]) => {
          signed.push(...inputs.map(({ message }) => message))
          return inputs.map(({ message }) => answer(message))
        },
      },
    }),
  })
  const connector = make(wallet as never)
  await Effect.runPromise(connector.connect({ network, onLateApproval: () => {} }))
  return { connector, signed }
}

const makeEvmSigner = (): Signer => {
  const address = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
  const signed: Uint8Array[] = []
  const provider: Eip1193Provider = {
    request: async ({ method, params }) => {
      if (method === "eth_chainId") return "0x1"
      const [bytes] = params as readonly unknown[]
      // Wallets take what is hex as bytes, and anything else as text.
      signed.push(isHexBytes(bytes) ? decodeHex(bytes) : encode(String(bytes)))
      return "0x01"
    },
    on: () => {},
    removeListener: () => {},
  }
  const connector = evmConnector(provider, { id: "io.wallet", name: "Wallet" } as never)
  const ask = (door: RequestInterceptor, message: string) =>
    (connector.getProvider(door) as Eip1193Provider).request({
      method: "personal_sign",
      params: [message, address],
    })
  return {
    network: mainnet,
    address,
    explain: makeExplain([]),
    connector,
    signed,
    askText: (door, text) => ask(door, encodeHex(encode(text))),
    askBytes: (door, bytes) => ask(door, encodeHex(bytes)),
    digestOf: (bytes) => hashMessage({ raw: bytes }),
  }
}

const makeSolanaSigner = async (): Promise<Signer> => {
  const key = solanaKey(1)
  const standard = await makeStandardSigner("solana", key.account, fromSolanaWallet, solana, (message) => ({
    signedMessage: message,
    signature: key.sign(message),
  }))
  const ask = (door: RequestInterceptor, message: Uint8Array | string) =>
    (standard.connector.getProvider(door) as GuardedSolana).signMessage(message)
  return {
    ...standard,
    network: solana,
    address: key.address,
    explain: explainSolana,
    askText: ask,
    askBytes: ask,
    digestOf: (bytes) => base58.encode(sha256(bytes)),
  }
}

const makeBitcoinSigner = async (): Promise<Signer> => {
  const key = bitcoinKey(1, "segwit")
  const standard = await makeStandardSigner(
    "bitcoin",
    key.account,
    fromBitcoinWallet,
    bitcoin,
    (message) => ({
      signedMessage: message,
      signature: new Uint8Array(65).fill(3),
    }),
  )
  return {
    ...standard,
    network: bitcoin,
    address: key.address,
    explain: explainBitcoin,
    askText: (door, message) =>
      (standard.connector.getProvider(door) as GuardedBitcoin).signMessage({ message, address: key.address }),
    askBytes: null,
    digestOf: (bytes) => {
      const prefix = encode("\u0018Bitcoin Signed Message:\n")
      return `0x${toHex(sha256(sha256(Uint8Array.from([...prefix, bytes.length, ...bytes]))))}`
    },
  }
}

const makePolkadotSigner = async (): Promise<Signer> => {
  const address = "15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5"
  const account = {
    address,
    publicKey: new Uint8Array(32),
    chains: ["polkadot:91b171bb158e2d3848fa23a9f1c25182"],
    features: [],
  }
  const standard = await makeStandardSigner("polkadot", account, fromPolkadotWallet, polkadot, () => ({
    signature: `0x01${"00".repeat(64)}`,
  }))
  const ask = (door: RequestInterceptor, data: string) =>
    (standard.connector.getProvider(door) as GuardedPolkadot).signRaw({ address, data, type: "bytes" })
  return {
    ...standard,
    network: polkadot,
    address,
    explain: explainPolkadot,
    askText: (door, text) => ask(door, encodeHex(encode(text))),
    askBytes: (door, bytes) => ask(door, encodeHex(bytes)),
    digestOf: (bytes) =>
      `0x${toHex(blake2b(Buffer.concat([encode("<Bytes>"), bytes, encode("</Bytes>")]), { dkLen: 32 }))}`,
  }
}

const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.uint8Array({ maxLength: 40 }).map((bytes) => `0x${toHex(bytes)}`),
  fc.uint8Array({ minLength: 20, maxLength: 40 }).map(toHex),
  fc.uint8Array({ maxLength: 40 }).map(encodeBase64),
  fc.constantFrom("", "0x", "0xdeadbeef", "0xDEADBEEF", "0xabc", "\ufeffhi", "\ud800", "\u{e0041}"),
)

describe.each([
  ["EVM", makeEvmSigner],
  ["Solana", makeSolanaSigner],
  ["Bitcoin", makeBitcoinSigner],
  ["Polkadot", makePolkadotSigner],
] as const)("the review of a message on %s", (_, make) => {
  const digestIn = async ({ explain, address, network }: Signer, request: WalletRequest) => {
    const rpc = makeScriptedRpc(() => null).rpc
    const asked = { network, rpc, from: address, request, tokens: [], nameOf: () => null }
    return (await Effect.runPromise(explain(asked))).calls[0].digest
  }

  it("names the digest of the bytes that the wallet signs for the engine", async () => {
    const signer = await make()
    const account = `${signer.network.caipNetworkId}:${signer.address}` as const
    await fc.assert(
      fc.asyncProperty(text, async (message) => {
        await Effect.runPromise(Effect.exit(signer.connector.signMessage({ account, message })))
        const bytes = signer.signed.pop() ?? new Uint8Array()
        expect(toHex(bytes)).toBe(toHex(encode(message)))
        expect(await digestIn(signer, { _tag: "Message", message })).toBe(signer.digestOf(bytes))
      }),
      { numRuns: 60 },
    )
  })

  it("names the digest of the bytes that the wallet signs for a dApp, of text and of bytes", async () => {
    const signer = await make()
    const { askBytes, askText } = signer
    const bytes = fc.oneof(fc.uint8Array({ maxLength: 64 }), text.map(encode))
    const asked = fc.oneof(
      text.map((said) => ({ ask: (door: RequestInterceptor) => askText(door, said), wanted: encode(said) })),
      ...(askBytes === null
        ? []
        : [bytes.map((said) => ({ ask: (door: RequestInterceptor) => askBytes(door, said), wanted: said }))]),
    )
    await fc.assert(
      fc.asyncProperty(asked, async ({ ask, wanted }) => {
        const reviewed: WalletRequest[] = []
        await ask(async ({ ask: send, request }) => {
          reviewed.push(request)
          return (await send(signer.network.caipNetworkId, signer.address)).answer
        })
        const received = signer.signed.pop() ?? new Uint8Array()
        expect(toHex(received)).toBe(toHex(wanted))
        const [request] = reviewed
        if (request?._tag !== "Message" && request?._tag !== "MessageBytes") return
        expect(await digestIn(signer, request)).toBe(signer.digestOf(received))
      }),
      { numRuns: 60 },
    )
  })
})
