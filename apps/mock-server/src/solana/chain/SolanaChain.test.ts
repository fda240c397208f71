import { type Address, address, generateKeyPairSigner, getTransactionEncoder } from "@solana/kit"
import { getTransferSolInstruction, SYSTEM_PROGRAM_ADDRESS } from "@solana-program/system"
import {
  getBurnInstruction,
  getCloseAccountInstruction,
  getCreateAssociatedTokenInstructionAsync,
  TOKEN_PROGRAM_ADDRESS,
} from "@solana-program/token"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { genesisTimestamp } from "../../evm/genesis.ts"
import { getProgramAccounts } from "../rpc/accountMethods.ts"
import { solanaTokens } from "../solanaTokens.ts"
import { makeTestChain } from "../testing/testChain.ts"
import { genesisSlot, makeGenesis } from "./genesis.ts"
import { BadTransaction, decodeTransaction, type SolanaTransaction } from "./SolanaTransaction.ts"
import { describeTransactionError } from "./TransactionError.ts"

const wrappedSol = address("So11111111111111111111111111111111111111112")
const usdc = address(solanaTokens[0].mint)

type StartedTestChain = Awaited<ReturnType<typeof makeTestChain>>
type Signer = StartedTestChain["signers"][0]

const transfer = (source: Signer, destination: Address, amount: bigint) =>
  getTransferSolInstruction({ source, destination, amount })

describe("SolanaChain", () => {
  it("makes one block per transaction, with the same hashes in every process", async () => {
    const { chain, send, signers, tips } = await makeTestChain()
    const [one, two] = signers
    expect(chain.head()).toEqual({
      slot: genesisSlot,
      height: 378_000_000,
      blockhash: "5toa9DZkGxg9TBaoKHP21LjyoUbXQv6RBbsexxYP7AHE",
      time: genesisTimestamp,
    })
    const landed = await send(one, [transfer(one, two.address, 1n)])
    expect(landed?.block).toEqual(chain.head())
    expect(chain.head()).toMatchObject({ slot: genesisSlot + 1, height: 378_000_001 })
    expect(tips).toHaveLength(2)
    expect(tips.at(-1)).toBe(chain.head().blockhash)
  })

  it("dates its blocks by the clock of its world, which programs read as well", async () => {
    const { chain, send, signers, wait } = await makeTestChain()
    const [one, two] = signers
    wait(90_500)
    const landed = await send(one, [transfer(one, two.address, 1n)])
    expect(landed?.block.time).toBe(genesisTimestamp + 90)
    expect(chain.svm.getClock().unixTimestamp).toBe(BigInt(genesisTimestamp + 90))
    expect(chain.svm.getClock().slot).toBe(BigInt(genesisSlot + 2))
    expect([genesisSlot, genesisSlot + 1].map(chain.timeOf)).toEqual([
      genesisTimestamp,
      genesisTimestamp + 90,
    ])
  })

  it("accepts a blockhash for 150 blocks after its own", async () => {
    const { chain, sign, signers } = await makeTestChain()
    const [one, two] = signers
    const { blockhash, height } = chain.head()
    const early = await sign(one, [transfer(one, two.address, 1n)], blockhash)
    const late = await sign(one, [transfer(one, two.address, 2n)], blockhash)
    chain.advance(149)
    expect(chain.lastValidHeight(blockhash)).toBe(height + 150)
    expect(chain.submit(early)).not.toBe(null)
    expect(chain.lastValidHeight(blockhash)).toBe(chain.head().height)
    chain.advance(1)
    expect(chain.lastValidHeight(blockhash)).toBe(null)
    expect(chain.simulate(late).error).toBe("BlockhashNotFound")
    expect(chain.simulateUnsigned(late).error).toBe("BlockhashNotFound")
    expect(chain.submit(late)).toBe(null)
  })

  it("skips years of slots at once", async () => {
    const { chain } = await makeTestChain()
    const before = chain.head()
    chain.advance(1_000_000_000)
    expect(chain.head().height).toBe(before.height + 1_000_000_000)
    expect(chain.lastValidHeight(chain.head().blockhash)).toBe(chain.head().height + 150)
  })

  it("executes a transaction only once", async () => {
    const { chain, sign, signers } = await makeTestChain()
    const [one, two] = signers
    const transaction = await sign(one, [transfer(one, two.address, 1n)])
    const landed = chain.submit(transaction)
    expect(chain.find(transaction.signature)).toBe(landed)
    expect(chain.simulate(transaction).error).toBe("AlreadyProcessed")
    expect(chain.simulateUnsigned(transaction).error).toBe("AlreadyProcessed")
    expect(chain.submit(transaction)).toBe(null)
    expect(chain.transactions()).toEqual([landed])
  })

  it("keeps transactions pending, in order, until it makes a block", async () => {
    const { chain, send, sign, signers } = await makeTestChain()
    const [one, two] = signers
    chain.setMiningHeld(true)
    const head = chain.head()
    const first = await sign(one, [transfer(one, two.address, 1n)])
    expect(chain.submit(first)).toBe(null)
    expect(chain.submit(first)).toBe(null)
    await send(one, [transfer(one, two.address, 2n)])
    expect(chain.waiting()).toHaveLength(2)
    expect(chain.simulate(first).error).toBe("AlreadyProcessed")
    expect([chain.head(), chain.transactions()]).toEqual([head, []])
    chain.mine(3)
    expect(chain.head().height).toBe(head.height + 3)
    expect(chain.transactions().map(({ block }) => block.height - head.height)).toEqual([1, 2])
    expect(chain.waiting()).toEqual([])
    await send(one, [transfer(one, two.address, 3n)])
    chain.setMiningHeld(false)
    expect(chain.transactions()).toHaveLength(3)
    expect(await send(one, [transfer(one, two.address, 4n)])).not.toBe(null)
  })

  it("drops pending transactions on request and when they expire", async () => {
    const { chain, sign, signers } = await makeTestChain()
    const [one, two] = signers
    chain.setMiningHeld(true)
    const [dropped, late] = await Promise.all(
      [1n, 2n].map((amount) => sign(one, [transfer(one, two.address, amount)])),
    )
    if (dropped === undefined || late === undefined) throw new Error("There are two.")
    for (const transaction of [dropped, late]) chain.submit(transaction)
    chain.drop(dropped.signature)
    expect(chain.waiting()).toEqual([late])
    chain.advance(150)
    expect(chain.waiting()).toEqual([late])
    chain.advance(1)
    expect(chain.waiting()).toEqual([])
    chain.mine(1)
    expect([chain.transactions(), chain.waiting()]).toEqual([[], []])
  })

  it("charges the fee of a failed transaction and puts it in a block", async () => {
    const { chain, send, signers } = await makeTestChain()
    const [one, two] = signers
    const landed = await send(one, [transfer(one, two.address, 10n ** 15n)])
    expect(landed?.outcome.error).toEqual({ InstructionError: [0, { Custom: 1 }] })
    expect(landed?.balances).toEqual({
      pre: [1_000_000_000_000n, 1_000_000_000_000n, 1n],
      post: [999_999_995_000n, 1_000_000_000_000n, 1n],
    })
    expect(chain.transactions()).toEqual([landed])
  })

  it("makes no block for a transaction that cannot pay its fee or is unsigned", async () => {
    const { chain, send, sign, signers } = await makeTestChain()
    const [one, two] = signers
    const poor = await generateKeyPairSigner()
    expect(await send(poor, [transfer(poor, one.address, 1n)])).toBe(null)
    const transaction = await sign(one, [transfer(one, two.address, 1n)])
    const [other] = Object.values((await sign(one, [transfer(one, two.address, 2n)])).wire.signatures)
    const signatures = (bytes: typeof other) => ({ [one.address]: bytes ?? null })
    for (const bytes of [other, undefined]) {
      const forged = { ...transaction, wire: { ...transaction.wire, signatures: signatures(bytes) } }
      expect(chain.simulate(forged).error).toBe("SignatureFailure")
      expect(chain.submit(forged)).toBe(null)
      expect(chain.simulateUnsigned(forged).error).toBe(null)
    }
    expect(chain.head().slot).toBe(genesisSlot)
  })

  it("changes nothing when it simulates, and verifies signatures again afterwards", async () => {
    const { chain, sign, signers } = await makeTestChain()
    const [one, two] = signers
    const transaction = await sign(one, [transfer(one, two.address, 7n)])
    for (const outcome of [chain.simulate(transaction), chain.simulateUnsigned(transaction)]) {
      expect(outcome).toMatchObject({ error: null, unitsConsumed: 150n })
      expect(outcome.accounts.find(({ address }) => address === two.address)?.lamports).toBe(
        1_000_000_000_007n,
      )
    }
    expect(chain.svm.getBalance(two.address)).toBe(1_000_000_000_000n)
    expect(chain.head().slot).toBe(genesisSlot)
    const forged = { ...transaction, wire: { ...transaction.wire, signatures: { [one.address]: null } } }
    expect(chain.submit(forged)).toBe(null)
  })

  it("reports each block until the listener unsubscribes", async () => {
    const { chain, send, signers } = await makeTestChain()
    const [one, two] = signers
    const heard: (string | null)[] = []
    const stop = chain.onBlock((landed) => heard.push(landed && landed.transaction.signature))
    const landed = await send(one, [transfer(one, two.address, 1n)])
    chain.advance(3)
    stop()
    chain.advance(1)
    expect(heard).toEqual([landed?.transaction.signature, null])
  })

  it("keeps its state when it rests and wakes", async () => {
    const { chain, send, sign, signers } = await makeTestChain()
    const [one, two, three] = signers
    const { blockhash } = chain.head()
    const first = await sign(one, [transfer(one, two.address, 5n)])
    chain.submit(first)
    const created = await getCreateAssociatedTokenInstructionAsync({
      payer: one,
      owner: one.address,
      mint: wrappedSol,
    })
    const token = created.accounts[1].address
    await send(one, [created])
    // The account is gone after the rest, unlike a genesis account.
    const old = address("7HXFfaHQAqi2aFAEM5DYKWd1nBxnXzT61s2jMr2TGPgA")
    const close = getCloseAccountInstruction({ account: old, destination: three.address, owner: three })
    const burn = getBurnInstruction({ account: old, mint: usdc, authority: three, amount: 750_250_000n })
    expect((await send(three, [burn, close]))?.outcome.error).toBe(null)
    const state = () => ({
      balances: [one, two, three].map(({ address }) => chain.svm.getBalance(address)),
      tokens: getProgramAccounts(chain, TOKEN_PROGRAM_ADDRESS),
      isThere: [token, old].map((address) => chain.svm.getAccount(address).exists),
      clock: String(chain.svm.getClock()),
      slots: chain.svm.getSlotHashes().map(({ slot, hash }) => [slot, hash]),
    })
    const before = state()
    const engine = chain.svm
    chain.rest()
    chain.rest()
    // Another chain uses the engine meanwhile, without this chain's state.
    const other = await makeTestChain()
    expect(other.chain.svm).toBe(engine)
    for (const program of [TOKEN_PROGRAM_ADDRESS, SYSTEM_PROGRAM_ADDRESS])
      expect(getProgramAccounts(other.chain, program)).toEqual(
        getProgramAccounts({ svm: makeGenesis() }, program),
      )
    expect(other.chain.submit(first)?.outcome.error).toBe(null)
    expect(state()).toEqual(before)
    expect(before.isThere).toEqual([true, false])
    expect(chain.simulate(first).error).toBe("AlreadyProcessed")
    expect(chain.submit(first)).toBe(null)
    const again = await sign(one, [transfer(one, two.address, 6n)], blockhash)
    expect(chain.submit(again)?.block.slot).toBe(genesisSlot + 4)
    chain.rest()
    chain.advance(1)
    expect(chain.svm.getBalance(two.address)).toBe(1_000_000_000_011n)
  })

  it("executes or rejects every decodable transaction", async () => {
    const { chain, sign, signers } = await makeTestChain()
    const [one, two] = signers
    const open = await getCreateAssociatedTokenInstructionAsync({
      payer: one,
      owner: two.address,
      mint: wrappedSol,
    })
    const valid = getTransactionEncoder().encode(
      (await sign(one, [transfer(one, two.address, 5n), open])).wire,
    )
    const change = fc.tuple(fc.integer({ min: 65, max: valid.length - 1 }), fc.oneof(fc.nat(12), fc.nat(255)))
    const changes = fc
      .uniqueArray(change, { minLength: 1, maxLength: 4, selector: ([at]) => at })
      .filter((some) => some.some(([at, byte]) => byte !== valid[at]))
    fc.assert(
      fc.property(changes, (some) => {
        const bytes = new Uint8Array(valid)
        for (const [at, byte] of some) bytes[at] = byte
        const read = readable(bytes)
        if (read === null) return true
        const { error } = chain.simulateUnsigned(read)
        return (error === null || describeTransactionError(error) !== "") && chain.submit(read) === null
      }),
    )
    expect(chain.head().slot).toBe(genesisSlot)
  })
})

const readable = (bytes: Uint8Array): SolanaTransaction | null => {
  try {
    return decodeTransaction(bytes)
  } catch (error) {
    if (error instanceof BadTransaction) return null
    throw error
  }
}
