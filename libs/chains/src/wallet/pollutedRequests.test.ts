import { hasKey } from "@wmodal/protocol"
import { polluteObjects } from "@wmodal/protocol/testing"
import { afterEach, describe, expect, it, vi } from "vitest"
import { parsePsbtRequest } from "../bitcoin/guard/PsbtRequest.ts"
import { readPaymentParams } from "../bitcoin/guard/paymentParams.ts"
import { parseGuardedRequest } from "../evm/guard/guardProvider.ts"
import { toPlainNetworkParams } from "../evm/guard/networkParams.ts"
import { readSignerPayload } from "../polkadot/payload/SignerPayload.ts"
import { copyTransaction } from "../solana/guard/copyTransaction.ts"
import { readTransactionParams } from "../solana/guard/transactionParams.ts"
import { compileByKit, toLegacyMembers } from "../testing/guardedSolana.ts"
import { solanaKey, transferSol } from "../testing/solanaTransactions.ts"
import { encodeBase64 } from "../text/base64.ts"

const me = "0xab16a96d359ec26a11e2c2b3d8f8b8942d5bfcdb"
const you = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"
const segwit = "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu"
const rules = { isShared: () => true, usual: segwit }
const [payer, friend] = [solanaKey(1), solanaKey(2)]
const steps = [transferSol(payer.address, friend.address, 5n)]
const solana = toLegacyMembers(payer.address, steps)
const wire = encodeBase64(compileByKit(payer.address, steps).wire)
const word = (byte: string) => `0x${byte.repeat(32)}`

/** Requests with the members that they need, and what is read of each. */
const requests: readonly (readonly [name: string, read: () => unknown])[] = [
  ["a transaction", () => parseGuardedRequest("eth_sendTransaction", [{ from: me, to: you, value: "0x1" }])],
  ["a creation", () => parseGuardedRequest("eth_sendTransaction", [{ from: me, data: "0x60" }])],
  [
    "a batch",
    () =>
      parseGuardedRequest("wallet_sendCalls", [
        { version: "2.0.0", from: me, chainId: "0x1", atomicRequired: true, calls: [{ to: you }] },
      ]),
  ],
  [
    "typed data",
    () => parseGuardedRequest("eth_signTypedData_v4", [me, { types: {}, primaryType: "A", message: {} }]),
  ],
  [
    "a network",
    () => toPlainNetworkParams("wallet_addEthereumChain", [{ chainId: "0x1", nativeCurrency: {} }]),
  ],
  ["a token", () => toPlainNetworkParams("wallet_watchAsset", { type: "ERC20", options: { address: you } })],
  ["a payment of Bitcoin", () => readPaymentParams({ recipient: segwit, amount: "1" }, rules)],
  ["a PSBT", () => parsePsbtRequest({ psbt: "cHNidP8=", signInputs: [{ index: 0 }] }, rules)],
  ["a transaction of Solana", () => readTransactionParams({ transaction: wire }, () => true)],
  [
    "instructions of Solana",
    () => {
      const copied = copyTransaction(solana)
      return typeof copied === "object" && hasKey(copied, "params")
        ? readTransactionParams(copied.params, () => true)
        : null
    },
  ],
  [
    "a transaction of Polkadot",
    () =>
      readSignerPayload({
        address: "5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY",
        blockHash: word("aa"),
        blockNumber: "0x1",
        era: "0x00",
        genesisHash: word("bb"),
        method: "0x0000",
        nonce: "0x0",
        specVersion: "0x1",
        transactionVersion: "0x1",
        signedExtensions: [],
        version: 4,
      }),
  ],
]

/** The members of requests that may be absent, and those by which one is told from another. */
const names =
  `from to value data input gas gasLimit gasPrice maxFeePerGas maxPriorityFeePerGas nonce chainId type
  accessList authorizationList blobs paymaster capabilities calls id atomicRequired domain optional chainName rpcUrls
  blockExplorerUrls iconUrls name symbol decimals image tokenId recipient recipientAddress recipients amount address account
  memo changeAddress broadcast signingIndexes index sighashTypes sigHash psbt transaction transactions instructions
  feePayer recentBlockhash nonceInfo partialSignatures signatures signature pubkey publicKey isSigner isWritable keys tip
  assetId metadataHash mode withSignedTransaction serialize messageBytes sendOptions`.split(/\s+/)

const values: readonly (readonly [kind: string, value: unknown])[] = [
  ["a function", () => "added"],
  ["bytes", "0x01"],
  ["an address", you],
  ["a number", 1],
  ["true", true],
  ["a list", [1]],
  ["an object", { 0: 1 }],
]

const toText = (read: () => unknown): string => {
  const bigint = (_: string, value: unknown) =>
    typeof value === "bigint"
      ? `${value}n`
      : value instanceof Map
        ? [...value]
        : value instanceof Uint8Array
          ? Array.from(value)
          : value
  try {
    return JSON.stringify(read(), bigint)
  } catch (error) {
    return `${error}`
  }
}

describe("requests on a page that adds a member to Object.prototype", () => {
  let restore = () => {}
  afterEach(() => {
    restore()
    vi.restoreAllMocks()
  })

  it.each(requests)("reads the same of %s", (_, read) => {
    vi.spyOn(crypto, "getRandomValues").mockImplementation((bytes) => bytes)
    const before = toText(read)
    expect(before).not.toContain("Error")
    const wrong = names.flatMap((name) =>
      values.flatMap(([kind, value]) => {
        restore = polluteObjects([name], value)
        const after = toText(read)
        restore()
        return after === before ? [] : [`${kind} as ${name}: ${after}`]
      }),
    )
    expect(wrong).toEqual([])
  })
})
