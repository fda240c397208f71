import { script as scripts } from "bitcoinjs-lib"

/** An amount of a rune for an output. Source: ord, "Runes Does Not Have a Specification". */
interface Edict {
  /** `<block>:<transaction>`. */
  readonly rune: string
  /** Base units; 0 for all that is left. */
  readonly amount: bigint
  /** The index of an output; their count for an equal part to each of them. */
  readonly output: number
}

/** What a transaction does with the runes of its inputs. */
interface Runestone {
  readonly edicts: readonly Edict[]
  /** The output that receives what no edict names; `null` for the first that carries no data. */
  readonly pointer: number | null
}

/** OP_RETURN, OP_13: the output whose data is about runes. */
export const isRunestone = ([first, second]: Uint8Array): boolean => first === 0x6a && second === 0x5d

/** Returns what the outputs of a transaction say about runes; `undefined` if none does, `null` as `decodeRunestone`. */
export const findRunestone = (
  outputs: readonly { readonly script: Uint8Array }[],
): Runestone | null | undefined => {
  const message = outputs.find(({ script }) => isRunestone(script))
  return message && decodeRunestone(message.script, outputs.length)
}

const tags = { body: 0n, flags: 2n, mint: 20n, pointer: 22n }

/** Tags that a message without an etching must not have: the rune, its premine, and the terms of minting. */
const etchingTags: ReadonlySet<bigint> = new Set([4n, 6n])
const termsTags: ReadonlySet<bigint> = new Set([8n, 10n, 12n, 14n, 16n, 18n])

/** Bits of the flags: an etching, and two that only an etching may have. */
const flagBits = { etching: 1n, terms: 2n, turbo: 4n }

/** The highest numbers: of a block, of a transaction in a block, and of runes. */
const [maxBlock, maxIndex, maxNumber] = [2n ** 64n - 1n, 2n ** 32n - 1n, 2n ** 128n - 1n]

/** The values of each tag, in their order. */
type Fields = ReadonlyMap<bigint, readonly bigint[]>

/** @returns `null` if it is malformed: it then burns all runes of the inputs, or a newer version of the rules reads it */
export const decodeRunestone = (output: Uint8Array, outputs: number): Runestone | null => {
  const numbers = decodeNumbers(output)
  if (numbers === null) return null
  const fields = new Map<bigint, bigint[]>()
  let edicts: readonly Edict[] | null = []
  for (let at = 0; at < numbers.length; at += 2) {
    const [tag, value] = [numbers[at], numbers[at + 1]]
    if (tag === tags.body) {
      edicts = decodeEdicts(numbers.slice(at + 1), outputs)
      break
    }
    if (tag === undefined || value === undefined) return null
    const values = fields.get(tag)
    if (values === undefined) fields.set(tag, [value])
    else values.push(value)
  }
  if (edicts === null || !areValid(fields)) return null
  const [pointer] = fields.get(tags.pointer) ?? []
  if (pointer !== undefined && pointer >= BigInt(outputs)) return null
  return { edicts, pointer: pointer === undefined ? null : Number(pointer) }
}

/** Returns whether the rules leave no value of an even tag, which would burn all runes. Odd tags may be ignored. */
const areValid = (fields: Fields): boolean => {
  const [flags = 0n] = fields.get(tags.flags) ?? []
  const isEtching = (flags & flagBits.etching) > 0n
  const hasTerms = isEtching && (flags & flagBits.terms) > 0n
  const knownFlags = isEtching ? flagBits.etching | flagBits.terms | flagBits.turbo : 0n
  if ((flags & ~knownFlags) > 0n) return false
  const isSupplyValid = getSupply(fields) <= maxNumber
  return (
    isSupplyValid &&
    [...fields].every(([tag, values]) => {
      if (tag % 2n > 0n) return true
      if (tag === tags.mint) return values.length === 2 && isRuneId(values[0], values[1])
      if (values.length > 1) return false
      if (etchingTags.has(tag)) return isEtching
      // The tags above 10 are heights.
      if (termsTags.has(tag)) return hasTerms && (tag <= 10n || (values[0] ?? 0n) <= maxBlock)
      return tag === tags.flags || tag === tags.pointer
    })
  )
}

/** Returns the base units that an etching makes at most: its premine, and each mint that its cap allows. */
const getSupply = (fields: Fields): bigint => {
  const [premine = 0n, cap = 0n, amount = 0n] = [6n, 8n, 10n].map((tag) => fields.get(tag)?.[0] ?? 0n)
  return premine + cap * amount
}

const isRuneId = (block = 0n, index = 0n): boolean =>
  block <= maxBlock && index <= maxIndex && (block > 0n || index === 0n)

const decodeEdicts = (numbers: readonly bigint[], outputs: number): readonly Edict[] | null => {
  if (numbers.length % 4 > 0) return null
  const edicts: Edict[] = []
  let [block, index] = [0n, 0n]
  for (let at = 0; at < numbers.length; at += 4) {
    const [blocks = 0n, indexes = 0n, amount = 0n, output = 0n] = numbers.slice(at, at + 4)
    index = blocks === 0n ? index + indexes : indexes
    block += blocks
    if (output > BigInt(outputs) || !isRuneId(block, index)) return null
    edicts.push({ rune: `${block}:${index}`, amount, output: Number(output) })
  }
  return edicts
}

/** Decodes the LEB128 numbers of all its pushes. */
const decodeNumbers = (output: Uint8Array): readonly bigint[] | null => {
  const pushes = scripts.decompile(output.slice(2))
  if (pushes === null || !pushes.every((push) => typeof push !== "number")) return null
  const numbers: bigint[] = []
  let [value, shift] = [0n, 0n]
  for (const byte of pushes.flatMap((push) => [...push])) {
    value |= BigInt(byte & 0x7f) << shift
    shift += 7n
    if (value >= 2n ** 128n || shift > 133n) return null
    if (byte < 0x80) {
      numbers.push(value)
      ;[value, shift] = [0n, 0n]
    }
  }
  return shift === 0n ? numbers : null
}
