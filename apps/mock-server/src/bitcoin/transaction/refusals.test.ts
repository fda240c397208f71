import { Transaction } from "bitcoinjs-lib"
import { describe, expect, it } from "vitest"
import { bitcoinAccounts, bitcoinMiner } from "../bitcoinAccounts.ts"
import { toOutputScript } from "../ledger/firstBlocks.ts"
import { getMedianTime, getTip } from "../ledger/LedgerState.ts"
import { makeTestKey } from "../testing/keys.ts"
import {
  fund,
  makeScript,
  makeUnsigned,
  ownScript,
  type Spendable,
  signSegwit,
  type UnsignedDraft,
  wrapInWitness,
} from "../testing/scripts.ts"
import { submitTransaction } from "../testing/submitTransaction.ts"
import { getUtxos, makeFreshLedger, send } from "../testing/transactions.ts"

/** Returns the response to a correctly signed transaction that spends UTXOs of the first account's segwit address. */
const answerToDraft = (
  draft: Partial<UnsignedDraft>,
  change?: (transaction: Transaction) => void,
): string => {
  const ledger = makeFreshLedger()
  const coins = draft.coins ?? getUtxos(ledger, "segwit").slice(0, 1)
  const transaction = makeUnsigned({ ...draft, coins })
  change?.(transaction)
  return submitTransaction(ledger, signSegwit(transaction, coins).toHex())
}

const coins = getUtxos(makeFreshLedger(), "segwit")
const large = coins.slice(0, 1)
const good = signSegwit(makeUnsigned({ coins: large }), large).toHex()
const out = (value: bigint, script = ownScript) => ({ script, value })

describe("unreadable transactions", () => {
  const unreadable = "-22 TX decode failed. Make sure the tx has at least one input."

  it.each([
    ["nothing", ""],
    ["words", "give me money"],
    ["half a byte", "0"],
    ["one byte", "00"],
    ["half a transaction", good.slice(0, good.length / 2 - ((good.length / 2) % 2))],
    ["a byte too few", good.slice(0, -2)],
    ["a byte too many", `${good}00`],
    ["twice the same", good + good],
    ["no hexadecimal", `${good.slice(0, -2)}zz`],
    ["a prefix", `0x${good}`],
    ["a length in more bytes than it needs", good.replace(/^(.{12})01/, "$1fd0100")],
    ["a witness flag of 2", good.replace(/^(.{8})0001/, "$10002")],
    ["no inputs", "02000000000100000000000000000000000000"],
    ["no inputs and no outputs", "02000000000000000000"],
    [
      "a marker and no witness",
      "020000000001010000000000000000000000000000000000000000000000000000000000000000000000000000000000010000000000000000000000000000",
    ],
  ])("rejects %s", (_, hex) => {
    expect(submitTransaction(makeFreshLedger(), hex)).toBe(unreadable)
  })

  it("accepts either letter case", () => {
    expect(submitTransaction(makeFreshLedger(), good.toUpperCase())).toBe(Transaction.fromHex(good).getId())
  })
})

describe("chain rules", () => {
  it.each<[string, Partial<UnsignedDraft>, string]>([
    ["no outputs", { outputs: [] }, "bad-txns-vout-empty"],
    [
      "an amount of more than all coins",
      { outputs: [out(2_100_000_000_000_001n)] },
      "bad-txns-vout-toolarge",
    ],
    [
      "amounts that are together more than all coins",
      { outputs: [out(2_100_000_000_000_000n), out(1n)] },
      "bad-txns-txouttotal-toolarge",
    ],
    [
      "more out than in",
      { outputs: [out(100_000_001n)] },
      "bad-txns-in-belowout, value in (1.00) < value out (1.00000001)",
    ],
    ["a lock at a later height", { lockTime: 106 }, "non-final"],
    ["a lock at a later time", { lockTime: 2_000_000_000 }, "non-final"],
    ["a coin that is too young by blocks", { coins: large, sequence: 106 }, "non-BIP68-final"],
  ])("rejects %s", (_, draft, reason) => {
    expect(answerToDraft(draft)).toBe(`-26 ${reason}`)
  })

  it("rejects a negative amount", () => {
    const negative = `${"00".repeat(7)}80`
    const hex = good.replace(/(?<=ffffff01)[0-9a-f]{16}/, negative)
    expect(hex).not.toBe(good)
    expect(submitTransaction(makeFreshLedger(), hex)).toBe("-26 bad-txns-vout-negative")
  })

  it("rejects a duplicate input", () => {
    expect(answerToDraft({ coins: [...large, ...large] })).toBe("-26 bad-txns-inputs-duplicate")
  })

  it("rejects an unknown output", () => {
    const never = { ...large[0], txid: "11".repeat(32) }
    expect(answerToDraft({ coins: [never as Spendable] })).toBe("-25 bad-txns-inputs-missingorspent")
  })

  it("rejects an output index that does not exist, and an unspendable output", () => {
    const ledger = makeFreshLedger()
    const [coin] = large
    const txid = coin?.txid ?? ""
    const first = ledger.state.blocks[0]?.txids[0] ?? ""
    const commitment = (ledger.state.transaction(txid)?.transaction.outs.length ?? 0) - 1
    for (const [id, vout] of [
      [txid, 999],
      [txid, commitment],
      [first, 0],
    ] as const)
      expect(answerToDraft({ coins: [{ txid: id, vout, value: 1_000_000n, script: ownScript }] })).toBe(
        "-25 bad-txns-inputs-missingorspent",
      )
  })

  it("rejects a UTXO that a block has spent", () => {
    const ledger = makeFreshLedger()
    send(ledger, large, { value: 30_000_000n, fee: 500n })
    ledger.mine(1)
    expect(submitTransaction(ledger, good)).toBe("-25 bad-txns-inputs-missingorspent")
  })

  it("rejects a coinbase", () => {
    const ledger = makeFreshLedger()
    const coinbase = ledger.state.blocks.at(-1)?.block.transactions?.[0]
    const copy = Transaction.fromHex(coinbase?.toHex() ?? "")
    copy.locktime = 1
    expect(submitTransaction(ledger, copy.toHex())).toBe("-26 coinbase")
  })

  it("rejects an empty input among others", () => {
    const transaction = makeUnsigned({ coins: large })
    transaction.addInput(new Uint8Array(32), 0xffff_ffff)
    expect(submitTransaction(makeFreshLedger(), transaction.toHex())).toBe("-26 bad-txns-prevout-null")
  })

  it("rejects a coinbase output before a hundred blocks, and accepts it afterwards", () => {
    const ledger = makeFreshLedger()
    const miner = toOutputScript(bitcoinMiner.mainnet)
    const mined = (height: number): Spendable => {
      const txid = ledger.state.blocks[height]?.txids[0] ?? ""
      return { txid, vout: 0, script: miner, value: 5_000_000_000n }
    }
    const spend = (height: number) =>
      submitTransaction(
        ledger,
        signSegwit(makeUnsigned({ coins: [mined(height)] }), [mined(height)], 9).toHex(),
      )
    const { height } = getTip(ledger.state)
    expect(spend(height)).toBe("-26 bad-txns-premature-spend-of-coinbase, tried to spend coinbase at depth 1")
    expect(spend(height - 98)).toBe(
      "-26 bad-txns-premature-spend-of-coinbase, tried to spend coinbase at depth 99",
    )
    expect(spend(height - 99)).toMatch(/^[0-9a-f]{64}$/)
  })

  it("accepts expired lock times", () => {
    const ledger = makeFreshLedger()
    const { height } = getTip(ledger.state)
    const time = getMedianTime(ledger.state, height)
    for (const draft of [
      { lockTime: height },
      { lockTime: time - 1 },
      { lockTime: 4_000_000_000, sequence: 0xffff_ffff },
      { sequence: height },
      { sequence: 0x0040_0001 },
      { sequence: 0xffff, version: 1 },
      { sequence: 0x8000_ffff },
    ])
      expect(answerToDraft(draft)).toMatch(/^[0-9a-f]{64}$/)
    for (const draft of [{ lockTime: height + 1 }, { lockTime: time }])
      expect(answerToDraft(draft)).toBe("-26 non-final")
  })

  it("rejects a UTXO that is too young by time", () => {
    const ledger = makeFreshLedger()
    const txid = send(ledger, large, { value: 30_000_000n, fee: 500n })
    ledger.mine(1)
    const change: Spendable = { txid, vout: 1, script: ownScript, value: 69_999_500n }
    const spend = (sequence: number) =>
      submitTransaction(ledger, signSegwit(makeUnsigned({ coins: [change], sequence }), [change]).toHex())
    // The median time advances by 600 seconds with each block: more than 512, less than 1024.
    expect(spend(0x0040_0002)).toBe("-26 non-BIP68-final")
    expect(spend(0x0040_0001)).toMatch(/^[0-9a-f]{64}$/)
  })

  it("rejects a mempool output with a relative lock", () => {
    const ledger = makeFreshLedger()
    const txid = send(ledger, large, { value: 30_000_000n, fee: 500n })
    const change: Spendable = { txid, vout: 1, script: ownScript, value: 69_999_500n }
    for (const [sequence, answer] of [
      [1, /^-26 non-BIP68-final$/],
      [0, /^[0-9a-f]{64}$/],
    ] as const)
      expect(
        submitTransaction(ledger, signSegwit(makeUnsigned({ coins: [change], sequence }), [change]).toHex()),
      ).toMatch(answer)
  })
})

describe("mempool rules", () => {
  const data = (size: number) => makeScript("6a4e", littleEndian(size), new Uint8Array(size))
  const littleEndian = (number: number) => {
    const bytes = new Uint8Array(4)
    new DataView(bytes.buffer).setUint32(0, number, true)
    return bytes
  }
  const key = makeTestKey("segwit", 0).publicKey
  const dusty = (script: Uint8Array, value: bigint) => ({ outputs: [out(value, script), out(99_990_000n)] })
  const cheap = (fee: bigint) => ({ outputs: [out(100_000_000n - fee)] })

  it.each<[string, Partial<UnsignedDraft>, string]>([
    ["version 0", { version: 0 }, "version"],
    ["version 3", { version: 3 }, "version"],
    ["a script of no kind", { outputs: [out(1000n, makeScript("51"))] }, "scriptpubkey"],
    ["an empty script", { outputs: [out(1000n, new Uint8Array())] }, "scriptpubkey"],
    [
      "a multisig without an address",
      { outputs: [out(1000n, makeScript("5121", key, "51ae"))] },
      "bare-multisig",
    ],
    ["more data than fits", { outputs: [out(0n, data(99_995))] }, "tx-size"],
    ["two outputs of dust", { outputs: [out(293n), out(293n)] }, "dust"],
    ["no fee", cheap(0n), "min relay fee not met, 0 < 110"],
    ["a fee of less than 1 sat/vB", cheap(109n), "min relay fee not met, 109 < 110"],
  ])("rejects %s", (_, draft, reason) => {
    expect(answerToDraft(draft)).toBe(`-26 ${reason}`)
  })

  it("accepts a fee of 1 sat/vB and much data", () => {
    expect(answerToDraft(cheap(110n))).toMatch(/^[0-9a-f]{64}$/)
    expect(answerToDraft({ outputs: [out(0n, data(90_000)), out(99_800_000n)] })).toMatch(/^[0-9a-f]{64}$/)
  })

  it.each([
    ["segwit", 294n],
    ["taproot", 330n],
    ["nested", 540n],
    ["legacy", 546n],
  ] as const)("rejects dust: less than the cost of spending a %s output", (kind, limit) => {
    const script = toOutputScript(bitcoinAccounts.mainnet[1]?.[kind] ?? "")
    expect(answerToDraft(dusty(script, limit - 1n))).toBe("-26 dust, tx with dust output must be 0-fee")
    expect(answerToDraft(dusty(script, limit))).toMatch(/^[0-9a-f]{64}$/)
  })

  it("rejects a transaction that could be a node of a merkle tree", () => {
    // 60 bytes without its witness: one input, and an output that burns nothing.
    expect(answerToDraft({ outputs: [out(0n, makeScript("6a"))] })).toBe("-26 tx-size-small")
  })

  it("rejects an unlocking script with operations or with very long pushes", () => {
    expect(answerToDraft({}, ({ ins }) => ins.forEach((input) => (input.script = makeScript("76"))))).toBe(
      "-26 scriptsig-not-pushonly",
    )
    const long = makeScript("4d7206", new Uint8Array(1650))
    expect(answerToDraft({}, ({ ins }) => ins.forEach((input) => (input.script = long)))).toBe(
      "-26 scriptsig-size",
    )
  })

  it("rejects more than 400,000 weight units", () => {
    const outputs = Array.from({ length: 3300 }, () => out(1000n))
    expect(answerToDraft({ outputs })).toBe("-26 tx-size")
  })

  it("rejects an excessive fee and burnt amounts", () => {
    expect(answerToDraft(cheap(11_000_001n))).toBe(
      "-25 Fee exceeds maximum configured by user (e.g. -maxtxfee, maxfeerate)",
    )
    expect(answerToDraft({ outputs: [out(1n, makeScript("6a0401020304"))] })).toBe(
      "-25 Unspendable output exceeds maximum configured by user (maxburnamount)",
    )
    const ledger = makeFreshLedger()
    const overpaid = signSegwit(makeUnsigned({ coins: large, ...cheap(11_000_001n) }), large).toHex()
    expect(ledger.send(overpaid, 0n)).toMatch(/^[0-9a-f]{64}$/)
  })

  it("rejects an output type without a meaning", () => {
    const ledger = makeFreshLedger()
    const paid = fund(ledger, [makeScript("5220", new Uint8Array(32).fill(7))])
    expect(submitTransaction(ledger, makeUnsigned({ coins: paid }).toHex())).toBe(
      "-26 bad-txns-nonstandard-inputs",
    )
  })

  it("rejects a witness that is too large or has an annex", () => {
    const ledger = makeFreshLedger()
    const script = makeScript("51")
    const taproot = toOutputScript(bitcoinAccounts.mainnet[0]?.taproot ?? "")
    const [inScript, inKey] = fund(ledger, [wrapInWitness(script), taproot])
    const answer = (coin: Spendable | undefined, witness: Uint8Array[]) => {
      const transaction = makeUnsigned({ coins: coin === undefined ? [] : [coin] })
      transaction.setWitness(0, witness)
      return submitTransaction(ledger, transaction.toHex())
    }
    const refused = "-26 bad-witness-nonstandard"
    expect(answer(inScript, [new Uint8Array(81), script])).toBe(refused)
    expect(answer(inScript, [...Array.from({ length: 101 }, () => new Uint8Array(1)), script])).toBe(refused)
    expect(answer(inScript, [new Uint8Array(3601)])).toBe(refused)
    expect(answer(inKey, [new Uint8Array(64), makeScript("5000")])).toBe(refused)
    expect(answer(inKey, [new Uint8Array(81), script, new Uint8Array(33).fill(0xc0)])).toBe(refused)
    expect(answer(getUtxos(ledger, "legacy")[0], [new Uint8Array(1)])).toBe(refused)
  })
})

describe("mempool state", () => {
  it("rejects a duplicate, with the same witness or another", () => {
    const ledger = makeFreshLedger()
    ledger.send(good)
    const changed = Transaction.fromHex(good)
    changed.setWitness(0, [new Uint8Array(71), new Uint8Array(33)])
    expect(ledger.test([Transaction.fromHex(good)])).toEqual([
      expect.objectContaining({ code: -26, message: "txn-already-in-mempool" }),
    ])
    expect(ledger.test([changed])).toEqual([
      expect.objectContaining({ code: -26, message: "txn-same-nonwitness-data-in-mempool" }),
    ])
    ledger.mine(1)
    expect(ledger.test([Transaction.fromHex(good)])).toEqual([
      expect.objectContaining({ code: -26, message: "txn-already-known" }),
    ])
  })

  it("rejects more than 25 transactions in a chain", { timeout: 30_000 }, () => {
    const ledger = makeFreshLedger()
    let coin: Spendable | undefined = large[0]
    for (let n = 0; n < 25 && coin !== undefined; n += 1) {
      const transaction = signSegwit(makeUnsigned({ coins: [coin] }), [coin])
      const txid = ledger.send(transaction.toHex())
      coin = { txid, vout: 0, script: ownScript, value: coin.value - 2000n }
    }
    const next: readonly Spendable[] = coin === undefined ? [] : [coin]
    expect(submitTransaction(ledger, signSegwit(makeUnsigned({ coins: next }), next).toHex())).toBe(
      "-26 too-long-mempool-chain, too many unconfirmed ancestors [limit: 25]",
    )
    ledger.mine(1)
    expect(submitTransaction(ledger, signSegwit(makeUnsigned({ coins: next }), next).toHex())).toMatch(
      /^[0-9a-f]{64}$/,
    )
  })

  it("rejects more than 25 descendants of one transaction", { timeout: 30_000 }, () => {
    const ledger = makeFreshLedger()
    const outputs = Array.from({ length: 25 }, () => out(3_999_000n))
    const txid = ledger.send(
      signSegwit(makeUnsigned({ coins: large, outputs }), large)
        .toHex()
        .toString(),
    )
    const child = (vout: number) => {
      const spent = [{ txid, vout, script: ownScript, value: 3_999_000n }]
      return submitTransaction(ledger, signSegwit(makeUnsigned({ coins: spent }), spent).toHex())
    }
    for (let vout = 0; vout < 24; vout += 1) expect(child(vout)).toMatch(/^[0-9a-f]{64}$/)
    expect(child(24)).toBe(`-26 too-long-mempool-chain, too many descendants for tx ${txid} [limit: 25]`)
  })
})
