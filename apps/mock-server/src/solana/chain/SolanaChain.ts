import type { Address, Blockhash, EncodedAccount } from "@solana/kit"
import type { Network } from "@wmodal/protocol"
import { Clock, type LiteSVM } from "litesvm"
import { genesisTimestamp } from "../../evm/genesis.ts"
import { type AccountKey, resolveAccountKeys } from "./accountKeys.ts"
import { computeBlockhash, maxBlockhashAgeBlocks } from "./blockhash.ts"
import { type ExecutionResult, makeRejectedResult, toExecutionResult } from "./ExecutionResult.ts"
import { acquireEngine, releaseEngine } from "./engines.ts"
import { computeTransactionFee, getUnitPrice } from "./fee.ts"
import { genesisSlot } from "./genesis.ts"
import { getTopLevelInstructions, resolveInstruction } from "./instructions.ts"
import { missingAccount } from "./missingAccount.ts"
import type { SolanaTransaction } from "./SolanaTransaction.ts"
import { getTokenBalances, type TokenBalance } from "./tokenBalances.ts"

export const slotsPerEpoch = 432_000
/** Slots without a block, so that a client that confuses slot and height fails. */
const skippedSlots = 22_000_000
/** Milliseconds per slot. */
export const slotTimeMs = 400

/** One block. Each transaction has its own block; empty blocks come only from a clock that is moved by hand. */
export interface SolanaBlock {
  readonly slot: number
  readonly height: number
  readonly blockhash: Blockhash
  /** Unix seconds. */
  readonly time: number
}

/** A transaction in a block, whether its programs succeeded or not. It is final at once. */
export interface ConfirmedTransaction {
  readonly transaction: SolanaTransaction
  readonly block: SolanaBlock
  readonly outcome: ExecutionResult
  readonly keys: readonly AccountKey[]
  /** Lamports. */
  readonly fee: bigint
  /** Micro-lamports per compute unit. */
  readonly unitPrice: bigint
  /** Lamports of each account, before and after. */
  readonly balances: { readonly pre: readonly bigint[]; readonly post: readonly bigint[] }
  readonly tokens: { readonly pre: readonly TokenBalance[]; readonly post: readonly TokenBalance[] }
}

/** One Solana network of one world. */
export interface SolanaChain {
  readonly network: Network
  readonly genesisHash: string
  /** For reading accounts, not for keeping: `submit` makes all changes. The getter wakes a resting chain. */
  readonly svm: LiteSVM
  readonly head: () => SolanaBlock
  /** Returns the Unix seconds of a slot. */
  readonly timeOf: (slot: number) => number
  /**
   * Returns the last height at which a transaction with this blockhash can land; `null` when the blockhash is expired
   * or unknown.
   */
  readonly lastValidHeight: (blockhash: string) => number | null
  /** Returns the transactions in the order in which they landed. */
  readonly transactions: () => readonly ConfirmedTransaction[]
  readonly find: (signature: string) => ConfirmedTransaction | undefined
  /** Executes a transaction that is correctly signed and not expired. `null` when it is not in a block, or not yet. */
  readonly submit: (transaction: SolanaTransaction) => ConfirmedTransaction | null
  /**
   * Sets whether sent transactions are pending until `mine`. Nodes report them as part of the block in progress;
   * turning this off executes the pending ones.
   */
  readonly setMiningHeld: (isHeld: boolean) => void
  readonly waiting: () => readonly SolanaTransaction[]
  /** Drops a pending transaction, as an abandoned fork does. */
  readonly drop: (signature: string) => void
  /** Executes pending transactions, then makes empty blocks up to this number. Expired transactions are dropped. */
  readonly mine: (blocks: number) => void
  /** Returns the result of executing the transaction, without changes to the ledger. */
  readonly simulate: (transaction: SolanaTransaction) => ExecutionResult
  /** Simulates an unsigned transaction. */
  readonly simulateUnsigned: (transaction: SolanaTransaction) => ExecutionResult
  /** Makes this number of empty blocks. */
  readonly advance: (blocks: number) => void
  /** Keeps the changes since genesis and releases the engine until the next use. */
  readonly rest: () => void
  /** Subscribes to new blocks. @returns the function that unsubscribes. */
  readonly onBlock: (listen: (landed: ConfirmedTransaction | null) => void) => () => void
}

export const makeSolanaChain = (options: {
  readonly network: Network
  readonly genesisHash: string
  /** Returns UTC milliseconds by the clock of the chain's world. */
  readonly now: () => number
  /** Receives each new newest blockhash, and the first one. */
  readonly onTip: (blockhash: string) => void
}): SolanaChain => {
  const { network, genesisHash, now, onTip } = options
  let awake: LiteSVM | null = null
  let saved: readonly EncodedAccount[] = []
  const recent = new Map<string, number>()
  const landed: ConfirmedTransaction[] = []
  const bySignature = new Map<string, ConfirmedTransaction>()
  const listeners = new Set<(landed: ConfirmedTransaction | null) => void>()
  let isHeld = false
  let waiting: readonly SolanaTransaction[] = []

  const blockAt = (slot: number, time: number): SolanaBlock => {
    const height = slot - skippedSlots
    return { slot, height, blockhash: computeBlockhash(genesisHash, height), time }
  }

  let head = blockAt(genesisSlot, genesisTimestamp)
  /** Last event times, by each slot in which one occurred. */
  const times = [head]

  /** Returns the time of the next block, never earlier than that of the last one. */
  const nextTime = () => Math.max(head.time, Math.floor(now() / 1000))

  const remember = (block: SolanaBlock) => {
    recent.set(block.blockhash, block.height)
    for (const [hash, height] of recent) {
      if (height >= block.height - maxBlockhashAgeBlocks) break
      recent.delete(hash)
    }
  }

  const svm = (): LiteSVM => {
    if (awake !== null) return awake
    awake = acquireEngine()
    for (const account of saved) awake.setAccount(account)
    setSlotHashes(awake)
    setClock(awake)
    return awake
  }

  /** Programs can change only the accounts that a transaction names. */
  const rest = () => {
    const ledger = awake
    if (ledger === null) return
    const keys = landed.flatMap((one) => one.keys.flatMap((key) => (key.writable ? key.address : [])))
    const written = [...new Set(keys)]
    saved = written
      .map((address) => {
        const account = ledger.getAccount(address)
        return account.exists ? account : missingAccount(address)
      })
      // A program is read from the data of another account, which must exist first.
      .toSorted((one, other) => Number(one.executable) - Number(other.executable))
    releaseEngine(ledger, written)
    awake = null
  }

  /** Sets the clock that programs read to that of the block that would hold the transaction. */
  const setClock = (ledger: LiteSVM) => {
    const slot = head.slot + 1
    const epoch = Math.floor(slot / slotsPerEpoch)
    ledger.setClock(
      new Clock(BigInt(slot), BigInt(genesisTimestamp), BigInt(epoch), BigInt(epoch + 1), BigInt(nextTime())),
    )
  }

  /** Sets the hashes from which the address lookup table program reads recent slots, newest first. */
  const setSlotHashes = (ledger: LiteSVM) => {
    const hashes = [...recent].map(([hash, height]) => ({ slot: BigInt(height + skippedSlots), hash }))
    ledger.setSlotHashes(hashes.toReversed())
  }

  const advance = (blocks: number) => {
    const block = blockAt(head.slot + blocks, nextTime())
    const oldest = Math.max(head.slot + 1, block.slot - maxBlockhashAgeBlocks)
    for (let slot = oldest; slot <= block.slot; slot += 1) remember(blockAt(slot, block.time))
    head = block
    times.push(block)
    waiting = waiting.filter((one) => !isTooOld(one))
    if (awake !== null) {
      setSlotHashes(awake)
      setClock(awake)
    }
    onTip(block.blockhash)
    return block
  }

  remember(head)
  onTip(head.blockhash)

  const lastValidHeight = (blockhash: string): number | null => {
    const height = recent.get(blockhash)
    return height === undefined ? null : height + maxBlockhashAgeBlocks
  }

  const isTooOld = ({ message }: SolanaTransaction) => lastValidHeight(message.lifetimeToken) === null

  // Without signature verification, a copied signature could be a duplicate of another transaction's.
  const isLanded = ({ signature, wire }: SolanaTransaction) => {
    const messageBytes = bySignature.get(signature)?.transaction.wire.messageBytes
    return messageBytes !== undefined && Buffer.from(messageBytes).equals(new Uint8Array(wire.messageBytes))
  }

  const isWaiting = ({ signature }: SolanaTransaction) => waiting.some((one) => one.signature === signature)

  const refusal = (transaction: SolanaTransaction): ExecutionResult | null => {
    if (isTooOld(transaction)) return makeRejectedResult("BlockhashNotFound")
    return isLanded(transaction) || isWaiting(transaction) ? makeRejectedResult("AlreadyProcessed") : null
  }

  const balancesOf = (keys: readonly AccountKey[]) =>
    keys.map(({ address }) => svm().getBalance(address) ?? 0n)
  const tokensOf = (keys: readonly AccountKey[]) =>
    getTokenBalances(
      keys.map(({ address }): Address => address),
      svm(),
    )

  const submit = (transaction: SolanaTransaction): ConfirmedTransaction | null => {
    if (!isHeld) return execute(transaction)
    if (isFullySigned(transaction) && refusal(transaction) === null) waiting = [...waiting, transaction]
    return null
  }

  const execute = (transaction: SolanaTransaction): ConfirmedTransaction | null => {
    if (!isFullySigned(transaction) || isTooOld(transaction) || bySignature.has(transaction.signature))
      return null
    const ledger = svm()
    const keys = resolveAccountKeys(transaction.message, ledger)
    setClock(ledger)
    const [pre, preTokens] = [balancesOf(keys), tokensOf(keys)]
    const outcome = toExecutionResult(ledger.sendTransaction(transaction.wire))
    const payer = keys[0]
    // A transaction in a block pays its fee even when it fails.
    const hasPaid = payer !== undefined && (ledger.getBalance(payer.address) ?? 0n) < (pre[0] ?? 0n)
    if (outcome.error !== null && !hasPaid) return null
    const instructions = getTopLevelInstructions(transaction.message).flatMap(
      (one) => resolveInstruction(one, keys) ?? [],
    )
    const block = advance(1)
    const entry: ConfirmedTransaction = {
      transaction,
      block,
      outcome,
      keys,
      fee: computeTransactionFee(transaction.signatures.length, instructions),
      unitPrice: getUnitPrice(instructions),
      balances: { pre, post: balancesOf(keys) },
      tokens: { pre: preTokens, post: tokensOf(keys) },
    }
    landed.push(entry)
    bySignature.set(transaction.signature, entry)
    for (const listen of listeners) listen(entry)
    return entry
  }

  const makeEmpty = (blocks: number) => {
    if (blocks <= 0) return
    advance(blocks)
    for (const listen of listeners) listen(null)
  }

  /** Executes the pending transactions. @returns the number of blocks made. */
  const release = (): number => {
    const { height } = head
    const sent = waiting
    waiting = []
    for (const transaction of sent) execute(transaction)
    return head.height - height
  }

  return {
    network,
    genesisHash,
    get svm() {
      return svm()
    },
    head: () => head,
    timeOf: (slot) => (times.findLast((block) => block.slot <= slot) ?? head).time,
    lastValidHeight,
    transactions: () => landed,
    find: (signature) => bySignature.get(signature),
    submit,
    simulate: (transaction) => {
      if (!isFullySigned(transaction)) return makeRejectedResult("SignatureFailure")
      const ledger = svm()
      setClock(ledger)
      const outcome = toExecutionResult(ledger.simulateTransaction(transaction.wire))
      return outcome.error === "SignatureFailure" ? outcome : (refusal(transaction) ?? outcome)
    },
    simulateUnsigned: (transaction) => {
      const refused = refusal(transaction)
      if (refused !== null) return refused
      const ledger = svm()
      setClock(ledger)
      ledger.withSigverify(false)
      try {
        return toExecutionResult(ledger.simulateTransaction(transaction.wire))
      } finally {
        ledger.withSigverify(true)
      }
    },
    setMiningHeld: (held) => {
      isHeld = held
      if (!held) release()
    },
    waiting: () => waiting,
    drop: (signature) => {
      waiting = waiting.filter((one) => one.signature !== signature)
    },
    mine: (blocks) => makeEmpty(blocks - release()),
    advance: makeEmpty,
    rest,
    onBlock: (listen) => {
      listeners.add(listen)
      return () => listeners.delete(listen)
    },
  }
}

const isFullySigned = ({ wire }: SolanaTransaction) =>
  Object.values(wire.signatures).every((signature) => signature)
