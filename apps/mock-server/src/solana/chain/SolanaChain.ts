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
/** Slots that had no block, so that nobody takes a slot for a height. */
const skippedSlots = 22_000_000
/** Milliseconds from one slot to the next. */
export const slotTimeMs = 400

/** One block: there is one for each transaction, and none between, but for those of a clock that is moved by hand. */
export interface SolanaBlock {
  readonly slot: number
  readonly height: number
  readonly blockhash: Blockhash
  /** Unix seconds. */
  readonly time: number
}

/** A transaction that is in a block, whether its programs succeeded or not. It is final at once. */
export interface ConfirmedTransaction {
  readonly transaction: SolanaTransaction
  readonly block: SolanaBlock
  readonly outcome: ExecutionResult
  readonly keys: readonly AccountKey[]
  /** Lamports. */
  readonly fee: bigint
  /** Micro-lamports for each unit of computation. */
  readonly unitPrice: bigint
  /** By account, before and after. Lamports. */
  readonly balances: { readonly pre: readonly bigint[]; readonly post: readonly bigint[] }
  readonly tokens: { readonly pre: readonly TokenBalance[]; readonly post: readonly TokenBalance[] }
}

/** One Solana network of one world. */
export interface SolanaChain {
  readonly network: Network
  readonly genesisHash: string
  /** For looking at accounts, not to be kept. What changes them goes through `submit`. Wakes a chain that rests. */
  readonly svm: LiteSVM
  readonly head: () => SolanaBlock
  /** Unix seconds of a slot. */
  readonly timeOf: (slot: number) => number
  /** The last height at which a transaction with this blockhash can land; `null` when it is too late, or never was one. */
  readonly lastValidHeight: (blockhash: string) => number | null
  /** In the order in which they landed. */
  readonly transactions: () => readonly ConfirmedTransaction[]
  readonly find: (signature: string) => ConfirmedTransaction | undefined
  /** Executes what is correctly signed and not too old. `null` when no block takes it in, or none does yet. */
  readonly submit: (transaction: SolanaTransaction) => ConfirmedTransaction | null
  /** Whether what is sent waits until `mine`: nodes tell of it as of what is in the block that is just being made. What waits is executed where nothing waits any longer. */
  readonly setMiningHeld: (isHeld: boolean) => void
  readonly waiting: () => readonly SolanaTransaction[]
  /** Forgets one that waits, as a fork does that nobody follows. */
  readonly drop: (signature: string) => void
  /** Executes what waits, then makes empty blocks until there are so many. What has grown too old is in none of them. */
  readonly mine: (blocks: number) => void
  /** What would happen. Changes nothing. */
  readonly simulate: (transaction: SolanaTransaction) => ExecutionResult
  /** The same for one that nobody has signed yet. */
  readonly simulateUnsigned: (transaction: SolanaTransaction) => ExecutionResult
  /** Makes so many blocks without a transaction. */
  readonly advance: (blocks: number) => void
  /** Keeps what has changed since genesis and lets the engine go, until somebody needs it again. */
  readonly rest: () => void
  /** @returns what ends it. */
  readonly onBlock: (listen: (landed: ConfirmedTransaction | null) => void) => () => void
}

export const makeSolanaChain = (options: {
  readonly network: Network
  readonly genesisHash: string
  /** UTC milliseconds by the clock of the chain's world. */
  readonly now: () => number
  /** Hears of each new newest block, and of the first. */
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
  /** When something last happened, up to and with each slot in which something did. */
  const times = [head]

  /** The next block's. Never earlier than the last one's. */
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

  /** Programs can change only what a transaction names. */
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
      // A program is read from another account's data, which has to be there first.
      .toSorted((one, other) => Number(one.executable) - Number(other.executable))
    releaseEngine(ledger, written)
    awake = null
  }

  /** What programs see as now is the block that the transaction would be in. */
  const setClock = (ledger: LiteSVM) => {
    const slot = head.slot + 1
    const epoch = Math.floor(slot / slotsPerEpoch)
    ledger.setClock(
      new Clock(BigInt(slot), BigInt(genesisTimestamp), BigInt(epoch), BigInt(epoch + 1), BigInt(nextTime())),
    )
  }

  /** By these, newest first, the address lookup table program knows what is a recent slot. */
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

  // The signature of another message may stand on this one, where nobody looks at signatures.
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
    // What is in a block pays its fee, even if it fails.
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

  /** @returns how many blocks that took. */
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
