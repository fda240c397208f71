import { base58 } from "@scure/base"
import { solanaDevnet as network } from "@wmodal/protocol/networks"
import { inVirtualTime } from "@wmodal/protocol/testing"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { describe, expect, it } from "vitest"
import * as z from "zod/mini"
import { makeScriptedRpc, ScriptedRejection, toRpcErrorResponse } from "../testing/scriptedRpc.ts"
import { concatBytes, encodeU32, encodeU64 } from "../testing/solanaBytes.ts"
import { encodeTestMessage, transferSol } from "../testing/solanaTransactions.ts"
import { encodeBase64 } from "../text/base64.ts"
import { fetchAccounts } from "./account/SolanaAccount.ts"
import { broadcast } from "./broadcast.ts"
import { estimatePayment } from "./payment/estimatePayment.ts"
import { associatedTokenAddress } from "./program/programAddress.ts"
import { programs } from "./program/programs.ts"
import { findTransaction } from "./search/findTransaction.ts"

const vera = "oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96"
const milo = "AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxD"
const gold = "EtcCeEgSjtSnbFcZDXPbtV8oj4CgduHBwVtZawQ5ZRm6"
const usual = (owner: string) => associatedTokenAddress({ owner, token: gold, program: programs.token })

const account = (owner: string, data: Uint8Array = new Uint8Array(), lamports = 5_000_000_000) => ({
  owner,
  lamports,
  executable: false,
  data: [encodeBase64(data), "base64"],
  rentEpoch: 18_446_744_073_709_552_000,
})
const mint = account(programs.token, concatBytes(new Uint8Array(44), [6, 1], new Uint8Array(36)))
const holding = (owner: string, amount = 1_000n) =>
  account(
    programs.token,
    concatBytes(gold, owner, encodeU64(amount), encodeU32(0), new Uint8Array(32), [1], new Uint8Array(56)),
  )

interface PaymentFixture {
  readonly to: string
  readonly token?: string | null
  readonly amount?: bigint
  readonly accounts?: Readonly<Record<string, ReturnType<typeof account>>>
  readonly units?: number | null
}

/** The sender has 5 SOL and 1,000 units of gold, and every simulation succeeds. */
const estimating = ({ accounts, amount = 10n, to, token = gold, units = 30_000 }: PaymentFixture) => {
  const all: PaymentFixture["accounts"] = { [gold]: mint, [vera]: account(programs.system), ...accounts }
  const { rpc } = makeScriptedRpc((method, [first]) => {
    switch (method) {
      case "getLatestBlockhash":
        return { value: { blockhash: gold, lastValidBlockHeight: 1_150 } }
      case "getEpochInfo":
        return { absoluteSlot: 2_000, blockHeight: 1_000, epoch: 1 }
      case "getMinimumBalanceForRentExemption":
        return 890_880
      case "getMultipleAccounts":
        return {
          value: z
            .array(z.string())
            .parse(first)
            .map((one) => all[one] ?? null),
        }
      case "getTokenAccountsByOwner":
        return { value: [{ pubkey: usual(vera), account: holding(vera) }] }
      case "getRecentPrioritizationFees":
        return []
      case "simulateTransaction":
        return {
          value: { err: null, logs: [], accounts: [null], ...(units !== null && { unitsConsumed: units }) },
        }
      default:
        return undefined
    }
  })
  return Effect.runPromise(
    Effect.result(estimatePayment({ network, rpc, transfer: { from: vera, to, token, amount } })),
  )
}

const reverting = (text: string) => ({
  _tag: "Failure",
  failure: { reason: { _tag: "Reverts", text: expect.stringContaining(text) } },
})

describe("estimatePayment, as reported of others", () => {
  const keyless = { _tag: "Success", success: { isRecipientKeyless: true } }
  const plain = { _tag: "Success", success: expect.not.objectContaining({ isRecipientKeyless: true }) }

  it("tells that a token account that was closed may have no key (solana-labs/solana-program-library#2730)", async () => {
    expect(await estimating({ to: usual(milo) })).toMatchObject(keyless)
  })

  it("refuses tokens to what is a token account or a mint (solana-labs/solana-program-library#2730)", async () => {
    const accounts = { [usual(milo)]: holding(milo) }
    const refused = reverting("a token or token account, not a wallet")
    expect(await estimating({ to: usual(milo), accounts })).toMatchObject(refused)
    expect(await estimating({ to: gold })).toMatchObject(refused)
  })

  it("pays tokens to a vault without SOL that holds some of them, and tells of one that holds none", async () => {
    const vault = usual(milo)
    expect(await estimating({ to: vault, accounts: { [usual(vault)]: holding(vault) } })).toMatchObject(plain)
    const empty = { [usual(vault)]: holding(vault, 0n) }
    expect(await estimating({ to: vault, accounts: empty })).toMatchObject(keyless)
  })

  it("pays tokens to a wallet that a program owns when it holds some of them, and refuses another's", async () => {
    const owned = { [milo]: account("SQDS4ep65T869zMMBKyuUq6aD6EgTu8psMjkvj52pCf", new Uint8Array(200)) }
    const holds = (owner: string) => ({ ...owned, [usual(milo)]: holding(owner) })
    expect(await estimating({ to: milo, accounts: holds(milo) })).toMatchObject(plain)
    expect(await estimating({ to: milo, accounts: holds(vera) })).toMatchObject(reverting("someone else"))
  })

  it("pays tokens to the wallet, and to an account of no key that exists (solana-labs/solana-program-library#2730)", async () => {
    expect(await estimating({ to: milo })).toMatchObject(plain)
    const vault = { [usual(milo)]: account(programs.system) }
    expect(await estimating({ to: usual(milo), accounts: vault })).toMatchObject(plain)
  })

  it("tells that a program owns the recipient of tokens (solana-labs/solana-program-library#3085)", async () => {
    const pool = { [milo]: account("Stake11111111111111111111111111111111111111", new Uint8Array(200)) }
    expect(await estimating({ to: milo, accounts: pool })).toMatchObject(keyless)
    // Its program can pay out SOL, such as that of a stake.
    expect(await estimating({ to: milo, accounts: pool, token: null })).toMatchObject(plain)
  })

  it.each([null, 0])(
    "leaves room for the work when a node reports %s units (solana-foundation/solana-web3.js#2703)",
    async (units) => {
      expect(await estimating({ to: milo, units })).toMatchObject({
        success: { transactionFields: { unitLimit: "400000" } },
      })
      expect(await estimating({ to: milo, token: null, amount: 1_000_000n, units })).toMatchObject({
        success: { transactionFields: { unitLimit: "10540" } },
      })
    },
  )
})

describe("estimatePayment of SOL, as reported of others", () => {
  const paying = (amount: bigint, held: number, recipient: number | null) =>
    estimating({
      to: milo,
      token: null,
      amount,
      units: 450,
      accounts: {
        [vera]: account(programs.system, new Uint8Array(), held),
        ...(recipient !== null && { [milo]: account(programs.system, new Uint8Array(), recipient) }),
      },
    })

  it("refuses less than an account's minimum to a new one, and names it (helium/wallet-app#211)", async () => {
    expect(await paying(890_879n, 5_000_000_000, null)).toMatchObject(reverting("at least 0.00089088 SOL"))
    expect(await paying(890_880n, 5_000_000_000, null)).toMatchObject({ _tag: "Success" })
    expect(await paying(1n, 5_000_000_000, 890_880)).toMatchObject({ _tag: "Success" })
  })

  it("refuses to leave less than the minimum, and pays all of it or leaves enough (gemwalletcom/wallet#203)", async () => {
    expect(await paying(4_999_000_000n, 5_000_000_000, 1_000_000)).toMatchObject({ _tag: "Success" })
    expect(await paying(4_999_500_000n, 5_000_000_000, 1_000_000)).toMatchObject(
      reverting("must keep at least 0.00089088 SOL or nothing"),
    )
  })

  it("refuses all of an account whose fee alone takes it below the minimum (solana-labs/solana#27369)", async () => {
    const fee = 5_106n
    expect(await paying(891_000n - fee, 891_000, 1_000_000_000)).toMatchObject({
      failure: { reason: { _tag: "Insufficient" } },
    })
    expect(await paying(1_000_000n - fee, 1_000_000, 1_000_000_000)).toMatchObject({ success: { most: fee } })
  })
})

const signed = new Uint8Array(64).fill(7)
const hash = base58.encode(signed)
const raw = encodeBase64(
  concatBytes(
    [1],
    signed,
    encodeTestMessage({ payer: vera, blockhash: gold, instructions: [transferSol(vera, milo, 1n)] }),
  ),
)
const absent = { context: { slot: 5 }, value: [null] }
const noHistory = new ScriptedRejection(toRpcErrorResponse(-32011, "Transaction history is not available"))

describe("broadcast, as reported of others", () => {
  /** A node that knows the blockhash from its `knows`th simulation on. */
  const sending = async (knows: number) => {
    let simulated = 0
    const { asked, rpc } = makeScriptedRpc((method) => {
      if (method === "getSignatureStatuses") return absent
      if (method === "sendTransaction") return hash
      simulated++
      return { value: { err: simulated < knows ? "BlockhashNotFound" : null, logs: [], unitsConsumed: 1 } }
    })
    const outcome = await Effect.runPromise(
      inVirtualTime(Effect.result(broadcast({ network, rpc, raw }))).pipe(
        Effect.scoped,
        Effect.provide(TestClock.layer()),
      ),
    )
    return { outcome, sends: asked.filter(([method]) => method === "sendTransaction").length }
  }

  it("sends a payment whose blockhash a lagging node learns a second later (vultisig/vultisig-android#5110)", async () => {
    expect(await sending(2)).toMatchObject({ outcome: { success: hash }, sends: 1 })
    expect(await sending(3)).toMatchObject({ outcome: { success: hash }, sends: 1 })
  })

  it("refuses one whose blockhash stays unknown, and sends nothing (vultisig/vultisig-android#5110)", async () => {
    expect(await sending(9)).toMatchObject({
      outcome: { failure: { reason: { _tag: "Reverts", text: "Blockhash not found" } } },
      sends: 0,
    })
  })
})

describe("a token program that writes no log of its own, as reported of others", () => {
  const token = programs.token2022
  const refused = async (code: number) => {
    const { rpc } = makeScriptedRpc((method) =>
      method === "getSignatureStatuses"
        ? absent
        : {
            value: {
              err: { InstructionError: [1, { Custom: code }] },
              logs: [
                `Program ${token} invoke [1]`,
                `Program ${token} failed: custom program error: 0x${code.toString(16)}`,
              ],
            },
          },
    )
    return Effect.runPromise(Effect.flip(broadcast({ network, rpc, raw })))
  }

  it("names a frozen account and missing funds by their codes (solana-foundation/solana-developer-platform#677)", async () => {
    expect(await refused(17)).toMatchObject({ reason: { _tag: "Reverts", text: "Account is frozen" } })
    expect(await refused(1)).toMatchObject({ reason: { _tag: "Insufficient" } })
    expect(await refused(3)).toMatchObject({ reason: { _tag: "Reverts", text: "Program error 3" } })
  })
})

describe("findTransaction, as reported of others", () => {
  const finding = (node: (method: string, params: readonly unknown[]) => unknown) => {
    const { rpc } = makeScriptedRpc((method, params) =>
      method === "getEpochInfo"
        ? { absoluteSlot: 2_000, blockHeight: 1_000, epoch: 1 }
        : method === "getSignaturesForAddress"
          ? []
          : node(method, params),
    )
    const sought = {
      from: vera,
      transaction: null,
      mark: { slot: "2000", height: "1000" },
      hash,
      excludedHashes: [],
    }
    return Effect.runPromise(Effect.result(findTransaction({ network, rpc, sought })))
  }
  const landed = (confirmationStatus: string, err: unknown = null) => ({
    context: { slot: 2_004 },
    value: [{ slot: 2_001, err, confirmations: null, confirmationStatus }],
  })

  it("finds a payment at a node that keeps no history (solana-labs/solana#9316)", async () => {
    const outcome = await finding((method, params) =>
      method !== "getSignatureStatuses" || params.length > 1 ? noHistory : landed("confirmed"),
    )
    expect(outcome).toMatchObject({ success: { _tag: "Mined", hash, succeeded: true, block: 2_001n } })
  })

  it("takes the silence of such a node for no proof (solana-labs/solana#9316)", async () => {
    const outcome = await finding((method, params) =>
      method !== "getSignatureStatuses" || params.length > 1 ? noHistory : absent,
    )
    expect(outcome).toMatchObject({ failure: { reason: { _tag: "Answered", code: -32011 } } })
  })

  it("finds a payment that has left the recent statuses (solana-labs/solana#32785)", async () => {
    const outcome = await finding((method, params) =>
      method === "getSignatureStatuses" && params[1] !== undefined ? landed("finalized") : null,
    )
    expect(outcome).toMatchObject({ success: { _tag: "Mined", hash } })
  })

  it("finds a transaction of a version that the node may not show (samui-build/samui-wallet#339)", async () => {
    const unsupported = new ScriptedRejection(
      toRpcErrorResponse(-32015, "Transaction version (1) is not supported by the requesting client."),
    )
    const outcome = await finding((method) =>
      method === "getSignatureStatuses" ? landed("confirmed") : unsupported,
    )
    expect(outcome).toMatchObject({ success: { _tag: "Mined", hash, fee: null } })
  })
})

describe("the search for a lost payment, as reported of others", () => {
  const answered = (version: number, height: number) => {
    const { rpc } = makeScriptedRpc((method, [, options]) => {
      switch (method) {
        case "getEpochInfo":
          return { absoluteSlot: height + 1_000, blockHeight: height, epoch: 1 }
        case "getSignatureStatuses":
          return { context: { slot: height + 1_000 }, value: [null] }
        case "getSignaturesForAddress":
          return [{ signature: hash, slot: 2_001 }]
        case "getFirstAvailableBlock":
          return 0
        case "getTransaction": {
          const most = z.object({ maxSupportedTransactionVersion: z.number() }).parse(options)
          return most.maxSupportedTransactionVersion < version
            ? new ScriptedRejection(toRpcErrorResponse(-32015, "Transaction version is not supported"))
            : {
                slot: 2_001,
                meta: { fee: 5_000, err: null },
                transaction: [encodeBase64(concatBytes([0x80 + version], new Uint8Array(40))), "base64"],
              }
        }
        default:
          return undefined
      }
    })
    const sought = {
      from: vera,
      transaction: { transaction: raw, lastValidBlockHeight: "1150" },
      mark: { slot: "2000", height: "1000" },
      hash: base58.encode(new Uint8Array(64).fill(8)),
      excludedHashes: [],
    }
    return Effect.runPromise(findTransaction({ network, rpc, sought }))
  }

  it("ends when the account has sent a transaction of version 1 since (chainstack/dev-portal#691)", async () => {
    expect(await answered(1, 1_301)).toEqual({ _tag: "Expired" })
    expect(await answered(1, 1_000)).toEqual({ _tag: "Missing" })
  })
})

describe("fetchAccounts, as reported of others", () => {
  it("reads an account whose rent epoch is above what a number holds (anza-xyz/agave#2950)", async () => {
    const { rpc } = makeScriptedRpc(() => ({ value: [account(programs.system)] }))
    expect(await Effect.runPromise(fetchAccounts(rpc, [vera]))).toMatchObject([{ lamports: 5_000_000_000n }])
  })
})
