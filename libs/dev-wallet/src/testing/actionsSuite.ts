import type {
  BalanceChange,
  ChainActions,
  ChainHistory,
  ChainTransaction,
  CollectibleId,
  PastTransaction,
  SigningActions,
  TokenDescription,
  TransactionQuery,
  TransactionStatus,
  Transfer,
  WalletCall,
  WalletRequest,
} from "@wmodal/chains"
import { type Network, type Rpc, RpcError } from "@wmodal/protocol"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

/** A token of which the sender of a fixture has a balance. */
export interface TokenFixture extends TokenDescription {
  readonly address: string
  /** The amount to send, in base units. */
  readonly amount: bigint
  /** The amount that the recipient receives: less where the token takes a fee. */
  readonly arrives: bigint
}

/** A contract that takes an approved `amount` of one token, and gives another one. */
export interface ExchangeFixture {
  readonly router: string
  readonly token: string
  readonly amount: bigint
  /** The token that it gives. */
  readonly destination: string
  readonly swap: WalletCall
  /** Like `swap`, but reverts regardless of the allowance. */
  readonly refused: WalletCall
}

/** A running chain, and a wallet on it that approves everything. No other user sends transactions on it. */
export interface ActionsFixture {
  readonly actions: ChainActions
  readonly network: Network
  readonly rpc: Rpc
  /** Holds native currency and every token. */
  readonly from: string
  readonly to: string
  readonly tokens: readonly TokenFixture[]
  /** The minimum payment in native currency; none where absent. */
  readonly least?: bigint
  /** The result of signing the same transaction again: `another`, unless the chain binds it to its inputs. */
  readonly signedAgain?: "another" | "same"
  /** A transfer that the chain's code rejects despite a sufficient balance; `null` where there is none. */
  readonly refused: Transfer | null
  /** Texts that are not addresses of this chain. */
  readonly odd: readonly string[]
  readonly collectibles: {
    readonly owner: string
    readonly owned: readonly CollectibleId[]
    /** Collectibles of other owners, or without one. */
    readonly others: readonly CollectibleId[]
  }
  /** `null` on a chain without contracts of this kind. */
  readonly exchange: ExchangeFixture | null
  /** Signs and sends like a wallet, and leaves the transaction pending. Returns the hash. */
  readonly send: (transaction: ChainTransaction) => Promise<string>
  /** Signs without sending. Returns the bytes as text. */
  readonly sign: (transaction: ChainTransaction) => Promise<string>
  /** Mines the pending transactions, then adds empty blocks. */
  readonly mine: (blocks: number) => Promise<void>
  readonly end: () => Promise<void>
}

/** A chain of which no node is needed: its accounts sign. */
export interface SigningFixture {
  readonly actions: SigningActions
  readonly network: Network
  readonly from: string
  /** Another account's address. */
  readonly to: string
  /** Texts that are not addresses of this chain. */
  readonly odd: readonly string[]
}

/**
 * Defines the Vitest tests that every chain must pass without a node, also one whose accounts only sign. A chain that
 * offers payments passes `defineActionsSuite`, too.
 */
export const defineSigningSuite = (name: string, start: () => Promise<SigningFixture>): void => {
  describe(`${name} meets the SigningActions contract`, () => {
    const explaining = async (request: WalletRequest) => {
      const { actions, from, network } = await start()
      return Effect.runPromise(
        actions.explain({ network, rpc: silent, from, request, tokens: [], nameOf: () => null }),
      )
    }

    it("returns one canonical form of an address, and null for other texts", async () => {
      const { actions, from, odd, to } = await start()
      for (const address of [from, to]) expect(actions.address(address)).toBe(address)
      expect(odd.map((text) => actions.address(text))).toEqual(odd.map(() => null))
    })

    it("explains a readable message without a danger, and others as blind", async () => {
      expect(await explaining({ _tag: "Message", message: "Hello" })).toMatchObject({
        dangers: [],
        trial: null,
      })
      const blind = { dangers: [{ _tag: "Blind" }], trial: null }
      expect(await explaining({ _tag: "Message", message: `0x${"ab".repeat(32)}` })).toMatchObject(blind)
      for (const typedData of ["", "{}", "hello"])
        expect(await explaining({ _tag: "TypedData", typedData })).toMatchObject(blind)
      expect(await explaining({ _tag: "Other", method: "sign_whatever", params: "[]" })).toMatchObject(blind)
    })

    it("explains a transaction that it cannot read or try as such", async () => {
      const dangers = expect.arrayContaining([{ _tag: "Blind" }, { _tag: "Untried" }])
      const unread = { dangers, trial: { _tag: "Unavailable" } }
      const transaction: ChainTransaction = {}
      expect(await explaining({ _tag: "Transaction", transaction })).toMatchObject(unread)
      expect(
        await explaining({ _tag: "Transactions", transactions: [transaction, transaction] }),
      ).toMatchObject(unread)
      const call = { to: "", value: 0n, data: "0x00" }
      expect(await explaining({ _tag: "Calls", calls: [call] })).toMatchObject(unread)
    })
  })
}

/**
 * Defines the Vitest tests that the actions of every chain must pass on a running chain.
 * A new chain must pass them before the UI shows its accounts.
 */
export const defineActionsSuite = (name: string, start: () => Promise<ActionsFixture>): void => {
  describe(`${name} meets the Actions contract`, { timeout: 60_000 }, () => {
    let started: ActionsFixture | null = null
    beforeAll(async () => {
      started = await start()
    }, 60_000)
    afterAll(() => started?.end())

    const fixture = () => {
      if (started === null) throw new Error("The chain has not been started.")
      const { actions, from, least = 0n, network, rpc } = started
      const asking = { network, rpc }
      const run = Effect.runPromise
      return {
        ...started,
        least,
        asking,
        balanceOf: (address: string, token: string | null = null) =>
          run(
            token === null
              ? actions.balance({ ...asking, address })
              : actions.tokenBalance({ ...asking, address, token }),
          ),
        /** The review that a user sees before signing. */
        prepare: async (transfer: Transfer) => {
          const fee = await run(actions.estimate({ ...asking, transfer }))
          const transaction = actions.build({ transfer, fee })
          const simulation = await run(actions.simulate({ ...asking, transfer, transaction }))
          return { fee, transaction, simulation }
        },
        mark: () => run(actions.takeCheckpoint({ ...asking, from })),
        find: (sought: Partial<TransactionQuery>) =>
          run(
            actions.find({
              ...asking,
              sought: { from, transaction: null, mark: null, hash: null, excludedHashes: [], ...sought },
            }),
          ),
      }
    }

    it("returns one canonical form of an address, and null for other texts", () => {
      const { actions, from, odd, to } = fixture()
      for (const address of [from, to]) expect(actions.address(address)).toBe(address)
      expect(odd.map((text) => actions.address(text))).toEqual(odd.map(() => null))
    })

    it("returns a token's own metadata, and null where no token exists", async () => {
      const { actions, asking, to, tokens } = fixture()
      for (const { address, decimals, name: called, symbol } of tokens)
        expect(await Effect.runPromise(actions.token({ ...asking, token: address }))).toEqual({
          name: called,
          symbol,
          decimals,
        })
      expect(await Effect.runPromise(actions.token({ ...asking, token: to }))).toBe(null)
    })

    it("changes balances as simulated, for at most the fee shown", async () => {
      const { balanceOf, find, from, least, mark, mine, prepare, send, to, tokens } = fixture()
      const native = { address: null, amount: least + 5_000n, arrives: least + 5_000n }
      for (const { address: token, amount, arrives } of [native, ...tokens]) {
        const transfer = { from, to, token, amount }
        const { fee, simulation, transaction } = await prepare(transfer)
        expect(fee.most).toBeGreaterThanOrEqual(fee.expected)
        expect(fee.expected).toBeGreaterThan(0n)
        const [hers, his] = [await balanceOf(from, token), await balanceOf(to, token)]
        const sender: readonly BalanceChange[] = [{ token, before: hers, after: hers - amount }]
        const recipient: readonly BalanceChange[] = [{ token, before: his, after: his + arrives }]
        expect(simulation).toEqual({ _tag: "Simulated", sender, recipient })

        const marked = await mark()
        const sought = { transaction, mark: marked }
        expect(await find(sought)).toEqual({ _tag: "Missing" })
        const hash = await send(transaction)
        expect(await find({ ...sought, hash })).toMatchObject({ _tag: "Pending", hash })
        await mine(1)
        const found = await find(sought)
        expect(found).toMatchObject({ _tag: "Mined", hash, succeeded: true, confirmations: 1 })
        expect(await find({ hash })).toEqual(found)
        expect(getFee(found)).toBeGreaterThan(0n)
        expect(getFee(found)).toBeLessThanOrEqual(fee.most)
        const paid = token === null ? getFee(found) : 0n
        expect(await balanceOf(from, token)).toBe(hers - amount - paid)
        expect(await balanceOf(to, token)).toBe(his + arrives)
        await mine(2)
        expect(await find(sought)).toMatchObject({ confirmations: 3 })
      }
    })

    it("builds the same transaction for the same payment, as plain JSON", async () => {
      const { actions, from, least, prepare, to } = fixture()
      const transfer = { from, to, token: null, amount: least + 7n }
      const { fee, transaction } = await prepare(transfer)
      expect(actions.build({ transfer, fee })).toEqual(transaction)
      expect(JSON.parse(JSON.stringify(transaction))).toEqual(transaction)
    })

    it("never matches one transaction to two requests", async () => {
      const { find, from, least, mark, mine, prepare, send, signedAgain = "another", to } = fixture()
      const asked = () => prepare({ from, to, token: null, amount: least + 11n })
      const { transaction } = await asked()
      const marked = await mark()
      const hash = await send(transaction)
      await mine(1)
      const taken = [hash]
      const { _tag } = await find({ transaction, mark: marked, excludedHashes: taken })
      expect(_tag).toBe(signedAgain === "another" ? "Missing" : "Replaced")
      const again = signedAgain === "another" ? transaction : (await asked()).transaction
      const second = await send(again)
      await mine(1)
      const sought = { transaction: again, mark: marked, excludedHashes: taken }
      expect(await find(sought)).toMatchObject({ _tag: "Mined", hash: second })
    })

    it("finds no other transaction for one that was never sent", async () => {
      const { find, from, least, mark, mine, prepare, send, to } = fixture()
      const marked = await mark()
      const { transaction } = await prepare({ from, to, token: null, amount: least + 13n })
      await send((await prepare({ from, to, token: null, amount: least + 14n })).transaction)
      await mine(2)
      expect((await find({ transaction, mark: marked }))._tag).not.toBe("Mined")
      expect(await find({ hash: await getUnsentHash(fixture(), transaction) })).toEqual({ _tag: "Missing" })
    })

    it("rejects before sending a transfer that the chain would reject", async () => {
      const { actions, asking, balanceOf, from, refused, to, tokens } = fixture()
      const refusalOf = (transfer: Transfer) =>
        Effect.runPromise(Effect.flip(actions.estimate({ ...asking, transfer })))
      for (const token of [null, ...tokens.map(({ address }) => address)]) {
        const amount = (await balanceOf(from, token)) + 1n
        expect(await refusalOf({ from, to, token, amount })).toMatchObject({
          _tag: "TransferRejected",
          reason: { _tag: "Insufficient", of: "token" },
        })
      }
      if (refused === null) return
      expect(await refusalOf(refused)).toMatchObject({ reason: { _tag: "Reverts" } })
      const fee = { expected: 0n, most: 0n, transactionFields: {}, seconds: null }
      const transaction = actions.build({ transfer: refused, fee })
      const simulated = actions.simulate({ ...asking, transfer: refused, transaction })
      expect((await Effect.runPromise(simulated))._tag).toBe("Reverts")
    })

    it("broadcasts signed bytes repeatedly with the same hash, known in advance", async () => {
      const { actions, asking, balanceOf, find, from, least, mine, network, prepare, sign, to } = fixture()
      const { transaction } = await prepare({ from, to, token: null, amount: least + 17n })
      const raw = await sign(transaction)
      const before = await balanceOf(to)
      const hash = actions.toTransactionHash({ network, raw })
      const send = Effect.runPromise(actions.broadcast({ ...asking, raw }))
      expect(await send).toBe(hash)
      expect(await Effect.runPromise(actions.broadcast({ ...asking, raw }))).toBe(hash)
      await mine(1)
      expect(await Effect.runPromise(actions.broadcast({ ...asking, raw }))).toBe(hash)
      await mine(1)
      expect(await find({ hash })).toMatchObject({ _tag: "Mined", hash, confirmations: 2 })
      expect(await balanceOf(to)).toBe(before + least + 17n)
    })

    it("rejects bytes that are not a signed transaction of the network", async () => {
      const { actions, asking, least, network, prepare, sign, from, to } = fixture()
      const raw = await sign((await prepare({ from, to, token: null, amount: least + 19n })).transaction)
      for (const text of ["", "no", raw.slice(0, -2), `${raw}00`, raw.slice(0, 20)]) {
        expect(actions.toTransactionHash({ network, raw: text })).toBe(null)
        const refusal = await Effect.runPromise(Effect.flip(actions.broadcast({ ...asking, raw: text })))
        expect(refusal).toMatchObject({ _tag: "TransferRejected", reason: { _tag: "Malformed" } })
      }
    })

    it("simulates calls in a row as they execute, and limits approvals to the amount", async () => {
      const { actions, asking, balanceOf, exchange, find, from, mark, mine, send } = fixture()
      expect(actions.contracts === null).toBe(exchange === null)
      if (actions.contracts === null || exchange === null) return
      const { approve, call, toCall, estimateCall, estimateCalls, decodeSpender } = actions.contracts
      const { amount, destination, router, swap, token } = exchange
      const approval = approve({ token, spender: router, amount })
      expect(decodeSpender(approval.data)).toBe(router)
      expect(decodeSpender(swap.data)).toBe(null)
      expect(toCall(call(swap))).toEqual(swap)
      const tokens = [token, destination]
      const trying = (...calls: readonly [WalletCall, ...WalletCall[]]) =>
        Effect.runPromise(
          Effect.map(
            actions.explain({
              ...asking,
              from,
              request: { _tag: "Calls", calls },
              tokens,
              nameOf: () => null,
            }),
            ({ trial }) => trial,
          ),
        )

      expect(await trying(swap)).toMatchObject({ _tag: "Reverts", at: 0 })
      expect(await trying(approval, exchange.refused)).toMatchObject({ _tag: "Reverts", at: 1 })
      const less = approve({ token, spender: router, amount: amount - 1n })
      expect(await trying(less, swap)).toMatchObject({ _tag: "Reverts", at: 1 })
      const refusal = Effect.runPromise(Effect.flip(estimateCall({ ...asking, from, call: swap })))
      expect(await refusal).toMatchObject({ _tag: "TransferRejected", reason: { _tag: "Reverts" } })

      const trial = await trying(approval, swap)
      expect(trial).toMatchObject({
        _tag: "Simulated",
        changes: [{ token: null }, { token }, { token: destination }],
      })
      const [own, source, gained] = trial?._tag === "Simulated" ? trial.changes : []
      expect(own?.after).toBe(own?.before)
      expect(source).toEqual({
        token,
        before: await balanceOf(from, token),
        after: (source?.before ?? 0n) - amount,
      })
      expect(gained?.before).toBe(await balanceOf(from, destination))
      expect(gained?.after).toBeGreaterThan(gained?.before ?? 0n)

      const [, later] = await Effect.runPromise(
        estimateCalls({ ...asking, from, calls: [{ call: approval }, { call: swap }] }),
      )
      for (const one of [approval, swap]) {
        const fee = await Effect.runPromise(estimateCall({ ...asking, from, call: one }))
        const transaction = { ...call(one), ...fee.transactionFields }
        expect(toCall(transaction)).toEqual(one)
        const marked = await mark()
        const hash = await send(transaction)
        await mine(1)
        const found = await find({ transaction, mark: marked, hash })
        expect(found).toMatchObject({ _tag: "Mined", hash, succeeded: true })
        expect(getFee(found)).toBeLessThanOrEqual(fee.most)
        // What was estimated before the approval leaves room for the swap as it is after it, and little more.
        if (one !== swap || later === undefined) continue
        expect(later.most).toBeGreaterThanOrEqual(fee.most)
        expect(later.most).toBeLessThanOrEqual((fee.most * 3n) / 2n)
        expect(later.expected).toBeLessThanOrEqual(fee.expected)
      }
      expect(later).toBeDefined()
      expect(await balanceOf(from, token)).toBe(source?.after)
      expect(await balanceOf(from, destination)).toBe(gained?.after)
      expect(await trying(swap)).toMatchObject({ _tag: "Reverts", at: 0 })
    })

    it("explains transactions and messages, and reports dangers for harmful ones only", async () => {
      const { actions, asking, exchange, from, least, prepare, to, tokens } = fixture()
      const explaining = (request: WalletRequest, watched: readonly string[] = []) =>
        Effect.runPromise(actions.explain({ ...asking, from, request, tokens: watched, nameOf: () => null }))
      for (const token of [null, ...tokens.map(({ address }) => address)]) {
        const amount = token === null ? least + 5n : 5n
        const { transaction } = await prepare({ from, to, token, amount })
        const { calls, dangers, trial } = await explaining({ _tag: "Transaction", transaction })
        expect([calls.length, dangers, trial?._tag]).toEqual([1, [], "Simulated"])
      }
      const message = await explaining({ _tag: "Message", message: "Hello" })
      expect(message).toMatchObject({ dangers: [], trial: null })
      for (const typedData of ["", "{}", "hello"])
        expect(await explaining({ _tag: "TypedData", typedData })).toMatchObject({
          dangers: [{ _tag: "Blind" }],
        })
      const other = await explaining({ _tag: "Other", method: "sign_whatever", params: "[]" })
      expect(other).toMatchObject({ dangers: [{ _tag: "Blind" }], trial: null })
      if (actions.contracts === null || exchange === null) return
      const { amount, refused: refusedCall, router, swap, token } = exchange
      const approval = actions.contracts.approve({ token, spender: router, amount })
      const batch = await explaining({ _tag: "Calls", calls: [approval, swap] }, [token])
      // No descriptor reads this exchange.
      expect(batch).toMatchObject({ dangers: [{ _tag: "Unread" }], trial: { _tag: "Simulated" } })
      expect(batch.calls).toHaveLength(2)
      const failing = await explaining({ _tag: "Calls", calls: [approval, refusedCall] })
      expect(failing).toMatchObject({
        dangers: [{ _tag: "Unread" }, { _tag: "Fails" }],
        trial: { _tag: "Reverts", at: 1 },
      })
      const unlimited = actions.contracts.approve({ token, spender: router, amount: 2n ** 256n - 1n })
      const transaction = actions.contracts.call(unlimited)
      expect((await explaining({ _tag: "Transaction", transaction })).dangers).toMatchObject([
        { _tag: "UnlimitedApproval", token, spender: router },
      ])
    })

    it("keeps only collectibles that the owner still has", async () => {
      const { actions, asking, collectibles } = fixture()
      const { others, owned, owner } = collectibles
      const asked = { ...asking, owner, collectibles: [...others, ...owned] }
      expect(await Effect.runPromise(actions.filterOwned(asked))).toEqual(owned)
      expect(await Effect.runPromise(actions.filterOwned({ ...asked, collectibles: [] }))).toEqual([])
    })

    it("fails or reports Unknown when no node responds", async () => {
      const { actions, from, least, network, prepare, to } = fixture()
      const asking = { network, rpc: silent }
      const transfer = { from, to, token: null, amount: least + 1n }
      const { transaction } = await prepare(transfer)
      const sought: TransactionQuery = {
        from,
        transaction: null,
        mark: null,
        hash: "0x00",
        excludedHashes: [],
      }
      const results = await Effect.runPromise(
        Effect.all([
          Effect.flip(actions.balance({ ...asking, address: from })),
          Effect.flip(actions.estimate({ ...asking, transfer })),
          Effect.flip(actions.takeCheckpoint({ ...asking, from })),
          Effect.flip(actions.find({ ...asking, sought })),
        ]),
      )
      expect(results.map(({ _tag }) => _tag)).toEqual(["RpcError", "RpcError", "RpcError", "RpcError"])
      const simulated = actions.simulate({ ...asking, transfer, transaction: {} })
      expect(await Effect.runPromise(simulated)).toEqual({ _tag: "Unavailable" })
      const request = { _tag: "Transaction", transaction } as const
      const explained = actions.explain({ ...asking, from, request, tokens: [], nameOf: () => null })
      expect(await Effect.runPromise(explained)).toMatchObject({
        dangers: [{ _tag: "Untried" }],
        trial: { _tag: "Unavailable" },
      })
    })

    it("raises the fee of a pending transaction, so that exactly one is mined and both are found", async () => {
      const { actions, asking, balanceOf, find, from, least, mark, mine, prepare, send, to } = fixture()
      const { bumpFee } = actions
      if (bumpFee === null) return
      const raise = (transaction: ChainTransaction) => bumpFee({ ...asking, from, transaction })
      const amount = least + 23n
      const { fee, transaction } = await prepare({ from, to, token: null, amount })
      const refusal = { _tag: "TransferRejected", reason: { _tag: "Reverts" } }
      expect(await Effect.runPromise(Effect.flip(raise(transaction)))).toMatchObject(refusal)
      const [his, marked] = [await balanceOf(to), await mark()]
      await send(transaction)
      const raised = await Effect.runPromise(raise(transaction))
      expect(raised.fee.expected).toBeGreaterThan(fee.expected)
      const hash = await send(raised.transaction)
      const pending = { _tag: "Pending", hash }
      expect(await find({ transaction, mark: marked })).toMatchObject(pending)
      const again = await Effect.runPromise(raise(transaction))
      expect(again.fee.expected).toBeGreaterThan(raised.fee.expected)
      await mine(1)
      const mined = { _tag: "Mined", hash, succeeded: true }
      expect(await find({ transaction, mark: marked })).toMatchObject(mined)
      expect(await find({ transaction: raised.transaction, mark: marked })).toMatchObject(mined)
      expect(await balanceOf(to)).toBe(his + amount)
      expect(await Effect.runPromise(Effect.flip(raise(transaction)))).toMatchObject(refusal)
    })

    it("returns an address's history, newest first, each transaction once", async () => {
      const { actions, asking, from, least, mine, prepare, send, to } = fixture()
      const { history } = actions
      if (history === null) return
      const amount = least + 29n
      const hash = await send((await prepare({ from, to, token: null, amount })).transaction)
      const read = async (address: string) => {
        const all: PastTransaction[] = []
        let cursor: string | null = null
        do {
          const page: ChainHistory = await Effect.runPromise(history({ ...asking, address, cursor }))
          all.push(...page.transactions)
          cursor = page.next
        } while (cursor !== null)
        return all
      }
      const sent = { hash, amount, direction: "out", counterparty: to }
      const came = { hash, amount, direction: "in", counterparty: from }
      const waits = { status: "pending", at: null }
      expect((await read(from))[0]).toEqual({ ...sent, ...waits })
      expect((await read(to))[0]).toEqual({ ...came, ...waits })
      await mine(1)
      const [latest, ...earlier] = await read(from)
      expect(latest).toEqual({ ...sent, status: "confirmed", at: expect.any(Number) })
      expect((await read(to))[0]).toMatchObject({ ...came, status: "confirmed" })
      const hashes = [hash, ...earlier.map((one) => one.hash)]
      expect(new Set(hashes).size).toBe(hashes.length)
      const times = earlier.map(({ at }) => at ?? 0)
      expect(times).toEqual(times.toSorted((a, b) => b - a))
    })

    it("permits sending the whole spendable balance minus the maximum fee", async () => {
      const { actions, asking, from, mark, mine, find, send, to } = fixture()
      const readSpendable = () =>
        Effect.runPromise(actions.spendableBalance({ ...asking, address: from, token: null }))
      const all = await readSpendable()
      const transfer = { from, to, token: null, amount: all }
      const fee = await Effect.runPromise(actions.estimate({ ...asking, transfer }))
      const marked = await mark()
      const transaction = actions.build({ transfer: { ...transfer, amount: all - fee.most }, fee })
      const hash = await send(transaction)
      await mine(1)
      expect(await find({ transaction, mark: marked })).toMatchObject({
        _tag: "Mined",
        hash,
        succeeded: true,
      })
      expect(await readSpendable()).toBeLessThanOrEqual(fee.most)
    })
  })
}

/** Unreachable nodes. */
const silent: Rpc = {
  request: (method) =>
    Effect.fail(new RpcError({ method, host: "", reason: { _tag: "Unreachable", detail: "offline" } })),
  pin: Effect.suspend(() => Effect.succeed(silent)),
}

const getFee = (standing: TransactionStatus) => (standing._tag === "Mined" ? (standing.fee ?? -1n) : -1n)

const getUnsentHash = async ({ actions, network, sign }: ActionsFixture, transaction: ChainTransaction) =>
  actions.toTransactionHash({ network, raw: await sign(transaction) })
