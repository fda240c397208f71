import { Block, Transaction } from "bitcoinjs-lib"
import { describe, expect, it } from "vitest"
import { genesisTimestamp } from "../../evm/genesis.ts"
import { bitcoinAccounts, startingUtxoValues } from "../bitcoinAccounts.ts"
import { getUtxos, kinds, libraries, makeFreshLedger, makePayment, send } from "../testing/transactions.ts"
import { toHex } from "../transaction/bytes.ts"
import { getTip, getWtxid } from "./LedgerState.ts"

const hashTypes = [
  ["all", 1],
  ["none", 2],
  ["single", 3],
  ["all, anyone can pay", 0x81],
  ["none, anyone can pay", 0x82],
  ["single, anyone can pay", 0x83],
] as const

describe("Ledger", () => {
  it.each(libraries.flatMap(([name, sign]) => kinds.map((kind) => [kind, name, sign] as const)))(
    "accepts a %s send by %s, unconfirmed until a block is mined",
    (kind, _, sign) => {
      const ledger = makeFreshLedger()
      const coins = getUtxos(ledger, kind).slice(0, 2)
      const hex = sign(makePayment(coins, { value: 30_000_000n, fee: 2000n, change: kind }))
      const transaction = Transaction.fromHex(hex)
      const txid = ledger.send(hex)
      expect(txid).toBe(transaction.getId())
      expect(ledger.state.mempool().map((entry) => entry.txid)).toEqual([txid])
      expect(ledger.state.transaction(txid)).toMatchObject({ height: null, fee: 2000n })
      ledger.mine(1)
      expect(ledger.state.mempool()).toEqual([])
      const height = ledger.state.blocks.length - 1
      expect(ledger.state.transaction(txid)).toMatchObject({ height, fee: 2000n })
      expect(ledger.state.blocks[height]?.txids[1]).toBe(txid)
      expect(getUtxos(ledger, kind)).toHaveLength(startingUtxoValues.length - 2 + 1)
    },
  )

  it.each(libraries)("accepts inputs of all kinds in one transaction by %s", (_, sign) => {
    const ledger = makeFreshLedger()
    const coins = kinds.flatMap((kind) => getUtxos(ledger, kind, 1).slice(0, 1))
    ledger.send(sign(makePayment(coins, { value: 399_990_000n, fee: 10_000n })))
    ledger.mine(1)
    expect(getUtxos(ledger, "segwit", 2)).toHaveLength(startingUtxoValues.length + 1)
  })

  it.each(
    libraries.flatMap(([name, sign]) =>
      hashTypes.flatMap(([type, hashType]) =>
        kinds.map((kind) => [kind, type, name, hashType, sign] as const),
      ),
    ),
  )("takes a %s send that signs %s, by %s", (kind, _, __, hashType, sign) => {
    const ledger = makeFreshLedger()
    const coins = getUtxos(ledger, kind).slice(0, 2)
    const hex = sign({ ...makePayment(coins, { value: 30_000_000n, fee: 2000n, change: kind }), hashType })
    expect(ledger.send(hex)).toBe(Transaction.fromHex(hex).getId())
  })

  it("allows spending a mempool output, and mines parent and child in one block", () => {
    const ledger = makeFreshLedger()
    const [large] = getUtxos(ledger, "segwit")
    const parent = send(ledger, [large], { value: 90_000_000n, fee: 500n, to: "taproot" })
    const paid = getUtxos(ledger, "taproot", 2).filter(({ txid }) => txid === parent)
    const child = send(ledger, paid, { value: 80_000_000n, fee: 500n })
    ledger.mine(1)
    expect(ledger.state.blocks.at(-1)?.txids.slice(1)).toEqual([parent, child])
  })

  it("accepts a pending transaction again, and rejects a mined one as already in the chain", () => {
    const ledger = makeFreshLedger()
    const coins = getUtxos(ledger, "segwit").slice(0, 1)
    const [[, sign]] = libraries
    const hex = sign(makePayment(coins, { value: 30_000_000n, fee: 500n }))
    const txid = ledger.send(hex)
    expect(ledger.send(hex)).toBe(txid)
    expect(ledger.state.mempool()).toHaveLength(1)
    ledger.mine(1)
    expect(() => ledger.send(hex)).toThrow(
      expect.objectContaining({ code: -27, message: "Transaction outputs already in utxo set" }),
    )
  })

  it("keeps the first witness", () => {
    const ledger = makeFreshLedger()
    const coins = getUtxos(ledger, "segwit").slice(0, 1)
    const [[, sign]] = libraries
    const hex = sign(makePayment(coins, { value: 30_000_000n, fee: 500n }))
    const txid = ledger.send(hex)
    const changed = Transaction.fromHex(hex)
    changed.setWitness(0, [new Uint8Array(71), new Uint8Array(33)])
    expect(ledger.send(changed.toHex())).toBe(txid)
    expect(toHex(ledger.state.transaction(txid)?.transaction.toBuffer() ?? new Uint8Array())).toBe(hex)
  })

  it("mines a transaction when its block delay ends, unless mining is manual", () => {
    let now = genesisTimestamp * 1000
    const ledger = makeFreshLedger(() => now)
    const first = send(ledger, getUtxos(ledger, "segwit").slice(0, 1), { value: 30_000_000n, fee: 500n })
    now += 9999
    ledger.advance()
    expect(ledger.state.transaction(first)?.height).toBe(null)
    now += 1
    ledger.advance()
    expect(ledger.state.transaction(first)?.height).toBe(ledger.state.blocks.length - 1)

    ledger.setBlockDelay(null)
    const second = send(ledger, getUtxos(ledger, "taproot").slice(0, 1), { value: 30_000_000n, fee: 500n })
    now += 86_400_000
    ledger.advance()
    expect(ledger.state.transaction(second)?.height).toBe(null)
    ledger.setBlockDelay(0)
    ledger.advance()
    expect(ledger.state.transaction(second)?.height).toBe(ledger.state.blocks.length - 1)
    expect(ledger.state.blocks.at(-1)?.block.timestamp).toBe(Math.floor(now / 1000))
  })

  it("starts with the network's genesis block and valid blocks", () => {
    const { state } = makeFreshLedger()
    expect(state.blocks[0]?.hash).toBe("000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f")
    for (const [height, { block, hash }] of state.blocks.entries()) {
      const read = Block.fromBuffer(block.toBuffer())
      expect([read.getId(), read.checkProofOfWork(), read.checkTxRoots()]).toEqual([hash, true, true])
      expect(block.prevHash).toEqual(state.blocks[height - 1]?.block.getHash() ?? new Uint8Array(32))
    }
  })

  it("mines blocks whose roots commit to their transactions and witnesses", () => {
    const ledger = makeFreshLedger()
    for (const kind of kinds)
      send(ledger, getUtxos(ledger, kind).slice(0, 1), { value: 30_000_000n, fee: 500n })
    ledger.mine(1)
    const block = Block.fromBuffer(ledger.state.blocks.at(-1)?.block.toBuffer() ?? new Uint8Array())
    expect(block.transactions).toHaveLength(5)
    expect([block.hasWitnessCommit(), block.checkProofOfWork(), block.checkTxRoots()]).toEqual([
      true,
      true,
      true,
    ])
    const paid = block.transactions?.[0]?.outs.reduce((sum, { value }) => sum + value, 0n)
    expect(paid).toBe(5_000_000_000n + 4n * 500n)
  })

  it("starts the same in every process", () => {
    expect(getTip(makeFreshLedger().state)).toMatchObject({
      height: 105,
      hash: "1adef4c9a1af8d1e79502d7108f5e5b74b808d898243e0a0427d8d66040c60c9",
    })
  })

  it("reaches the same state for the same calls", () => {
    const run = () => {
      const ledger = makeFreshLedger()
      for (const kind of kinds)
        send(ledger, getUtxos(ledger, kind).slice(0, 1), { value: 30_000_000n, fee: 500n })
      ledger.mine(3)
      return ledger.state.blocks.map(({ block }) => block.toHex())
    }
    expect(run()).toEqual(run())
  })

  it("keeps two ledgers separate", () => {
    const one = makeFreshLedger()
    const other = makeFreshLedger()
    const txid = send(one, getUtxos(one, "segwit").slice(0, 1), { value: 30_000_000n, fee: 500n })
    one.mine(1)
    expect(other.state.transaction(txid)).toBe(undefined)
    expect(getUtxos(other, "segwit")).toHaveLength(startingUtxoValues.length)
  })

  it("tests a chain of transactions without adding them", () => {
    const ledger = makeFreshLedger()
    const [[, sign]] = libraries
    const parent = Transaction.fromHex(
      sign(
        makePayment(getUtxos(ledger, "segwit").slice(0, 1), { value: 30_000_000n, fee: 500n, to: "taproot" }),
      ),
    )
    const copy = makeFreshLedger()
    copy.send(parent.toHex())
    const paid = getUtxos(copy, "taproot", 2).filter(({ txid }) => txid === parent.getId())
    const child = Transaction.fromHex(sign(makePayment(paid, { value: 20_000_000n, fee: 500n })))
    expect(ledger.test([parent, child]).map((entry) => "txid" in entry && entry.txid)).toEqual([
      parent.getId(),
      child.getId(),
    ])
    expect(ledger.test([child])).toEqual([expect.objectContaining({ code: -25 })])
    expect(ledger.state.mempool()).toEqual([])
    expect(getWtxid(parent)).not.toBe(parent.getId())
  })

  it("tests a replacement without evicting the original", () => {
    const ledger = makeFreshLedger()
    const [[, sign]] = libraries
    const coins = getUtxos(ledger, "segwit").slice(0, 1)
    const first = send(ledger, coins, { value: 30_000_000n, fee: 500n })
    const second = Transaction.fromHex(sign(makePayment(coins, { value: 30_000_000n, fee: 5000n })))
    const history = () => ledger.state.history(coins[0]?.script ?? new Uint8Array()).map(({ txid }) => txid)
    const before = history()
    expect(before).toContain(first)
    expect(ledger.test([second])).toEqual([expect.objectContaining({ txid: second.getId() })])
    expect(history()).toEqual(before)
  })

  it("lists five accounts on each network with all their UTXOs", () => {
    for (const accounts of Object.values(bitcoinAccounts)) expect(accounts).toHaveLength(5)
    const ledger = makeFreshLedger()
    for (const index of bitcoinAccounts.mainnet.keys())
      for (const kind of kinds)
        expect(getUtxos(ledger, kind, index).map(({ value }) => value)).toEqual(startingUtxoValues)
  })
})
